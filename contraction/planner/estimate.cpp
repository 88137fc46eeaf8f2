// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/estimate.h"

#include <algorithm>
#include <cstdint>

#include "contraction/plan/gemm_call.h"
#include "contraction/planner/resolve_layouts.h"
#include "src/core/element.h"
#include "src/core/hash.h"

namespace ttgt {
namespace {

/// Milliseconds of the transpose of a square matrix that reads and writes, in total, `passes` times
/// the bytes of an operand.
double square_ms(const PlanningTask& task, Operand operand, int passes) {
    double bytes = static_cast<double>(size_bytes(task.problem.dtypes[operand])) * passes;
    for (const ProblemLabel& label : task.problem.labels) {
        if (stands_in(label.role, operand)) bytes *= static_cast<double>(label.extent);
    }
    return task.machine.prices().square_transpose_ms(bytes);
}

/// Leading dimension, in elements, of a column-major matrix: in the operand if it is in place, else
/// in its intermediate, which has no gaps.
std::int64_t leading_dimension(Operand operand, bool in_place, const Grouping& rows,
                               const Grouping& columns) {
    if (!in_place || columns.extent == 1) return rows.extent;
    return columns.merged[operand]->stride;
}

/// What adds beta * D to the product: see GemmForm::accumulates_in_gemm.
enum class Accumulation { by_gemm, by_transpose };

}  // namespace

Estimator::Estimator(const PlanningTask& task)
    : problem_(task.problem),
      prices_(task.machine.prices()),
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
    accumulate_ms_ = square_ms(task, operand_d, 3);
}

std::vector<Estimate> Estimator::all() {
    std::vector<Estimate> found;
    found.reserve(2 * free_l_.size() * free_r_.size() * contracted_.size());
    const std::size_t inner = contracted_.size();
    for (const bool swaps : {false, true}) {
        if (real_view_ && swaps != real_swaps_) continue;
        const std::vector<MatrixFactor> l = factors(operand_l, swaps);
        const std::vector<MatrixFactor> r = factors(operand_r, swaps);
        for (std::size_t i = 0; i < free_l_.size(); ++i) {
            for (std::size_t j = 0; j < free_r_.size(); ++j) {
                for (std::size_t k = 0; k < inner; ++k) {
                    const Estimate estimate{&free_l_[i], &free_r_[j], &contracted_[k], swaps};
                    add(found, estimate, product_ms(estimate, l[i * inner + k], r[j * inner + k]));
                }
            }
        }
    }
    return found;
}

void Estimator::add(std::vector<Estimate>& found, Estimate estimate, double product_ms) const {
    const auto append = [&](Accumulation accumulation, double output_ms) {
        estimate.accumulates_in_gemm = accumulation == Accumulation::by_gemm;
        estimate.position = static_cast<int>(found.size());
        estimate.ms = product_ms + output_ms;
        found.push_back(estimate);
    };
    // If D is in place, GEMM applies alpha and beta. If not, either GEMM adds to a copy of D, which
    // takes two transposes, or the transpose of the product adds to D.
    if (output_stays(estimate)) return append(Accumulation::by_gemm, 0);
    if (problem_.beta_is_zero) {
        return append(real_view_ ? Accumulation::by_transpose : Accumulation::by_gemm,
                      transpose_ms_[operand_d]);
    }
    if (!rounds_once(problem_)) append(Accumulation::by_transpose, accumulate_ms_);
    if (!real_view_) append(Accumulation::by_gemm, 2 * transpose_ms_[operand_d]);
}

std::vector<MatrixFactor> Estimator::factors(Operand operand, bool swaps) const {
    const bool is_left = (operand == operand_r) == swaps;
    const std::vector<Grouping>& groupings = operand == operand_l ? free_l_ : free_r_;
    std::vector<MatrixFactor> found;
    found.reserve(groupings.size() * contracted_.size());
    for (const Grouping& free : groupings) {
        for (const Grouping& inner : contracted_) {
            found.push_back(resolve_layout(
                problem_, {operand, is_left, has_lone_[operand], free.labels, inner.labels,
                           free.merged[operand], inner.merged[operand]}));
        }
    }
    return found;
}

bool Estimator::output_stays(const Estimate& estimate) const {
    const Grouping& rows = estimate.swaps ? *estimate.free_r : *estimate.free_l;
    const Grouping& columns = estimate.swaps ? *estimate.free_l : *estimate.free_r;
    return !real_view_ && as_matrix(rows.merged[operand_d], columns.merged[operand_d]).has_value();
}

double Estimator::gemm_ms(const Estimate& estimate, const MatrixFactor& a, const MatrixFactor& b) {
    const Grouping& rows = estimate.swaps ? *estimate.free_r : *estimate.free_l;
    const Grouping& columns = estimate.swaps ? *estimate.free_l : *estimate.free_r;
    const Grouping& inner = *estimate.contracted;
    const auto leading = [&](const MatrixFactor& factor, const Grouping& free) {
        return factor.inner_fastest
                   ? leading_dimension(factor.operand, factor.in_place, inner, free)
                   : leading_dimension(factor.operand, factor.in_place, free, inner);
    };
    const ProductShape shape{
        rows.extent,         columns.extent,
        inner.extent,        leading(a, rows),
        leading(b, columns), leading_dimension(operand_d, output_stays(estimate), rows, columns)};
    ProductCounts counts;
    counts.outputs = estimate.free_l->loop_count * estimate.free_r->loop_count * batch_;
    counts.terms = inner.loop_count;
    counts.adds = output_stays(estimate) && !problem_.beta_is_zero;
    return products_ms(gemm_call(problem_, a, b, real_view_, shape), counts);
}

double Estimator::products_ms(const GemmCall& shape, const ProductCounts& counts) {
    std::uint64_t hash = 0;
    for (const std::int64_t number : {shape.m, shape.n, shape.k, shape.lda, shape.ldb, shape.ldc,
                                      static_cast<std::int64_t>(shape.op_a),
                                      static_cast<std::int64_t>(shape.op_b), counts.terms}) {
        hash = mixed(hash, static_cast<std::uint64_t>(number));
    }
    PricedProducts& priced = priced_[hash % priced_.size()];
    const bool is_known = priced.shape == shape && priced.counts == counts && priced.ms > 0;
    if (!is_known) priced = {shape, counts, prices_.products_ms(shape, counts)};
    return priced.ms;
}

double Estimator::product_ms(const Estimate& estimate, const MatrixFactor& l,
                             const MatrixFactor& r) {
    double sum = estimate.swaps ? gemm_ms(estimate, r, l) : gemm_ms(estimate, l, r);
    if (!l.in_place) sum += transpose_ms_[operand_l];
    if (!r.in_place) sum += transpose_ms_[operand_r];
    return sum;
}

}  // namespace ttgt
