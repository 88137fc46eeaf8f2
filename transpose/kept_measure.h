// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "src/cache/choice_cache.h"
#include "transpose/backend.h"

namespace ttgt {

/// A plan that was looked up in the cache on disk, or measured.
struct KeptTranspose {
    /// The plan; null where the cache had none that is a candidate.
    SharedKernelPlan plan;
    /// One line about what the cache on disk did for the plan, which explain() shows; may be empty.
    std::string note;
};

/// The plan that was measured to be the fastest before, according to the cache on disk. Where the
/// cache has none, the plan of TransposeBackend::measure(), which is then stored in the cache.
/// Throws as TransposeBackend::measure() does.
[[nodiscard]] KeptTranspose kept_measure(const TransposeBackend& backend,
                                         const TransposeProblem& problem, const ChoiceCache& cache);

/// The plan that was measured to be the fastest before, according to the cache on disk. Nothing is
/// measured: the plan is null where the cache has none.
[[nodiscard]] KeptTranspose kept_transpose(const TransposeBackend& backend,
                                           const TransposeProblem& problem,
                                           const ChoiceCache& cache);

}  // namespace ttgt
