// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "contraction/plan/plan.h"
#include "transpose/kernel_plan.h"

namespace ttgt {

/// When a device gains from transposing inputs to the order of D before a Direct step. Below these
/// limits the transposes cost more than they save.
struct ReorderingLimits {
    /// The least ratio of D's bytes to an input's bytes at which the input is transposed to the
    /// order of D.
    double output_ratio = 0;
    /// The fewest bytes of D at which an input is transposed to the order of D.
    double output_bytes = 0;
    std::int64_t vector_bytes = 16;  ///< bytes that the kernels read at once
};

/// Chooses which kernel a device uses for a step. Deterministic; needs no access to the device.
class KernelPlanner {
public:
    virtual ~KernelPlanner() = default;

    /// Plans the kernel of a transpose well enough to predict its time. The result is incomplete:
    /// KernelPreparation::complete() makes one that can run.
    [[nodiscard]] virtual SharedKernelPlan plan_transpose(
        const TransposeProblem& problem) const = 0;
    /// Chooses the kernel of a Direct step and sets `step.kernel` and `step.scratch_bytes`. The
    /// kernel needs at most `scratch_limit` bytes of scratch memory.
    virtual void plan_kernel(DirectStep& step, std::int64_t scratch_limit) const = 0;
    /// Chooses the kernel of a Reduce step and sets `step.kernel` and `step.scratch_bytes`. The
    /// kernel needs at most `scratch_limit` bytes of scratch memory.
    virtual void plan_kernel(ReduceStep& step, std::int64_t scratch_limit) const = 0;
    /// Chooses the kernel of a Scale step and sets `step.kernel`.
    virtual void plan_kernel(ScaleStep& step) const = 0;
    /// Copies of a Direct step with each kernel that could replace the step's kernel, the fastest
    /// by prediction first. Parameters: the step, planned by plan_kernel(), and the scratch limit
    /// in bytes. Slow: for plans that are measured or explained.
    [[nodiscard]] virtual std::vector<DirectStep> other_kernels(const DirectStep&,
                                                                std::int64_t) const {
        return {};
    }
    /// Copies of a Direct step, each with a kernel that is generated for this step, the fastest by
    /// prediction first. Parameters: the step, and the largest number of copies. The kernels must
    /// be compiled before they run.
    [[nodiscard]] virtual std::vector<DirectStep> generated_kernels(const DirectStep&,
                                                                    std::size_t) const {
        return {};
    }

    /// When transposing inputs before a Direct step may pay. Empty where it never does: where the
    /// Direct kernels do not multiply matrices as fast as GEMM if the operands share their fastest
    /// label.
    [[nodiscard]] virtual std::optional<ReorderingLimits> reordering() const { return {}; }
    /// Whether the device's library has a GEMM for elements of this dtype.
    [[nodiscard]] virtual bool has_gemm_of(DType dtype) const = 0;
    /// The library's GEMM multiplies elements of this dtype faster if the contiguous extent of each
    /// matrix is a multiple of so many elements; 1 where any extent is as good.
    [[nodiscard]] virtual std::int64_t gemm_padding_unit(DType, ComputeType) const { return 1; }
    /// Whether the device multiplies 16-bit tensors into a float32 tensor (mixed precision) faster
    /// than it converts them to float32 and multiplies the float32 tensors.
    [[nodiscard]] virtual bool has_mixed_precision_products() const { return false; }

protected:
    KernelPlanner() = default;
    KernelPlanner(const KernelPlanner&) = default;
    KernelPlanner(KernelPlanner&&) = default;
    KernelPlanner& operator=(const KernelPlanner&) = default;
    KernelPlanner& operator=(KernelPlanner&&) = default;
};

}  // namespace ttgt
