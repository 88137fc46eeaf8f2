// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/classic.h"

#include <fmt/format.h>

#include "contraction/slicing.h"
#include "contraction/workspace.h"

namespace ttgt {
namespace {

bool has_lone_labels(const Problem& problem, Operand operand) {
    return !labels_of(problem, operand == operand_l ? Role::lone_l : Role::lone_r).empty();
}

/// GEMM can conjugate a factor in place only while transposing it.
bool can_conjugate(const Problem& problem, const MatrixFactor& factor, bool gemm_transposes) {
    return !problem.conjugated[factor.operand] || gemm_transposes;
}

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
    form.batch = labels_of(problem, Role::batch);
    return form;
}

Candidate gemm_candidate(const Problem& problem) {
    Candidate candidate;
    candidate.method = Method::gemm;
    candidate.gemm = classic_form(problem);
    return candidate;
}

Candidate direct_candidate() {
    Candidate candidate;
    candidate.method = Method::direct;
    candidate.preference = 1;
    return candidate;
}

void settle_factor(const Problem& problem, const GemmForm& form, MatrixFactor& factor, bool is_left,
                   const Extents& extents) {
    const std::vector<std::size_t>& free = is_left ? form.rows : form.columns;
    const auto& first = factor.inner_fastest ? form.inner : free;
    const auto& second = factor.inner_fastest ? free : form.inner;
    factor.in_place = !has_lone_labels(problem, factor.operand) &&
                      can_conjugate(problem, factor, is_left == factor.inner_fastest) &&
                      as_matrix(problem, factor.operand, first, second, extents).has_value();
}

/// Finds what can stay in place for the candidate's slices, and what the rest takes.
void settle(const Problem& problem, Candidate& candidate) {
    GemmForm& form = candidate.gemm;
    const Extents extents = sliced_extents(problem, candidate);
    settle_factor(problem, form, form.left, true, extents);
    settle_factor(problem, form, form.right, false, extents);
    // A real GEMM cannot apply complex scalars: the transpose out does, so there must be one.
    form.output_in_place =
        !form.real_view &&
        as_matrix(problem, operand_d, form.rows, form.columns, extents).has_value();
    form.accumulates_in_gemm = !form.real_view;
    candidate.workspace_bytes = map_workspace(problem, candidate).bytes;
}

/// Two real inputs and a complex output: no GEMM writes that.
bool widens_output(const Problem& problem) {
    return is_complex(problem.dtypes[operand_d]) && !is_complex(problem.dtypes[operand_l]) &&
           !is_complex(problem.dtypes[operand_r]);
}

}  // namespace

std::vector<Candidate> classic_candidates(const Problem& problem, std::int64_t workspace_limit) {
    const bool gemm_helps =
        !labels_of(problem, Role::contracted).empty() && !widens_output(problem);
    std::vector<Candidate> candidates;
    if (gemm_helps) {
        Candidate whole = gemm_candidate(problem);
        settle(problem, whole);
        const bool fits = whole.workspace_bytes <= workspace_limit;
        if (!fits) {
            whole.rejection = fmt::format("needs {} bytes of workspace, the limit is {}",
                                          whole.workspace_bytes, workspace_limit);
        }
        candidates.push_back(whole);
        if (!fits) {
            candidates.push_back(
                slice_to_fit(problem, gemm_candidate(problem), workspace_limit, settle));
        }
    }
    candidates.push_back(direct_candidate());
    return candidates;
}

}  // namespace ttgt
