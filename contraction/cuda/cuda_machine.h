// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "contraction/plan/kernel_memo.h"
#include "contraction/plan/machine.h"
#include "src/context/cuda/architecture.h"
#include "src/context/cuda/gemm_times.h"

namespace ttgt::cuda {

/// Has a device's library choose how to do a step's products; as Machine::plan_kernel().
using PlanProducts = std::function<void(GemmStep& step, std::int64_t scratch_limit)>;

/// Compile steps' generated kernels for a device; as Machine's functions of these names.
struct KernelCompilers {
    std::function<void(DirectStep& step)> compile_kernel;
    std::function<void(const std::vector<DirectStep*>& steps, double seconds)> compile_kernels;
};

/// A GPU by the tables of its architecture. One is made for every contraction.
class CudaMachine final : public Machine {
public:
    /// Without `plan_products` and `compilers` its plans can be priced, not run.
    explicit CudaMachine(const Architecture& gpu,
                         std::shared_ptr<const GemmTimesByDType> gemm_times = gemm_times_sm_90(),
                         PlanProducts plan_products = {}, KernelCompilers compilers = {});

    [[nodiscard]] std::unique_ptr<const Machine> with_workspace(std::int64_t bytes) const override;
    [[nodiscard]] SharedKernelPlan plan_transpose(const TransposeProblem& problem) const override;
    [[nodiscard]] SharedKernelPlan complete(const SharedKernelPlan& priced) const override;
    void plan_kernel(DirectStep& step, std::int64_t scratch_limit) const override;
    [[nodiscard]] std::vector<DirectStep> other_kernels(const DirectStep& step,
                                                        std::int64_t scratch_limit) const override;
    [[nodiscard]] std::vector<DirectStep> generated_kernels(const DirectStep& step,
                                                            std::size_t most) const override;
    void compile_kernel(DirectStep& step) const override;
    void compile_kernels(const std::vector<DirectStep*>& steps, double seconds) const override;
    void plan_kernel(ReduceStep& step, std::int64_t scratch_limit) const override;
    void plan_kernel(ScaleStep& step) const override;
    void plan_kernel(GemmStep& step, std::int64_t scratch_limit) const override;
    [[nodiscard]] std::optional<ReorderingLimits> reordering() const override;
    [[nodiscard]] bool has_gemm_of(DType) const override { return true; }
    [[nodiscard]] bool sums_halves() const override { return true; }
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
    [[nodiscard]] double sum_us(const GemmCall& shape, const ProductCounts& counts) const;

    Architecture gpu_;
    std::shared_ptr<KernelMemo> memo_;       ///< priced
    std::shared_ptr<KernelMemo> completed_;  ///< those that run, or whose price needs it
    std::shared_ptr<const GemmTimesByDType> gemm_times_;  ///< of a calibration, which it owns
    PlanProducts plan_products_;
    KernelCompilers compilers_;
};

}  // namespace ttgt::cuda
