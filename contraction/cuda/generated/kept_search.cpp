// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/kept_search.h"

#include <algorithm>
#include <utility>

#include "contraction/cuda/generated/kernel_key.h"
#include "src/cache/measured_choice.h"

namespace ttgt::cuda {
namespace {

KernelSearch::Kernel with_note(const GeneratedKernelPlan& plan, std::string note) {
    auto result = std::make_shared<GeneratedKernelPlan>(plan);
    result->cache_note = std::move(note);
    return result;
}

KernelSearch::Kernel from_cache(const GeneratedKernelPlan& variant, const MeasuredChoice& choice,
                                const KernelSearch& search) {
    GeneratedKernelPlan plan = *search.compile(variant);
    plan.measured_us = choice.measured_us;
    return with_note(plan, origin(choice));
}

auto named(const std::vector<GeneratedKernelPlan>& variants, const std::string& name) {
    return std::find_if(variants.begin(), variants.end(), [&](const GeneratedKernelPlan& plan) {
        return shape_text(plan.shape) == name;
    });
}

}  // namespace

std::shared_ptr<const GeneratedKernelPlan> kept_fastest_of(
    std::vector<GeneratedKernelPlan> variants, const std::string& device, double seconds,
    const DiskCache& cache, const KernelSearch& search) {
    const std::string key = kernel_key(variants.front().problem, device);
    KeptChoice kept = find_choice(cache, key);
    if (kept.choice) {
        const auto before = named(variants, kept.choice->name);
        if (before == variants.end()) {
            kept.note = "the cache's variant is none of those there are";
        } else if (kept.choice->seconds >= seconds) {
            return from_cache(*before, *kept.choice, search);
        } else {  // the first is compiled in any case: a longer search finds nothing slower
            const auto first = variants.begin() + (before - variants.begin());
            std::rotate(variants.begin(), first, first + 1);
        }
    }
    const KernelSearch::Kernel fastest = search.fastest(variants, seconds);
    keep_choice(cache, key, {shape_text(fastest->shape), fastest->measured_us, seconds}, kept.note);
    return with_note(*fastest, kept.note.empty() ? "" : "cache: " + kept.note);
}

std::shared_ptr<const GeneratedKernelPlan> kept_of(const std::vector<GeneratedKernelPlan>& variants,
                                                   const std::string& device,
                                                   const DiskCache& cache,
                                                   const KernelSearch& search) {
    const KeptChoice kept = find_choice(cache, kernel_key(variants.front().problem, device));
    if (!kept.choice) return nullptr;
    const auto before = named(variants, kept.choice->name);
    return before == variants.end() ? nullptr : from_cache(*before, *kept.choice, search);
}

}  // namespace ttgt::cuda
