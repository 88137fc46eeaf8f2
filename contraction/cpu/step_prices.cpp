// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/step_prices.h"

#include <algorithm>

#include "contraction/cpu/direct/direct.h"
#include "contraction/cpu/library_packing.h"
#include "contraction/cpu/transposed_left.h"
#include "src/core/element.h"

namespace ttgt::cpu {
namespace {

/// Contiguous runs in the three matrices, their columns where these do not adjoin, as often as the
/// pieces of a product read them.
double matrix_runs(const GemmCall& shape, const GemmSplit& split) {
    const auto runs = [](std::int64_t rows, std::int64_t columns, std::int64_t ld) {
        return rows == ld ? 1.0 : static_cast<double>(columns);
    };
    const bool plain_a = shape.op_a == MatrixOp::none;
    const bool plain_b = shape.op_b == MatrixOp::none;
    const double of_a = runs(plain_a ? shape.m : shape.k, plain_a ? shape.k : shape.m, shape.lda);
    const double of_b = runs(plain_b ? shape.k : shape.n, plain_b ? shape.n : shape.k, shape.ldb);
    return of_a * static_cast<double>(split.column_parts) +
           of_b * static_cast<double>(split.row_parts) + runs(shape.m, shape.n, shape.ldc);
}

/// Calls of the library for one product, where it packs.
double packed_calls(const GemmCall& shape, const GemmSplit& split, bool transposes_left) {
    GemmCall call = piece_of(shape, split);
    call.k = shape.k / split.inner_parts;
    if (transposes_left && suits_transposed_left(call)) return 0;
    if (!is_packed_by_library(call)) return 0;
    return static_cast<double>(split.row_parts * split.column_parts) *
           static_cast<double>(split.inner_parts);
}

/// How many threads may call the BLAS at the same time.
int threads_side_by_side(const BlasPrice& blas, int threads) {
    return blas.side_by_side ? threads : 1;
}

}  // namespace

ProductCounts product_counts(const GemmStep& step) {
    return {volume(step.loops), volume(step.sums)};
}

GemmSplit split_products(const GemmCall& shape, const ProductCounts& counts, const BlasPrice& blas,
                         int threads, std::int64_t scratch_limit) {
    const std::int64_t sum_bytes =
        std::clamp(scratch_limit, most_sum_bytes_on_stack, most_sum_bytes);
    return split_gemm(shape, counts.outputs, counts.terms,
                      {threads_side_by_side(blas, threads), blas.transposes_left, sum_bytes});
}

double CpuStepPrices::copy_ms(double bytes) const { return rates_.copy_ms(bytes); }

double CpuStepPrices::transpose_ms(const TransposeStep& step, double bytes) const {
    return rates_.transpose_ms(bytes, step.kernel->predicted_ms(), step.beta != ScalarRole::zero);
}

double CpuStepPrices::direct_ms(const DirectStep& step, double bytes) const {
    return rates_.direct_ms(step.dtypes[0], direct_work(step, rates_.threads()), bytes);
}

double CpuStepPrices::reduce_ms(const ReduceStep&, double bytes) const {
    return rates_.copy_ms(bytes);
}

double CpuStepPrices::gemm_ms(const GemmStep& step) const {
    const ProductCounts counts = product_counts(step);
    const double products = static_cast<double>(counts.outputs) * static_cast<double>(counts.terms);
    const GemmSplit split =
        split_products(step.shape, counts, blas_, rates_.threads(), step.scratch_limit);
    Work work = gemm_work(step.shape, counts, split);
    work.runs = matrix_runs(step.shape, split) * products;
    return rates_.gemm_ms(step.shape, products * blas_.slower, work);
}

double CpuStepPrices::product_loops_ms(double factors) const {
    constexpr double factor_ns = 1.3;  // nanoseconds that a factor of a term takes on one thread
    return factors * factor_ns * 1e-6 / rates_.threads();
}

double CpuStepPrices::pruning_factor() const {
    // Prices take the caches into account, which estimates do not. Of 1296 contractions drawn and
    // of TCCG, 22 choose another candidate than with all of eight priced, predicted to take 1.03
    // times as long at most; 1.0 would be 1.27.
    return 1.1;
}

double CpuStepPrices::least_gain(bool) const {
    // Candidates predicted to be up to a fifth faster were as often slower.
    constexpr double undecided = 0.2;
    return undecided;
}

double CpuStepPrices::square_transpose_ms(double bytes) const {
    return rates_.square_transpose_ms(bytes);
}

double CpuStepPrices::products_ms(const GemmCall& shape, const ProductCounts& counts) const {
    const double products = static_cast<double>(counts.outputs) * static_cast<double>(counts.terms);
    const GemmSplit split = split_products(shape, counts, blas_, rates_.threads(), most_sum_bytes);
    return rates_.gemm_ms(shape, products * blas_.slower, gemm_work(shape, counts, split));
}

/// What threads can share, and the traffic, where C is read and written once whatever beta is,
/// because storing through the caches first reads what is overwritten; so are the sums that are
/// added to it. Without runs.
Work CpuStepPrices::gemm_work(const GemmCall& shape, const ProductCounts& counts,
                              const GemmSplit& split) const {
    const double products = static_cast<double>(counts.outputs) * static_cast<double>(counts.terms);
    const double elements = (static_cast<double>(shape.m) + static_cast<double>(shape.n)) *
                                static_cast<double>(shape.k) * products +
                            2 * static_cast<double>(shape.m) * static_cast<double>(shape.n) *
                                static_cast<double>(counts.outputs) *
                                static_cast<double>(split.sums);
    Work work;
    const bool on_one_thread = threads_side_by_side(blas_, rates_.threads()) == 1;
    work.pieces = on_one_thread
                      ? 1
                      : static_cast<double>(counts.outputs) * static_cast<double>(split.pieces());
    // What threads transpose is priced as what the library packs, but without the turns.
    work.turns = products * packed_calls(shape, split, blas_.transposes_left);
    work.traffic_bytes = elements * static_cast<double>(size_bytes(shape.dtype));
    return work;
}

}  // namespace ttgt::cpu
