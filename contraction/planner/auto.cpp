// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/auto.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "contraction/planner/classic.h"
#include "contraction/planner/estimate.h"
#include "contraction/planner/reordered_direct.h"
#include "contraction/planner/resolve_layouts.h"
#include "contraction/planner/slicing.h"
#include "contraction/problem/precision.h"

namespace ttgt {
namespace {

constexpr std::size_t priced_in_full = 8;

void append(std::vector<std::size_t>& to, const std::vector<std::size_t>& labels) {
    to.insert(to.end(), labels.begin(), labels.end());
}

Candidate candidate_of(const Problem& problem, const Estimate& estimate) {
    Candidate candidate;
    candidate.method = Method::gemm;
    candidate.predicted_ms = estimate.ms;
    GemmForm& form = candidate.gemm;
    const Grouping* left = estimate.free_l;
    const Grouping* right = estimate.free_r;
    if (estimate.swaps) std::swap(left, right);
    form.left.operand = estimate.swaps ? operand_r : operand_l;
    form.right.operand = estimate.swaps ? operand_l : operand_r;
    form.rows = left->labels;
    form.columns = right->labels;
    form.inner = estimate.contracted->labels;
    append(form.loops, left->loops);
    append(form.loops, right->loops);
    append(form.loops, labels_of(problem, Role::batch));
    append(form.loops, estimate.contracted->loops);
    form.real_view = is_mixed(problem);
    form.accumulates_in_gemm = estimate.accumulates_in_gemm;
    form.padding_unit = estimate.padding_unit;
    resolve_layouts(problem, candidate);
    return candidate;
}

void add_fitting(const PlanningTask& task, Candidate unsliced, std::vector<Candidate>& candidates) {
    if (unsliced.workspace_bytes <= task.workspace_limit) {
        candidates.push_back(std::move(unsliced));
        return;
    }
    candidates.push_back(slice_to_fit(task.problem, unsliced, task.workspace_limit));
    unsliced.rejection = fmt::format("needs {} bytes of workspace, the limit is {}",
                                     unsliced.workspace_bytes, task.workspace_limit);
    if (task.purpose == Purpose::explain) candidates.push_back(std::move(unsliced));
}

auto find_same(std::vector<Candidate>& candidates, const Candidate& wanted) {
    return std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
        return candidate.gemm == wanted.gemm && candidate.slices == wanted.slices;
    });
}

const MatrixFactor& factor_of(const GemmForm& form, Operand operand) {
    return form.left.operand == operand ? form.left : form.right;
}

/// Whether the candidate transposes only operands that the classic candidate transposes, but fewer
/// of them, and loops over as many labels.
bool dominates(const Candidate& candidate, const Candidate& classic) {
    if (candidate.method != Method::gemm || !candidate.slices.empty()) return false;
    const GemmForm& ours = candidate.gemm;
    const GemmForm& theirs = classic.gemm;
    const auto transposes_more = [&](Operand operand) {
        return !factor_of(ours, operand).in_place && factor_of(theirs, operand).in_place;
    };
    return ours.loops.size() == theirs.loops.size() && ours.real_view == theirs.real_view &&
           !transposes_more(operand_l) && !transposes_more(operand_r) &&
           (ours.output_in_place || !theirs.output_in_place) &&
           candidate.workspace_bytes < classic.workspace_bytes;
}

/// Adds the classic candidate, or marks it where it is among the candidates already. The choice is
/// thus never predicted to be slower than the strategy "classic".
void add_classic(const PlanningTask& task, std::vector<Candidate>& candidates) {
    for (Candidate& classic : classic_candidates(task)) {
        if (classic.method != Method::gemm || !classic.rejection.empty()) continue;
        for (Candidate& candidate : candidates) {
            candidate.dominates_classic = dominates(candidate, classic);
        }
        const auto same = find_same(candidates, classic);
        if (same == candidates.end()) {
            candidates.push_back(std::move(classic));
        } else {
            same->is_classic = true;
        }
    }
}

}  // namespace

std::vector<Candidate> auto_candidates(const PlanningTask& task) {
    // Direct comes first, so that choose_plan() prices it first. GEMM candidates with an estimate
    // above its price are then not priced.
    std::vector<Candidate> candidates(1);
    candidates.front().method = Method::direct;
    candidates.front().is_classic = !classic_multiplies(task);
    for (Candidate& reordered : reordered_directs(task)) candidates.push_back(std::move(reordered));
    const bool has_gemm = task.machine.kernels().has_gemm_of(task.problem.dtypes[operand_d]) &&
                          !converts_precision(task.problem);
    if (has_gemm && (suits_gemm(task.problem) || is_outer_product(task.problem))) {
        Estimator estimator(task);
        std::vector<Estimate> estimates = estimator.all();
        const std::size_t best = std::min(priced_in_full, estimates.size());
        std::partial_sort(estimates.begin(), estimates.begin() + static_cast<std::ptrdiff_t>(best),
                          estimates.end(), [](const Estimate& a, const Estimate& b) {
                              return a.ms != b.ms ? a.ms < b.ms : a.position < b.position;
                          });
        for (std::size_t i = 0; i < best; ++i) {
            add_fitting(task, candidate_of(task.problem, estimates[i]), candidates);
        }
        add_classic(task, candidates);
        const bool explains = task.purpose == Purpose::explain;
        for (std::size_t i = best; explains && i < estimates.size(); ++i) {
            Candidate lost = candidate_of(task.problem, estimates[i]);
            // The classic candidate may be one of these, and is in the list already.
            if (find_same(candidates, lost) != candidates.end()) continue;
            lost.rejection =
                fmt::format("only estimated: {} candidates have lower estimates", priced_in_full);
            candidates.push_back(std::move(lost));
        }
    }
    return candidates;
}

}  // namespace ttgt
