// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "contraction/plan/kernel_planner.h"
#include "contraction/plan/kernel_preparation.h"
#include "contraction/plan/step_prices.h"

namespace ttgt {

/// What planning knows of a device: which kernels it uses, how long they take, and what makes them
/// ready to run. The three parts live as long as the machine.
class Machine {
public:
    virtual ~Machine() = default;
    [[nodiscard]] virtual const StepPrices& prices() const = 0;
    [[nodiscard]] virtual const KernelPlanner& kernels() const = 0;
    [[nodiscard]] virtual const KernelPreparation& preparation() const = 0;
    /// A copy of this machine for a contraction which accesses `bytes` bytes of workspace besides
    /// its operands, and thus uses more of the caches.
    [[nodiscard]] virtual std::unique_ptr<const Machine> with_workspace(
        std::int64_t bytes) const = 0;
};

}  // namespace ttgt
