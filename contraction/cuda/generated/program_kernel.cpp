// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/program_kernel.h"

#include <ttgt/error.h>

#include <memory>
#include <utility>
#include <vector>

#include "contraction/cuda/cuda_device.h"
#include "contraction/cuda/generated/generated_kernel.h"
#include "contraction/cuda/generated/kept_search.h"
#include "src/cache/choice_cache.h"
#include "src/context/cuda/architecture.h"
#include "src/core/native_compute.h"

namespace ttgt::cuda {
namespace {

/// The most kernel variants of a search. A search runs out of time before it has tried as many.
constexpr std::size_t most_variants = 32;

using SharedGeneratedKernel = std::shared_ptr<const GeneratedKernelPlan>;

/// The device and the stream that a kernel is made for.
struct KernelPlace {
    int device = 0;
    Stream stream{};
};

KernelSearch search_on(const KernelPlace& place) {
    return {[place](const GeneratedKernelPlan& variant) { return compiled(variant, place.device); },
            [place](const std::vector<GeneratedKernelPlan>& ordered, double most_seconds) {
                return fastest_of(ordered, place.device, place.stream, most_seconds);
            }};
}

/// Chooses a kernel variant and compiles it. With Planning::measure: the fastest variant, from the
/// user's cache on disk or found by a search now. With Planning::heuristic: the variant in the
/// cache, if the context takes kept choices and the cache has one; else the first of `variants`,
/// which is predicted to be the fastest.
SharedGeneratedKernel choose_variant(const std::vector<GeneratedKernelPlan>& variants,
                                     const KernelPlace& place, const PlanOptions& options,
                                     const ContextOptions& settings) {
    const bool measures = options.planning == Planning::measure;
    if (measures || settings.use_kept_choices) {
        const ChoiceCache cache{DiskCache(disk_cache_folder())};
        const std::string platform = search_platform(place.device);
        if (measures) {
            return kept_fastest_of(variants, platform, options.search_seconds, cache,
                                   search_on(place));
        }
        auto kept = kept_of(variants, platform, cache, search_on(place));
        if (kept) return kept;
    }
    return compiled(variants.front(), place.device);
}

class CudaProgramKernel final : public ProgramKernel {
public:
    CudaProgramKernel(SharedGeneratedKernel kernel, KernelPlace place)
        : kernel_(std::move(kernel)), place_(place) {}

    [[nodiscard]] std::string describe() const override { return kernel_->describe(); }
    [[nodiscard]] std::string source() const override { return kernel_->source(); }
    [[nodiscard]] double predicted_ms() const override {
        const bool is_measured = kernel_->measured_us > 0;
        return 1e-3 * (is_measured ? kernel_->measured_us : kernel_->shape.predicted_us);
    }
    void run(std::span<void* const> pointers, Stream stream) const override {
        run_generated(*kernel_, {1.0, 1.0}, pointers, stream_or_own(stream));
    }
    [[nodiscard]] double time_ms(std::span<void* const> pointers, Stream stream) const override {
        return time_generated_ms(*kernel_, place_.device, pointers, stream_or_own(stream), 1);
    }

private:
    [[nodiscard]] Stream stream_or_own(Stream stream) const {
        return stream != Stream{} ? stream : place_.stream;
    }

    SharedGeneratedKernel kernel_;
    KernelPlace place_;
};

}  // namespace

std::shared_ptr<const ProgramKernel> make_program_kernel(const Context& context,
                                                         const GeneratedProblem& problem,
                                                         const PlanOptions& options) {
    if (!can_be_generated(problem) || native_compute(options.compute) != ComputeType::full) {
        throw Unsupported("no kernel can be generated for these statements");
    }
    const ContextOptions& settings = context.options();
    const bool takes_one = options.planning != Planning::measure && !settings.use_kept_choices;
    const std::vector<GeneratedKernelPlan> variants =
        plan_generated_kernels(problem, architecture_of(settings), takes_one ? 1 : most_variants);
    if (variants.empty()) {
        throw Unsupported("its tensors do not fit the memory of a thread block");
    }
    const KernelPlace place{settings.device.index, context.stream()};
    return std::make_shared<const CudaProgramKernel>(
        choose_variant(variants, place, options, settings), place);
}

}  // namespace ttgt::cuda
