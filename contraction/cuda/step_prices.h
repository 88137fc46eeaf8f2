// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contraction/plan/kernel_memo.h"
#include "contraction/plan/step_prices.h"
#include "src/context/cuda/architecture.h"
#include "src/context/cuda/gemm_times.h"

namespace ttgt::cuda {

/// Prices of a GPU by the tables of its architecture.
class CudaStepPrices final : public StepPrices {
public:
    /// `gemm_times` is of a calibration, which it owns. `completed` keeps the completed kernel
    /// plans of transposes, of which the price of an adding transpose needs the tile.
    CudaStepPrices(const Architecture& gpu, std::shared_ptr<const GemmTimesByDType> gemm_times,
                   std::shared_ptr<KernelMemo> completed);

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
    [[nodiscard]] double sum_us(const GemmCall& shape, const ProductCounts& counts) const;

    Architecture gpu_;
    std::shared_ptr<const GemmTimesByDType> gemm_times_;
    std::shared_ptr<KernelMemo> completed_;
};

}  // namespace ttgt::cuda
