// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contraction/cuda/generated/generated_kernel.h"
#include "src/cache/disk_cache.h"

namespace ttgt::cuda {

/// How a device compiles one variant, and searches the fastest of several: compiled() and
/// fastest_of().
struct KernelSearch {
    using Kernel = std::shared_ptr<const GeneratedKernelPlan>;
    std::function<Kernel(const GeneratedKernelPlan& variant)> compile;
    std::function<Kernel(const std::vector<GeneratedKernelPlan>& variants, double seconds)> fastest;
};

/// The variant that a search of at least so many seconds found on such a device before, compiled;
/// else that of a search, in which the one found before takes part, and which the cache then keeps.
/// What the cache holds is taken only where it is one of these variants. Its cache_note says what
/// was done. Throws as the search does.
[[nodiscard]] std::shared_ptr<const GeneratedKernelPlan> kept_fastest_of(
    std::vector<GeneratedKernelPlan> variants, const std::string& device, double seconds,
    const DiskCache& cache, const KernelSearch& search);

/// The variant that any search found on such a device before, compiled; null where the cache has
/// none of these. Throws as the compiler does.
[[nodiscard]] std::shared_ptr<const GeneratedKernelPlan> kept_of(
    const std::vector<GeneratedKernelPlan>& variants, const std::string& device,
    const DiskCache& cache, const KernelSearch& search);

}  // namespace ttgt::cuda
