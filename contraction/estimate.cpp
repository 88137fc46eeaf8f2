// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/estimate.h"

#include "contraction/settle.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

/// Milliseconds to move `passes` times the bytes of an operand by a square transpose.
double square_ms(const PlanningTask& task, Operand operand, int passes) {
    double bytes = static_cast<double>(size_bytes(task.problem.dtypes[operand])) * passes;
    for (const ProblemLabel& label : task.problem.labels) {
        if (stands_in(label.role, operand)) bytes *= static_cast<double>(label.extent);
    }
    return task.machine.square_transpose_ms(bytes);
}

}  // namespace

Estimator::Estimator(const PlanningTask& task)
    : problem_(task.problem),
      machine_(task.machine),
      real_view_(is_mixed(problem_)),
      real_swaps_(real_view_ && is_complex(problem_.dtypes[operand_r])),
      free_l_(groupings(problem_, Role::free_l, operand_d, operand_l)),
      free_r_(groupings(problem_, Role::free_r, operand_d, operand_r)),
      contracted_(groupings(problem_, Role::contracted, operand_l, operand_r)) {
    if (rounds_once(problem_)) {
        std::erase_if(contracted_,
                      [](const Grouping& grouping) { return grouping.loop_count > 1; });
    }
    for (const std::size_t label : labels_of(problem_, Role::batch)) {
        batch_ *= problem_.labels[label].extent;
    }
    has_lone_[operand_l] = !labels_of(problem_, Role::lone_l).empty();
    has_lone_[operand_r] = !labels_of(problem_, Role::lone_r).empty();
    for (const Operand operand : {operand_d, operand_l, operand_r}) {
        transpose_ms_[operand] = square_ms(task, operand, 2);
    }
    accumulate_ms_ = square_ms(task, operand_d, problem_.beta_is_zero ? 2 : 3);
}

std::vector<Estimate> Estimator::all() const {
    std::vector<Estimate> found;
    found.reserve(2 * free_l_.size() * free_r_.size() * contracted_.size());
    for (const bool swaps : {false, true}) {
        if (real_view_ && swaps != real_swaps_) continue;
        for (const Grouping& free_l : free_l_) {
            for (const Grouping& free_r : free_r_) {
                for (const Grouping& contracted : contracted_) {
                    add(found, {&free_l, &free_r, &contracted, swaps});
                }
            }
        }
    }
    return found;
}

void Estimator::add(std::vector<Estimate>& found, Estimate estimate) const {
    const double ms = product_ms(estimate);
    const auto append = [&](bool accumulates_in_gemm, double output_ms) {
        estimate.accumulates_in_gemm = accumulates_in_gemm;
        estimate.position = static_cast<int>(found.size());
        estimate.ms = ms + output_ms;
        found.push_back(estimate);
    };
    // A D in place is always accumulated into by GEMM; a transposed one either way.
    if (output_stays(estimate)) return append(true, 0);
    const bool only_in_gemm = rounds_once(problem_);
    if (!only_in_gemm) append(false, accumulate_ms_);
    if (only_in_gemm || (!problem_.beta_is_zero && !real_view_)) {
        append(true, (problem_.beta_is_zero ? 1 : 2) * transpose_ms_[operand_d]);
    }
}

MatrixFactor Estimator::factor(const Estimate& estimate, Operand operand) const {
    const bool is_left = (operand == operand_r) == estimate.swaps;
    const Grouping& free = operand == operand_l ? *estimate.free_l : *estimate.free_r;
    const Grouping& inner = *estimate.contracted;
    return settle_factor(problem_, {operand, is_left, has_lone_[operand], free.labels, inner.labels,
                                    free.merged[operand], inner.merged[operand]});
}

bool Estimator::output_stays(const Estimate& estimate) const {
    const Grouping& rows = estimate.swaps ? *estimate.free_r : *estimate.free_l;
    const Grouping& columns = estimate.swaps ? *estimate.free_l : *estimate.free_r;
    return !real_view_ && as_matrix(rows.merged[operand_d], columns.merged[operand_d]).has_value();
}

double Estimator::gemm_ms(const Estimate& estimate, bool l_inner_fastest,
                          bool r_inner_fastest) const {
    const DType dtype = problem_.dtypes[operand_d];
    const bool swaps = estimate.swaps;
    GemmCall shape;
    shape.dtype = real_view_ ? real_of(dtype) : dtype;
    shape.compute = problem_.compute;
    shape.m = (swaps ? estimate.free_r : estimate.free_l)->extent * (real_view_ ? 2 : 1);
    shape.n = (swaps ? estimate.free_l : estimate.free_r)->extent;
    shape.k = estimate.contracted->extent;
    if (swaps ? r_inner_fastest : l_inner_fastest) shape.op_a = MatrixOp::transpose;
    if (!(swaps ? l_inner_fastest : r_inner_fastest)) shape.op_b = MatrixOp::transpose;

    ProductCounts counts;
    counts.outputs = estimate.free_l->loop_count * estimate.free_r->loop_count * batch_;
    counts.terms = estimate.contracted->loop_count;
    return machine_.products_ms(shape, counts);
}

double Estimator::product_ms(const Estimate& estimate) const {
    const MatrixFactor l = factor(estimate, operand_l);
    const MatrixFactor r = factor(estimate, operand_r);
    double sum = gemm_ms(estimate, l.inner_fastest, r.inner_fastest);
    if (!l.in_place) sum += transpose_ms_[operand_l];
    if (!r.in_place) sum += transpose_ms_[operand_r];
    return sum;
}

}  // namespace ttgt
