// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "contraction/plan/plan.h"
#include "transpose/kernel_plan.h"

namespace ttgt {

/// Makes the planned kernels of steps ready to run on a device, which a Backend then does. Slow:
/// only for plans that will run. May ask the device, its library and its compiler.
class KernelPreparation {
public:
    virtual ~KernelPreparation() = default;

    /// Returns a kernel plan that can run, made from `priced`, a result of
    /// KernelPlanner::plan_transpose().
    [[nodiscard]] virtual SharedKernelPlan complete(const SharedKernelPlan& priced) const = 0;
    /// Asks the device's library how it does the matrix products of a step, and sets `step.kernel`
    /// and `step.scratch_bytes`, at most `scratch_limit` bytes. Throws Unsupported where the
    /// library cannot do the products.
    virtual void plan_products(GemmStep& step, std::int64_t scratch_limit) const = 0;
    /// Compiles the step's kernel if it is a generated one and is not compiled yet, or has the
    /// device's library choose how to do the products in it. Throws Unsupported where compiling
    /// fails or the library has no way.
    virtual void compile_kernel(DirectStep&) const {}
    /// Compiles the generated kernels of several steps, in their order and several at a time.
    /// Parameters: the steps, and the number of seconds after which no compilation is begun. A
    /// kernel that fails to compile stays uncompiled.
    virtual void compile_kernels(const std::vector<DirectStep*>&, double) const {}

protected:
    KernelPreparation() = default;
    KernelPreparation(const KernelPreparation&) = default;
    KernelPreparation(KernelPreparation&&) = default;
    KernelPreparation& operator=(const KernelPreparation&) = default;
    KernelPreparation& operator=(KernelPreparation&&) = default;
};

}  // namespace ttgt
