// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "contraction/cpu/blas_price.h"
#include "contraction/cpu/gemm_split.h"
#include "contraction/cpu/rates.h"
#include "contraction/plan/kernel_memo.h"
#include "contraction/plan/machine.h"
#include "src/core/element.h"

namespace ttgt::cpu {

/// Some threads of a calibrated CPU and a BLAS, by default the calibrated one. Direct's kernels
/// have scratch memory, and the sums of matrix products that threads share.
class CpuMachine final : public Machine {
public:
    explicit CpuMachine(Rates rates, BlasPrice blas = {});

    [[nodiscard]] std::unique_ptr<const Machine> with_workspace(std::int64_t bytes) const override;
    [[nodiscard]] SharedKernelPlan plan_transpose(const TransposeProblem& problem) const override;
    [[nodiscard]] SharedKernelPlan complete(const SharedKernelPlan& priced) const override;
    void plan_kernel(DirectStep& step, std::int64_t scratch_limit) const override;
    void plan_kernel(ReduceStep&, std::int64_t) const override {}
    void plan_kernel(ScaleStep&) const override {}
    /// The BLAS chooses its kernels when it is called.
    void plan_kernel(GemmStep& step, std::int64_t scratch_limit) const override;
    [[nodiscard]] bool has_gemm_of(DType dtype) const override { return !is_half(dtype); }
    [[nodiscard]] double copy_ms(double bytes) const override;
    [[nodiscard]] double transpose_ms(const TransposeStep& step, double bytes) const override;
    [[nodiscard]] double direct_ms(const DirectStep& step, double bytes) const override;
    [[nodiscard]] double reduce_ms(const ReduceStep& step, double bytes) const override;
    [[nodiscard]] double gemm_ms(const GemmStep& step) const override;
    [[nodiscard]] double product_loops_ms(double factors) const override;
    [[nodiscard]] double estimate_margin() const override;
    [[nodiscard]] double least_gain(bool sums_products) const override;
    [[nodiscard]] double square_transpose_ms(double bytes) const override;
    [[nodiscard]] double products_ms(const GemmCall& shape,
                                     const ProductCounts& counts) const override;

private:
    [[nodiscard]] int threads_side_by_side() const {
        return blas_.side_by_side ? rates_.threads() : 1;
    }
    [[nodiscard]] GemmSplit split_gemm(const GemmCall& shape, const ProductCounts& counts,
                                       std::int64_t scratch_limit) const;
    [[nodiscard]] Work gemm_work(const GemmCall& shape, const ProductCounts& counts,
                                 const GemmSplit& split) const;

    Rates rates_;
    BlasPrice blas_;
    std::shared_ptr<KernelMemo> memo_;
};

}  // namespace ttgt::cpu
