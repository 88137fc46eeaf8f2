// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/estimate.h"

#include "src/core/element.h"

namespace ttgt {
namespace {

/// As as_matrix, of groups that are merged already.
bool is_matrix(const Grouping& rows, const Grouping& columns, Operand operand) {
    const std::optional<MergedGroup>& row = rows.merged[operand];
    const std::optional<MergedGroup>& column = columns.merged[operand];
    if (!row || !column) return false;
    return (row->extent == 1 || row->stride == 1) &&
           (column->extent == 1 || column->stride >= row->extent);
}

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
    const bool chooses = !problem_.beta_is_zero && !real_view_ && !output_stays(estimate);
    // A D in place is always accumulated into by GEMM; a transposed one either way.
    estimate.accumulates_in_gemm = !real_view_ && output_stays(estimate);
    for (int way = 0; way < (chooses ? 2 : 1); ++way) {
        if (way == 1) estimate.accumulates_in_gemm = true;
        estimate.position = static_cast<int>(found.size());
        estimate.ms = ms(estimate);
        found.push_back(estimate);
    }
}

bool Estimator::stays(const Estimate& estimate, Operand operand) const {
    if (has_lone_[operand]) return false;
    const bool is_left = (operand == operand_r) == estimate.swaps;
    const Grouping& free = operand == operand_l ? *estimate.free_l : *estimate.free_r;
    const bool conjugates = problem_.conjugated[operand];
    const bool inner_fastest = is_matrix(*estimate.contracted, free, operand) &&
                               (!conjugates || is_left) && !(real_view_ && is_left);
    const bool free_fastest =
        is_matrix(free, *estimate.contracted, operand) && (!conjugates || !is_left);
    return inner_fastest || free_fastest;
}

bool Estimator::output_stays(const Estimate& estimate) const {
    const Grouping& rows = estimate.swaps ? *estimate.free_r : *estimate.free_l;
    const Grouping& columns = estimate.swaps ? *estimate.free_l : *estimate.free_r;
    return !real_view_ && is_matrix(rows, columns, operand_d);
}

double Estimator::gemm_ms(const Estimate& estimate) const {
    const std::int64_t l = estimate.free_l->extent;
    const std::int64_t r = estimate.free_r->extent;
    const std::int64_t k = estimate.contracted->extent;
    const double outer = static_cast<double>(estimate.free_l->loop_count) *
                         static_cast<double>(estimate.free_r->loop_count) *
                         static_cast<double>(batch_);
    const double count = outer * static_cast<double>(estimate.contracted->loop_count);
    const double elements =
        static_cast<double>(l * k + k * r) * count + static_cast<double>(l * r) * outer;
    const std::int64_t parts = real_view_ ? 2 : 1;
    const DType dtype = problem_.dtypes[operand_d];
    return machine_.gemm_ms(real_view_ ? real_of(dtype) : dtype, (estimate.swaps ? r : l) * parts,
                            estimate.swaps ? l : r, k, count,
                            elements * static_cast<double>(size_bytes(dtype)));
}

double Estimator::ms(const Estimate& estimate) const {
    double sum = gemm_ms(estimate);
    for (const Operand operand : {operand_l, operand_r}) {
        if (!stays(estimate, operand)) sum += transpose_ms_[operand];
    }
    if (output_stays(estimate)) return sum;
    if (estimate.accumulates_in_gemm) return sum + 2 * transpose_ms_[operand_d];
    return sum + accumulate_ms_;
}

}  // namespace ttgt
