// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/fused_steps.h"

#include <ttgt/error.h>

#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "contraction/devices.h"
#include "network/plan/fused_problem.h"

namespace ttgt::network {
namespace {

using Pointers = std::array<void*, most_generated_tensors>;

std::span<void* const> pointers_of(const FusedSteps& steps, const Operands& operands,
                                   Pointers& pointers) {
    for (std::size_t i = 0; i < steps.operands.size(); ++i) {
        pointers[i] = operands[steps.operands[i]];
    }
    return {pointers.data(), steps.operands.size()};
}

}  // namespace

Fusion fuse_steps(const Context& context, const NetworkRequest& request, const Block& block) {
    const std::optional<GeneratedProblem> problem = fused_problem(block.program);
    if (!problem) return {std::nullopt, "no kernel can be generated for these statements"};
    FusedSteps steps;
    for (const ProgramTensor& tensor : block.program.tensors) {
        if (tensor.operand) steps.operands.push_back(*tensor.operand);
    }
    try {
        steps.kernel = make_program_kernel(context, *problem, request.options);
    } catch (const Unsupported& error) {
        return {std::nullopt, error.what()};
    }
    const double more = steps.kernel->predicted_ms() - predicted_ms(block);
    if (more >= 0) return {std::nullopt, fmt::format("predicted {:.3g} ms more", more)};
    return {std::move(steps), ""};
}

void run_fused(const FusedSteps& steps, const Operands& operands, Stream stream) {
    Pointers pointers{};
    steps.kernel->run(pointers_of(steps, operands, pointers), stream);
}

double time_fused_ms(const FusedSteps& steps, const Operands& operands, Stream stream) {
    Pointers pointers{};
    return steps.kernel->time_ms(pointers_of(steps, operands, pointers), stream);
}

}  // namespace ttgt::network
