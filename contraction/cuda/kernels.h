// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "contraction/plan/kernel_memo.h"
#include "contraction/plan/kernel_planner.h"
#include "contraction/plan/kernel_preparation.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// Has a device's library choose how to do a step's products; as KernelPreparation's function.
using PlanProducts = std::function<void(GemmStep& step, std::int64_t scratch_limit)>;

/// Compile steps' generated kernels for a device; as KernelPreparation's functions of these names.
struct KernelCompilers {
    std::function<void(DirectStep& step)> compile_kernel;
    std::function<void(const std::vector<DirectStep*>& steps, double seconds)> compile_kernels;
};

/// The completed plan of a transpose that plan_transpose() priced, from `completed` or made now and
/// kept there.
[[nodiscard]] SharedKernelPlan complete_kernel(KernelMemo& completed,
                                               const SharedKernelPlan& priced);

/// Kernels of a GPU by the tables of its architecture.
class CudaKernelPlanner final : public KernelPlanner {
public:
    explicit CudaKernelPlanner(const Architecture& gpu);

    [[nodiscard]] SharedKernelPlan plan_transpose(const TransposeProblem& problem) const override;
    void plan_kernel(DirectStep& step, std::int64_t scratch_limit) const override;
    void plan_kernel(ReduceStep& step, std::int64_t scratch_limit) const override;
    void plan_kernel(ScaleStep& step) const override;
    [[nodiscard]] std::vector<DirectStep> other_kernels(const DirectStep& step,
                                                        std::int64_t scratch_limit) const override;
    [[nodiscard]] std::vector<DirectStep> generated_kernels(const DirectStep& step,
                                                            std::size_t most) const override;
    [[nodiscard]] std::optional<ReorderingLimits> reordering() const override;
    [[nodiscard]] bool has_gemm_of(DType) const override { return true; }
    [[nodiscard]] std::int64_t gemm_padding_unit(DType dtype, ComputeType compute) const override;
    [[nodiscard]] bool has_mixed_precision_products() const override { return true; }

private:
    Architecture gpu_;
    std::unique_ptr<KernelMemo> priced_;  ///< kernel plans of transposes
};

/// Without `plan_products` and `compilers`, steps are left as they are: for plans that are only
/// priced.
class CudaKernelPreparation final : public KernelPreparation {
public:
    CudaKernelPreparation(std::shared_ptr<KernelMemo> completed, PlanProducts plan_products,
                          KernelCompilers compilers);

    [[nodiscard]] SharedKernelPlan complete(const SharedKernelPlan& priced) const override;
    void plan_products(GemmStep& step, std::int64_t scratch_limit) const override;
    void compile_kernel(DirectStep& step) const override;
    void compile_kernels(const std::vector<DirectStep*>& steps, double seconds) const override;

private:
    std::shared_ptr<KernelMemo> completed_;  ///< kernel plans of transposes that can run
    PlanProducts plan_products_;
    KernelCompilers compilers_;
};

}  // namespace ttgt::cuda
