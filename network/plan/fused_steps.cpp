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

namespace ttgt::network {
namespace {

/// The most kernel variants of a search. A search runs out of time before it has tried as many.
constexpr std::size_t most_variants = 32;

using SharedGeneratedKernel = std::shared_ptr<const ttgt::cuda::GeneratedKernelPlan>;
using Pointers = std::array<void*, ttgt::cuda::most_generated_tensors>;

std::span<void* const> pointers_of(const FusedSteps& steps, const Operands& operands,
                                   Pointers& pointers) {
    for (std::size_t i = 0; i < steps.operands.size(); ++i) {
        pointers[i] = operands[steps.operands[i]];
    }
    return {pointers.data(), steps.operands.size()};
}

ttgt::cuda::KernelSearch search_on(const FusedSteps& steps) {
    return {[&](const ttgt::cuda::GeneratedKernelPlan& variant) {
                return ttgt::cuda::compiled(variant, steps.device);
            },
            [&](const std::vector<ttgt::cuda::GeneratedKernelPlan>& ordered, double most_seconds) {
                return ttgt::cuda::fastest_of(ordered, steps.device, steps.stream, most_seconds);
            }};
}

/// Chooses a kernel variant and compiles it. With Planning::measure: the fastest variant, from the
/// user's cache on disk or found by a search now. With Planning::heuristic: the variant in the
/// cache, if `takes_kept` is true and the cache has one; else the first of `variants`, which is
/// predicted to be the fastest.
SharedGeneratedKernel kernel_of(const std::vector<ttgt::cuda::GeneratedKernelPlan>& variants,
                                const FusedSteps& steps, const PlanOptions& options,
                                bool takes_kept) {
    const bool measures = options.planning == Planning::measure;
    if (measures || takes_kept) {
        const ChoiceCache cache{DiskCache(disk_cache_folder())};
        const std::string platform = ttgt::cuda::search_platform(steps.device);
        if (measures) {
            return ttgt::cuda::kept_fastest_of(variants, platform, options.search_seconds, cache,
                                               search_on(steps));
        }
        auto kept = ttgt::cuda::kept_of(variants, platform, cache, search_on(steps));
        if (kept) return kept;
    }
    return ttgt::cuda::compiled(variants.front(), steps.device);
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
    const bool takes_kept = context.options().use_kept_choices;
    const bool takes_one = request.options.planning != Planning::measure && !takes_kept;
    const std::optional<ttgt::cuda::GeneratedProblem> problem = fused_problem(block.program);
    if (!problem || request.options.compute != ComputeType::full) {
        return {std::nullopt, "no kernel can be generated for these statements"};
    }
    const std::vector<ttgt::cuda::GeneratedKernelPlan> variants =
        ttgt::cuda::plan_generated_kernels(*problem, ttgt::cuda::architecture_of(context.options()),
                                           takes_one ? 1 : most_variants);
    if (variants.empty())
        return {std::nullopt, "its tensors do not fit the memory of a thread block"};
    FusedSteps steps;
    steps.device = context.options().device.index;
    steps.stream = context.stream();
    for (const ProgramTensor& tensor : block.program.tensors) {
        if (tensor.operand) steps.operands.push_back(*tensor.operand);
    }
    try {
        steps.kernel = kernel_of(variants, steps, request.options, takes_kept);
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
