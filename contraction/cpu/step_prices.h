// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cpu/blas_price.h"
#include "contraction/cpu/gemm_split.h"
#include "contraction/cpu/rates.h"
#include "contraction/plan/step_prices.h"

namespace ttgt::cpu {

[[nodiscard]] ProductCounts product_counts(const GemmStep& step);

/// How `threads` threads with a BLAS cut the matrix products of one step, with at most
/// `scratch_limit` bytes for sums.
[[nodiscard]] GemmSplit split_products(const GemmCall& shape, const ProductCounts& counts,
                                       const BlasPrice& blas, int threads,
                                       std::int64_t scratch_limit);

/// Prices of some threads of a calibrated CPU and a BLAS.
class CpuStepPrices final : public StepPrices {
public:
    CpuStepPrices(Rates rates, BlasPrice blas) : rates_(std::move(rates)), blas_(blas) {}

    [[nodiscard]] double copy_ms(double bytes) const override;
    [[nodiscard]] double transpose_ms(const TransposeStep& step, double bytes) const override;
    [[nodiscard]] double direct_ms(const DirectStep& step, double bytes) const override;
    [[nodiscard]] double reduce_ms(const ReduceStep& step, double bytes) const override;
    [[nodiscard]] double gemm_ms(const GemmStep& step) const override;
    [[nodiscard]] double product_loops_ms(double factors) const override;
    [[nodiscard]] double square_transpose_ms(double bytes) const override;
    [[nodiscard]] double products_ms(const GemmCall& shape,
                                     const ProductCounts& counts) const override;
    [[nodiscard]] double pruning_factor() const override;
    [[nodiscard]] double least_gain(bool sums_products) const override;

private:
    [[nodiscard]] Work gemm_work(const GemmCall& shape, const ProductCounts& counts,
                                 const GemmSplit& split) const;

    Rates rates_;
    BlasPrice blas_;
};

}  // namespace ttgt::cpu
