// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/execute/operand_checks.h"

#include <ttgt/error.h>

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "blocks/execute/block_overlap.h"
#include "src/core/memory/overlap.h"

namespace ttgt::blocks {
namespace {

void check_space(const PlannedOperands& planned, std::size_t operand, MemorySpace space) {
    const bool is_cuda = planned.device.kind == Device::Kind::cuda;
    if (is_cuda == (space == MemorySpace::device)) return;
    throw InvalidArgument(
        is_cuda ? fmt::format("{} lies in host memory, which a plan for {} does not work on",
                              planned.titles[operand], to_string(planned.device))
                : fmt::format("{} lies in device memory, which the CPU does not work on",
                              planned.titles[operand]));
}

/// Null where there are elements; and kernels of a GPU read whole elements at once.
void check_data(const PlannedOperands& planned, std::size_t operand,
                const ConstBlockTensorView& view) {
    const BlockLayout& layout = planned.operands[operand].layout;
    const auto bytes = static_cast<std::uintptr_t>(size_bytes(view.dtype()));
    const bool is_cuda = planned.device.kind == Device::Kind::cuda;
    // Blocks lie at whole elements from a pool's begin: none of them is looked at.
    const auto pool = reinterpret_cast<std::uintptr_t>(view.pool());
    if (pool != 0 && (!is_cuda || pool % bytes == 0)) return;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const void* const data = view.data(block);
        const auto address = reinterpret_cast<std::uintptr_t>(data);
        const bool is_aligned = !is_cuda || address % bytes == 0;
        if (data != nullptr && is_aligned) continue;
        if (volume(layout.layout(block)) == 0) continue;
        const std::string its = block_title(planned, operand, block);
        if (data == nullptr) throw InvalidArgument(fmt::format("the data of {} is null", its));
        throw InvalidArgument(
            fmt::format("the data of {} is at {}, which is not aligned to an element of {}", its,
                        data, name(view.dtype())));
    }
}

void check_view(const PlannedOperands& planned, std::size_t operand,
                const ConstBlockTensorView& view) {
    const BlockOperand& expected = planned.operands[operand];
    check_space(planned, operand, view.space());
    if (view.dtype() != expected.dtype) {
        throw InvalidArgument(fmt::format("{} is {}, but the plan was made for {}",
                                          planned.titles[operand], name(view.dtype()),
                                          name(expected.dtype)));
    }
    if (!view.layout().has_blocks_of(expected.layout)) {
        throw InvalidArgument(
            fmt::format("{} has other blocks than the plan was made for", planned.titles[operand]));
    }
    check_data(planned, operand, view);
}

}  // namespace

std::string block_title(const PlannedOperands& planned, std::size_t operand, std::int64_t block) {
    const std::string& title = planned.titles[operand];
    if (planned.is_group) return fmt::format("{} of problem {}", title, block);
    const BlockLayout& layout = planned.operands[operand].layout;
    return fmt::format("block {} of {}", to_string(layout.coordinates(block)), title);
}

void check_strides(const PlannedOperands& planned) {
    const BlockLayout& layout = planned.operands[operand_d].layout;
    for (std::int64_t block = 0; !layout.is_packed() && block < layout.blocks(); ++block) {
        if (!overlaps_itself(layout.layout(block))) continue;
        throw AliasedOutput(fmt::format("{} overlaps itself: {}",
                                        block_title(planned, operand_d, block),
                                        to_string(layout.layout(block))));
    }
}

void check_operands(const PlannedOperands& planned, const BlockTensorView& d,
                    std::span<const ConstBlockTensorView> inputs) {
    if (inputs.size() + 1 != planned.operands.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               planned.text, planned.operands.size() - 1,
                                               inputs.size()));
    }
    std::vector<const ConstBlockTensorView*> views{&static_cast<const ConstBlockTensorView&>(d)};
    for (const ConstBlockTensorView& input : inputs) views.push_back(&input);
    for (std::size_t operand = 0; operand < views.size(); ++operand) {
        check_view(planned, operand, *views[operand]);
    }
    check_overlap(planned, views);
}

}  // namespace ttgt::blocks
