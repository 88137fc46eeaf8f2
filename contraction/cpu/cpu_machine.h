// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "contraction/cpu/kernels.h"
#include "contraction/cpu/step_prices.h"
#include "contraction/plan/machine.h"

namespace ttgt::cpu {

/// Some threads of a calibrated CPU and a BLAS, by default the calibrated one. Direct's kernels
/// have scratch memory, and the sums of matrix products that threads share.
class CpuMachine final : public Machine {
public:
    explicit CpuMachine(Rates rates, BlasPrice blas = {});

    [[nodiscard]] const StepPrices& prices() const override { return prices_; }
    [[nodiscard]] const KernelPlanner& kernels() const override { return kernels_; }
    [[nodiscard]] const KernelPreparation& preparation() const override { return preparation_; }
    [[nodiscard]] std::unique_ptr<const Machine> with_workspace(std::int64_t bytes) const override;

private:
    CpuMachine(Rates rates, BlasPrice blas, std::shared_ptr<KernelMemo> memo);

    Rates rates_;
    BlasPrice blas_;
    std::shared_ptr<KernelMemo> memo_;
    CpuStepPrices prices_;
    CpuKernelPlanner kernels_;
    CpuKernelPreparation preparation_;
};

}  // namespace ttgt::cpu
