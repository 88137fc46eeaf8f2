// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "src/cache/disk_cache.h"
#include "transpose/backend.h"

namespace ttgt {

/// A plan, and what the cache on disk had to do with it; may be empty.
struct KeptTranspose {
    SharedKernelPlan plan;
    std::string note;
};

/// The candidate that was measured fastest on such a device before; else that of
/// TransposeBackend::measure(), which the cache then keeps. Throws as that does.
[[nodiscard]] KeptTranspose kept_measure(const TransposeBackend& backend,
                                         const TransposeProblem& problem, const DiskCache& cache);

/// The first alone; no plan where the cache has none of the candidates.
[[nodiscard]] KeptTranspose kept_transpose(const TransposeBackend& backend,
                                           const TransposeProblem& problem, const DiskCache& cache);

}  // namespace ttgt
