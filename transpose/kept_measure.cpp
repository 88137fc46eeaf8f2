// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/kept_measure.h"

#include <utility>

#include <fmt/format.h>

#include "src/cache/measured_choice.h"

namespace ttgt {
namespace {

/// The name under which the cache stores a plan: its method and tile, on one line.
std::string name_of(const TransposeKernelPlan& plan) {
    return one_line_of(fmt::format("{} {}", plan.method(), plan.parameters()));
}

/// The key of the cache: everything that the fastest candidate depends on.
std::string key_of(const TransposeBackend& backend, const TransposeProblem& problem) {
    return fmt::format("transpose\n{}{} {}\n{}\n", name(problem.dtype),
                       problem.conjugate ? " conjugated" : "", to_string(problem),
                       one_line_of(backend.platform()));
}

/// The plan that the cache has under a key; null where it has none that is a candidate.
KeptTranspose kept_by(const std::string& key, const TransposeBackend& backend,
                      const TransposeProblem& problem, const DiskCache& cache) {
    KeptChoice kept = find_choice(cache, key);
    if (!kept.choice) return {nullptr, std::move(kept.note)};
    for (SharedKernelPlan& candidate : backend.candidates(problem)) {
        if (name_of(*candidate) == kept.choice->name) {
            return {std::move(candidate), origin(*kept.choice)};
        }
    }
    return {nullptr, "the cache's kernel is none of those there are"};
}

}  // namespace

KeptTranspose kept_transpose(const TransposeBackend& backend, const TransposeProblem& problem,
                             const DiskCache& cache) {
    return kept_by(key_of(backend, problem), backend, problem, cache);
}

KeptTranspose kept_measure(const TransposeBackend& backend, const TransposeProblem& problem,
                           const DiskCache& cache) {
    const std::string key = key_of(backend, problem);
    KeptTranspose kept = kept_by(key, backend, problem, cache);
    if (kept.plan) return kept;
    const MeasuredKernelPlan measured = backend.measure(problem);
    kept.plan = measured.plan;
    keep_choice(cache, key, {name_of(*measured.plan), 1e3 * measured.measured_ms, 0}, kept.note);
    return kept;
}

}  // namespace ttgt
