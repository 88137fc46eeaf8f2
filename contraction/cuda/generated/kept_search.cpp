// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/generated/kept_search.h"

#include <algorithm>
#include <utility>

#include "contraction/cuda/generated/generated_key.h"

namespace ttgt::cuda {
namespace {

using Variants = std::vector<GeneratedKernelPlan>;

Variants::const_iterator variant_of(const Variants& variants, const std::string& key) {
    return std::find_if(variants.begin(), variants.end(), [&](const GeneratedKernelPlan& plan) {
        return to_text(plan.key()) == key;
    });
}

/// The variants with the one that has the key, if there is one, in the first place: the first is
/// compiled in any case, so that a longer search finds nothing slower.
Variants with_first(Variants variants, const std::string& key) {
    const auto found = variant_of(variants, key) - variants.cbegin();
    const auto place = variants.begin() + found;
    if (place != variants.end()) std::rotate(variants.begin(), place, place + 1);
    return variants;
}

/// The task of choosing one of the variants on a device; the chosen one becomes `result`.
ChoiceTask choice_task(const Variants& variants, const std::string& device, double seconds,
                       const KernelSearch& search, GeneratedKernelPlan& result) {
    return {problem_key(variants.front().problem, device), seconds,
            [&](const MeasuredChoice& kept) {
                const auto found = variant_of(variants, kept.key);
                if (found == variants.end()) return false;
                result = *search.compile(*found);
                result.measured_us = kept.measured_us;
                return true;
            },
            [&, seconds](const std::string& first) {
                result = *search.fastest(with_first(variants, first), seconds);
                return MeasuredChoice{to_text(result.key()), result.measured_us, seconds};
            }};
}

KernelSearch::Kernel with_note(GeneratedKernelPlan plan, const ChoiceOutcome& outcome) {
    plan.cache_note = titled_note(outcome);
    return std::make_shared<const GeneratedKernelPlan>(std::move(plan));
}

}  // namespace

KernelSearch::Kernel kept_fastest_of(const Variants& variants, const std::string& device,
                                     double seconds, const ChoiceCache& cache,
                                     const KernelSearch& search) {
    GeneratedKernelPlan result;
    const ChoiceOutcome outcome =
        cache.take_or_measure(choice_task(variants, device, seconds, search, result));
    return with_note(std::move(result), outcome);
}

KernelSearch::Kernel kept_of(const Variants& variants, const std::string& device,
                             const ChoiceCache& cache, const KernelSearch& search) {
    GeneratedKernelPlan result;
    const ChoiceOutcome outcome = cache.take_kept(choice_task(variants, device, 0, search, result));
    return outcome.is_kept ? with_note(std::move(result), outcome) : nullptr;
}

}  // namespace ttgt::cuda
