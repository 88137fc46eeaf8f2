// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/checked_operands.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "contraction/binary/run_checks.h"
#include "src/core/memory/overlap.h"

namespace ttgt::network {
namespace {

std::string title(const NetworkParts& parts, std::size_t operand) {
    const bool is_output =
        std::find(parts.outputs.begin(), parts.outputs.end(), operand) != parts.outputs.end();
    return fmt::format("{} {} '{}'", is_output ? "the output" : "operand", operand,
                       parts.operands[operand].name);
}

void check_pointer(const NetworkParts& parts, std::size_t operand, const void* data) {
    const ProgramTensor& tensor = parts.operands[operand];
    if (data == nullptr && volume(tensor.layout) > 0) {
        throw InvalidArgument(fmt::format("the data of {} is null", title(parts, operand)));
    }
    if (parts.device.kind != Device::Kind::cuda) return;
    const auto bytes = static_cast<std::uintptr_t>(size_bytes(tensor.dtype));
    if (reinterpret_cast<std::uintptr_t>(data) % bytes != 0) {
        throw InvalidArgument(
            fmt::format("the data of {} is at {}, which is not aligned to an element of {}",
                        title(parts, operand), data, name(tensor.dtype)));
    }
}

void check_overlap(const NetworkParts& parts, const Operands& operands) {
    const auto region = [&](std::size_t operand) {
        const ProgramTensor& tensor = parts.operands[operand];
        return MemoryRegion{&tensor.layout, size_bytes(tensor.dtype), operands[operand]};
    };
    for (const std::size_t output : parts.outputs) {
        for (std::size_t other = 0; other < operands.size(); ++other) {
            if (other == output || !overlap(region(output), region(other))) continue;
            throw OverlapError(
                fmt::format("{} overlaps {} in memory", title(parts, output), title(parts, other)));
        }
    }
}

void check_same(const NetworkParts& parts, const Operands& operands) {
    for (const std::vector<std::size_t>& group : parts.path.same) {
        for (const std::size_t input : group) {
            if (operands[input + 1] == operands[group.front() + 1]) continue;
            throw InvalidArgument(fmt::format(
                "inputs {} and {} were planned as the same tensor, but their pointers differ",
                group.front(), input));
        }
    }
}

void check_unchanged(const NetworkParts& parts, const std::vector<std::size_t>& unchanged) {
    for (const std::size_t input : unchanged) {
        const std::vector<std::size_t>& kept = parts.path.kept;
        if (std::find(kept.begin(), kept.end(), input) != kept.end()) continue;
        throw InvalidArgument(fmt::format(
            "input {} is said to be unchanged, but the plan was not made to keep it", input));
    }
}

}  // namespace

void check_operands(const NetworkParts& parts, const Operands& operands,
                    const RunOptions& options) {
    for (std::size_t operand = 0; operand < operands.size(); ++operand) {
        check_pointer(parts, operand, operands[operand]);
    }
    const ProgramTensor& output = parts.operands[parts.outputs.front()];
    const auto in_quotes = [&] { return fmt::format("'{}'", output.name); };
    check_scalar(output.dtype, "alpha", options.alpha, in_quotes);
    if (options.beta) {
        check_scalar(output.dtype, "beta", *options.beta, in_quotes);
        check_beta(parts.text, parts.beta_is_zero, *options.beta);
    }
    check_workspace(parts.workspace_bytes, options.workspace);
    check_same(parts, operands);
    check_unchanged(parts, options.unchanged);
    check_overlap(parts, operands);
    check_stream(parts.device, options.stream);
}

}  // namespace ttgt::network
