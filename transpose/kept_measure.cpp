// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/kept_measure.h"

#include <utility>

#include <fmt/format.h>

namespace ttgt {
namespace {

/// Lines of text that name everything that the fastest plan depends on.
std::string problem_text(const TransposeBackend& backend, const TransposeProblem& problem) {
    return fmt::format("transpose\n{}{} {}\n{}\n", name(problem.dtype),
                       problem.conjugate ? " conjugated" : "", to_string(problem),
                       one_line_of(backend.platform()));
}

/// The task of choosing a plan; the chosen one becomes `result`.
ChoiceTask choice_task(const TransposeBackend& backend, const TransposeProblem& problem,
                       SharedKernelPlan& result) {
    return {problem_text(backend, problem), 0,
            [&](const MeasuredChoice& kept) {
                for (SharedKernelPlan& candidate : backend.candidates(problem)) {
                    if (to_text(candidate->key()) != kept.key) continue;
                    result = std::move(candidate);
                    return true;
                }
                return false;
            },
            [&](const std::string&) {
                MeasuredKernelPlan measured = backend.measure(problem);
                result = std::move(measured.plan);
                return MeasuredChoice{to_text(result->key()), 1e3 * measured.measured_ms, 0};
            }};
}

}  // namespace

KeptTranspose kept_transpose(const TransposeBackend& backend, const TransposeProblem& problem,
                             const ChoiceCache& cache) {
    KeptTranspose kept;
    kept.note = cache.take_kept(choice_task(backend, problem, kept.plan)).note;
    return kept;
}

KeptTranspose kept_measure(const TransposeBackend& backend, const TransposeProblem& problem,
                           const ChoiceCache& cache) {
    KeptTranspose kept;
    kept.note = cache.take_or_measure(choice_task(backend, problem, kept.plan)).note;
    return kept;
}

}  // namespace ttgt
