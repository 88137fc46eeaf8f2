// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/fused_steps.h"

#include <ttgt/error.h>

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "contraction/cuda/generated/generated_kernel.h"
#include "contraction/cuda/generated/kept_search.h"
#include "network/plan/fused_problem.h"
#include "src/cache/disk_cache.h"

namespace ttgt::network {
namespace {

/// Of a search, more than it has time for.
constexpr std::size_t most_variants = 32;

using Pointers = std::array<void*, ttgt::cuda::most_generated_tensors>;

std::span<void* const> pointers_of(const FusedSteps& steps, const Operands& operands,
                                   Pointers& pointers) {
    for (std::size_t i = 0; i < steps.operands.size(); ++i) {
        pointers[i] = operands[steps.operands[i]];
    }
    return {pointers.data(), steps.operands.size()};
}

/// The fastest variant, as the user's cache on disk has it, or as found now.
std::shared_ptr<const ttgt::cuda::GeneratedKernelPlan> searched(
    const std::vector<ttgt::cuda::GeneratedKernelPlan>& variants, const FusedSteps& steps,
    double seconds) {
    const ttgt::cuda::KernelSearch search{
        [&](const ttgt::cuda::GeneratedKernelPlan& variant) {
            return ttgt::cuda::compiled(variant, steps.device);
        },
        [&](const std::vector<ttgt::cuda::GeneratedKernelPlan>& ordered, double most_seconds) {
            return ttgt::cuda::fastest_of(ordered, steps.device, steps.stream, most_seconds);
        }};
    return ttgt::cuda::kept_fastest_of(variants, ttgt::cuda::search_platform(steps.device), seconds,
                                       DiskCache(disk_cache_folder()), search);
}

Stream stream_of(const FusedSteps& steps, Stream stream) {
    return stream != Stream{} ? stream : steps.stream;
}

}  // namespace

double predicted_ms(const FusedSteps& steps) {
    const ttgt::cuda::GeneratedKernelPlan& kernel = *steps.kernel;
    return 1e-3 * (kernel.measured_us > 0 ? kernel.measured_us : kernel.shape.predicted_us);
}

Fusion fuse_steps(const Context& context, const NetworkRequest& request, const Block& block) {
    const bool measures = request.options.planning == Planning::measure;
    const std::optional<ttgt::cuda::GeneratedProblem> problem = fused_problem(block.program);
    if (!problem || request.options.compute != ComputeType::full) {
        return {std::nullopt, "kernels are not generated for such statements"};
    }
    const std::vector<ttgt::cuda::GeneratedKernelPlan> variants =
        ttgt::cuda::plan_generated_kernels(*problem, ttgt::cuda::architecture_of(context.options()),
                                           measures ? most_variants : 1);
    if (variants.empty()) return {std::nullopt, "its tensors do not fit a block's memory"};
    FusedSteps steps;
    steps.device = context.options().device.index;
    steps.stream = context.stream();
    for (const ProgramTensor& tensor : block.program.tensors) {
        if (tensor.operand) steps.operands.push_back(*tensor.operand);
    }
    try {
        steps.kernel = measures ? searched(variants, steps, request.options.search_seconds)
                                : ttgt::cuda::compiled(variants.front(), steps.device);
    } catch (const Unsupported& error) {
        return {std::nullopt, error.what()};
    }
    const double more = predicted_ms(steps) - predicted_ms(block);
    if (more >= 0) return {std::nullopt, fmt::format("predicted {:.3g} ms more", more)};
    return {std::move(steps), ""};
}

void run_fused(const FusedSteps& steps, const Operands& operands, Stream stream) {
    Pointers pointers{};
    ttgt::cuda::run_generated(*steps.kernel, {1.0, 1.0}, pointers_of(steps, operands, pointers),
                              stream_of(steps, stream));
}

double time_fused_ms(const FusedSteps& steps, const Operands& operands, Stream stream) {
    Pointers pointers{};
    return ttgt::cuda::time_generated_ms(*steps.kernel, steps.device,
                                         pointers_of(steps, operands, pointers),
                                         stream_of(steps, stream), 1);
}

}  // namespace ttgt::network
