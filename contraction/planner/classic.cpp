// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/classic.h"

#include <fmt/format.h>

#include "contraction/planner/resolve_layouts.h"
#include "contraction/planner/slicing.h"
#include "contraction/problem/precision.h"

namespace ttgt {
namespace {

GemmForm classic_form(const Problem& problem) {
    GemmForm form;
    form.real_view = is_mixed(problem);
    const bool swap = form.real_view && is_complex(problem.dtypes[operand_r]);
    form.left.operand = swap ? operand_r : operand_l;
    form.right.operand = swap ? operand_l : operand_r;
    form.left.inner_fastest = !form.real_view;
    form.rows = labels_of(problem, swap ? Role::free_r : Role::free_l);
    form.columns = labels_of(problem, swap ? Role::free_l : Role::free_r);
    form.inner = labels_of(problem, Role::contracted);
    form.loops = labels_of(problem, Role::batch);
    form.accumulates_in_gemm = !form.real_view;
    return form;
}

Candidate gemm_candidate(const Problem& problem) {
    Candidate candidate;
    candidate.method = Method::gemm;
    candidate.is_classic = true;
    candidate.gemm = classic_form(problem);
    return candidate;
}

Candidate direct_candidate() {
    Candidate candidate;
    candidate.method = Method::direct;
    candidate.preference = 1;
    return candidate;
}

}  // namespace

bool classic_multiplies(const PlanningTask& task) {
    return task.machine.kernels().has_gemm_of(task.problem.dtypes[operand_d]) &&
           !converts_precision(task.problem) && suits_gemm(task.problem);
}

std::vector<Candidate> classic_candidates(const PlanningTask& task) {
    std::vector<Candidate> candidates;
    if (classic_multiplies(task)) {
        Candidate unsliced = gemm_candidate(task.problem);
        resolve_layouts(task.problem, unsliced);
        const bool fits = unsliced.workspace_bytes <= task.workspace_limit;
        if (!fits) {
            unsliced.rejection = fmt::format("needs {} bytes of workspace, the limit is {}",
                                             unsliced.workspace_bytes, task.workspace_limit);
        }
        candidates.push_back(unsliced);
        if (!fits) {
            candidates.push_back(
                slice_to_fit(task.problem, gemm_candidate(task.problem), task.workspace_limit));
        }
    }
    candidates.push_back(direct_candidate());
    return candidates;
}

}  // namespace ttgt
