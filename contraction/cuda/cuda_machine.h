// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "contraction/cuda/kernels.h"
#include "contraction/cuda/step_prices.h"
#include "contraction/plan/machine.h"

namespace ttgt::cuda {

/// A GPU by the tables of its architecture. One is made for every contraction.
class CudaMachine final : public Machine {
public:
    /// Without `plan_products` and `compilers` its plans can be priced, not run.
    explicit CudaMachine(const Architecture& gpu,
                         std::shared_ptr<const GemmTimesByDType> gemm_times = gemm_times_sm_90(),
                         PlanProducts plan_products = {}, KernelCompilers compilers = {});

    [[nodiscard]] const StepPrices& prices() const override { return *prices_; }
    [[nodiscard]] const KernelPlanner& kernels() const override { return *kernels_; }
    [[nodiscard]] const KernelPreparation& preparation() const override { return *preparation_; }
    [[nodiscard]] std::unique_ptr<const Machine> with_workspace(std::int64_t bytes) const override;

private:
    // Copies of a machine share them.
    std::shared_ptr<const CudaStepPrices> prices_;
    std::shared_ptr<const CudaKernelPlanner> kernels_;
    std::shared_ptr<const CudaKernelPreparation> preparation_;
};

}  // namespace ttgt::cuda
