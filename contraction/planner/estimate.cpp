// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/estimate.h"

#include <algorithm>
#include <cstdint>

#include "contraction/plan/gemm_matrices.h"
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

/// Whether padding makes no extent more than a quarter longer: beyond that, it costs more than
/// faster kernels save.
bool pads_little(const ProductShape& given, const ProductShape& padded) {
    return padded.m - given.m <= given.m / 4 && padded.n - given.n <= given.n / 4 &&
           padded.k - given.k <= given.k / 4;
}

/// Whether padding changes neither extents nor which operands are in place.
bool multiplies_as(const GemmProduct& padded, const GemmProduct& given) {
    return padded.shape.m == given.shape.m && padded.shape.n == given.shape.n &&
           padded.shape.k == given.shape.k && padded.left == given.left &&
           padded.right == given.right && padded.output_in_place == given.output_in_place;
}

/// For each operand, whether all of these loops fit.
LoopsFit all_fit(const std::array<LoopsFit, 4>& loops) {
    LoopsFit fit = loops.front();
    for (const LoopsFit& other : loops) {
        for (std::size_t operand = 0; operand < fit.size(); ++operand)
            fit[operand] = fit[operand] && other[operand];
    }
    return fit;
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
      contracted_(groupings(problem_, Role::contracted, operand_l, operand_r)),
      batch_labels_(labels_of(problem_, Role::batch)) {
    if (!real_view_) {
        padding_unit_ =
            task.machine.kernels().gemm_padding_unit(problem_.dtypes[operand_d], problem_.compute);
    }
    if (rounds_once(problem_)) {
        std::erase_if(contracted_,
                      [](const Grouping& grouping) { return grouping.loop_count > 1; });
    }
    for (const std::size_t label : batch_labels_) batch_ *= problem_.labels[label].extent;
    has_lone_[operand_l] = !labels_of(problem_, Role::lone_l).empty();
    has_lone_[operand_r] = !labels_of(problem_, Role::lone_r).empty();
    for (const Operand operand : {operand_d, operand_l, operand_r}) {
        transpose_ms_[operand] = square_ms(task, operand, 2);
    }
    accumulate_ms_ = square_ms(task, operand_d, 3);
    if (padding_unit_ > 1) find_fitting_loops();
}

std::vector<Estimate> Estimator::all() {
    std::vector<Estimate> found;
    found.reserve((padding_unit_ > 1 ? 4 : 2) * free_l_.size() * free_r_.size() *
                  contracted_.size());
    for (const bool swaps : {false, true}) {
        if (!real_view_ || swaps == real_swaps_) add_all(found, swaps);
    }
    return found;
}

void Estimator::add_all(std::vector<Estimate>& found, bool swaps) {
    const std::vector<MatrixFactor> l = factors(operand_l, swaps);
    const std::vector<MatrixFactor> r = factors(operand_r, swaps);
    const std::size_t inner = contracted_.size();
    for (std::size_t i = 0; i < free_l_.size(); ++i) {
        for (std::size_t j = 0; j < free_r_.size(); ++j) {
            for (std::size_t k = 0; k < inner; ++k) {
                Estimate estimate{&free_l_[i], &free_r_[j], &contracted_[k], swaps};
                const GemmProduct product =
                    product_of(estimate, l[i * inner + k], r[j * inner + k]);
                add(found, estimate, product);
                if (padding_unit_ == 1) continue;
                add_padded(
                    found, estimate, product,
                    all_fit({batch_fits_, free_l_fit_[i], free_r_fit_[j], contracted_fit_[k]}));
            }
        }
    }
}

void Estimator::find_fitting_loops() {
    const auto fit_all = [&](const std::vector<Grouping>& groupings, std::vector<LoopsFit>& fits) {
        for (const Grouping& grouping : groupings)
            fits.push_back(loops_fit(problem_, grouping.loops, padding_unit_));
    };
    fit_all(free_l_, free_l_fit_);
    fit_all(free_r_, free_r_fit_);
    fit_all(contracted_, contracted_fit_);
    batch_fits_ = loops_fit(problem_, batch_labels_, padding_unit_);
}

void Estimator::add_padded(std::vector<Estimate>& found, Estimate estimate,
                           const GemmProduct& product, const LoopsFit& fit) {
    const GemmProduct other = padded(product, padding_unit_, fit);
    if (multiplies_as(other, product) || !pads_little(product.shape, other.shape)) return;
    estimate.padding_unit = padding_unit_;
    add(found, estimate, other);
}

void Estimator::add(std::vector<Estimate>& found, Estimate estimate, const GemmProduct& product) {
    const double factors_ms = product_ms(estimate, product);
    const auto append = [&](Accumulation accumulation, double output_ms) {
        estimate.accumulates_in_gemm = accumulation == Accumulation::by_gemm;
        estimate.position = static_cast<int>(found.size());
        estimate.ms = factors_ms + output_ms;
        found.push_back(estimate);
    };
    // If D is in place, GEMM applies alpha and beta. If not, either GEMM adds to a copy of D, which
    // takes two transposes, or the transpose of the product adds to D.
    if (product.output_in_place) return append(Accumulation::by_gemm, 0);
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

GemmProduct Estimator::product_of(const Estimate& estimate, const MatrixFactor& l,
                                  const MatrixFactor& r) const {
    const Grouping& rows = estimate.swaps ? *estimate.free_r : *estimate.free_l;
    const Grouping& columns = estimate.swaps ? *estimate.free_l : *estimate.free_r;
    const Grouping& inner = *estimate.contracted;
    GemmProduct product;
    product.left = estimate.swaps ? r : l;
    product.right = estimate.swaps ? l : r;
    product.output_in_place =
        !real_view_ && as_matrix(rows.merged[operand_d], columns.merged[operand_d]).has_value();
    // Elements from column to column: in the operand if it is in place, else in its intermediate,
    // which has no gaps.
    const auto leading = [](Operand operand, bool in_place, const Grouping& first,
                            const Grouping& second) {
        if (!in_place || second.extent == 1) return first.extent;
        return second.merged[operand]->stride;
    };
    const auto leading_of = [&](const MatrixFactor& factor, const Grouping& free) {
        return factor.inner_fastest ? leading(factor.operand, factor.in_place, inner, free)
                                    : leading(factor.operand, factor.in_place, free, inner);
    };
    product.shape = {rows.extent,
                     columns.extent,
                     inner.extent,
                     leading_of(product.left, rows),
                     leading_of(product.right, columns),
                     leading(operand_d, product.output_in_place, rows, columns)};
    return product;
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

double Estimator::product_ms(const Estimate& estimate, const GemmProduct& product) {
    ProductCounts counts;
    counts.outputs = estimate.free_l->loop_count * estimate.free_r->loop_count * batch_;
    counts.terms = estimate.contracted->loop_count;
    counts.adds = product.output_in_place && !problem_.beta_is_zero;
    double sum = products_ms(
        gemm_call(problem_, product.left, product.right, real_view_, product.shape), counts);
    for (const MatrixFactor& factor : {product.left, product.right}) {
        if (!factor.in_place) sum += transpose_ms_[factor.operand];
    }
    return sum;
}

}  // namespace ttgt
