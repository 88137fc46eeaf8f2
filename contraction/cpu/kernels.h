// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "contraction/cpu/blas_price.h"
#include "contraction/cpu/rates.h"
#include "contraction/plan/kernel_memo.h"
#include "contraction/plan/kernel_planner.h"
#include "contraction/plan/kernel_preparation.h"
#include "src/core/element.h"

namespace ttgt::cpu {

/// Kernels of some threads of a calibrated CPU. Reduce and Scale steps have one kernel each.
class CpuKernelPlanner final : public KernelPlanner {
public:
    /// `memo` keeps the kernel plans of transposes.
    CpuKernelPlanner(Rates rates, std::shared_ptr<KernelMemo> memo)
        : rates_(std::move(rates)), memo_(std::move(memo)) {}

    [[nodiscard]] SharedKernelPlan plan_transpose(const TransposeProblem& problem) const override;
    void plan_kernel(DirectStep& step, std::int64_t scratch_limit) const override;
    void plan_kernel(ReduceStep&, std::int64_t) const override {}
    void plan_kernel(ScaleStep&) const override {}
    [[nodiscard]] bool has_gemm_of(DType dtype) const override { return !is_half(dtype); }

private:
    Rates rates_;
    std::shared_ptr<KernelMemo> memo_;
};

class CpuKernelPreparation final : public KernelPreparation {
public:
    CpuKernelPreparation(int threads, BlasPrice blas) : threads_(threads), blas_(blas) {}

    [[nodiscard]] SharedKernelPlan complete(const SharedKernelPlan& priced) const override;
    /// Sets the scratch memory only: the BLAS chooses its kernels when it is called.
    void plan_products(GemmStep& step, std::int64_t scratch_limit) const override;

private:
    int threads_;
    BlasPrice blas_;
};

}  // namespace ttgt::cpu
