// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contraction/cuda/generated/generated_kernel.h"
#include "src/cache/choice_cache.h"

namespace ttgt::cuda {

/// What a device does for a choice of variants. compiled() and fastest_of() do it on a GPU.
struct KernelSearch {
    using Kernel = std::shared_ptr<const GeneratedKernelPlan>;
    /// Compiles one variant.
    std::function<Kernel(const GeneratedKernelPlan& variant)> compile;
    /// Returns the fastest of the variants, compiled. Compiles the first, and the others in their
    /// order until `seconds` seconds are over.
    std::function<Kernel(const std::vector<GeneratedKernelPlan>& variants, double seconds)> fastest;
};

/// The fastest variant on a device, compiled. If the cache has the result of a search of at least
/// `seconds` seconds for the same problem on such a device, and it is one of the variants, that is
/// taken. Otherwise the variants are searched, a result in the cache first, and the cache keeps
/// what was found. The cache_note of the kernel says what was done. Throws what `search` throws.
[[nodiscard]] KernelSearch::Kernel kept_fastest_of(const std::vector<GeneratedKernelPlan>& variants,
                                                   const std::string& device, double seconds,
                                                   const ChoiceCache& cache,
                                                   const KernelSearch& search);

/// The variant that the cache has for the same problem on such a device, however long the search
/// for it was, compiled. Searches nothing: null where the cache has none of the variants. Throws
/// what KernelSearch::compile throws.
[[nodiscard]] KernelSearch::Kernel kept_of(const std::vector<GeneratedKernelPlan>& variants,
                                           const std::string& device, const ChoiceCache& cache,
                                           const KernelSearch& search);

}  // namespace ttgt::cuda
