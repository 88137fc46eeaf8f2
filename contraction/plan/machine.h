// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "contraction/plan/plan.h"
#include "src/gemm/gemm.h"
#include "transpose/kernel_plan.h"

namespace ttgt {

/// How many matrix products of one shape make a contraction.
struct ProductCounts {
    std::int64_t outputs = 1;  ///< matrices C
    std::int64_t terms = 1;    ///< products that are summed to each
    bool adds = false;         ///< to what C holds

    friend bool operator==(const ProductCounts&, const ProductCounts&) = default;
};

/// What planning must know of a device: how it would do an action, and how long that takes, in
/// milliseconds. Deterministic; asks no device anything, but for plan_kernel() of a GemmStep.
class Machine {
public:
    virtual ~Machine() = default;
    /// The same machine where a contraction touches `bytes` more.
    [[nodiscard]] virtual std::unique_ptr<const Machine> with_workspace(
        std::int64_t bytes) const = 0;

    /// As far as its price needs: complete() adds what else a run takes.
    [[nodiscard]] virtual SharedKernelPlan plan_transpose(
        const TransposeProblem& problem) const = 0;
    [[nodiscard]] virtual SharedKernelPlan complete(const SharedKernelPlan& priced) const = 0;
    /// Fill in how the step's kernels do it, with at most so many bytes of scratch memory.
    virtual void plan_kernel(DirectStep& step, std::int64_t scratch_limit) const = 0;
    /// The step by the other kernels that could do it, the likeliest first; it and the scratch
    /// limit as in plan_kernel(). Takes long.
    [[nodiscard]] virtual std::vector<DirectStep> other_kernels(const DirectStep&,
                                                                std::int64_t) const {
        return {};
    }
    /// The step by kernels written for it, the likeliest first, at most `most`: they must be
    /// compiled before they run.
    [[nodiscard]] virtual std::vector<DirectStep> generated_kernels(const DirectStep&,
                                                                    std::size_t) const {
        return {};
    }
    /// Compiles the step's kernel where it was written for it and is not compiled. Throws
    /// Unsupported where that fails; takes long.
    virtual void compile_kernel(DirectStep&) const {}
    /// The same of many such steps, in their order, several at a time, and none begun when so many
    /// seconds are over; those that fail stay as they are.
    virtual void compile_kernels(const std::vector<DirectStep*>&, double) const {}
    virtual void plan_kernel(ReduceStep& step, std::int64_t scratch_limit) const = 0;
    virtual void plan_kernel(ScaleStep& step) const = 0;
    /// The same of matrix products, as the device's library would do them. Throws Unsupported where
    /// it cannot. Takes long: for plans that are to run.
    virtual void plan_kernel(GemmStep& step, std::int64_t scratch_limit) const = 0;

    /// Whether Direct's products of matrices are as fast as GEMM's where both inputs run along the
    /// same labels.
    [[nodiscard]] virtual bool multiplies_in_place() const { return false; }
    /// Whether it has a GEMM of such elements.
    [[nodiscard]] virtual bool has_gemm_of(DType dtype) const = 0;

    /// Whether it sums products of 16-bit tensors into a float32 one faster than it converts them
    /// and multiplies what they became.
    [[nodiscard]] virtual bool sums_halves() const { return false; }

    /// `bytes` read plus written by plain loops.
    [[nodiscard]] virtual double copy_ms(double bytes) const = 0;
    /// A step that reads and writes so many bytes, its kernel planned.
    [[nodiscard]] virtual double transpose_ms(const TransposeStep& step, double bytes) const = 0;
    [[nodiscard]] virtual double direct_ms(const DirectStep& step, double bytes) const = 0;
    [[nodiscard]] virtual double reduce_ms(const ReduceStep& step, double bytes) const = 0;
    [[nodiscard]] virtual double gemm_ms(const GemmStep& step) const = 0;

    /// How much more than its price the estimate of a candidate may be, as a factor.
    [[nodiscard]] virtual double estimate_margin() const = 0;
    /// The share by which another candidate must be predicted to be faster than the classic one,
    /// where products are summed and where they are not: less is within what predictions err by.
    [[nodiscard]] virtual double least_gain(bool sums_products) const = 0;
    /// Quick ones, for estimates: `bytes` read plus written by the transpose of a square matrix;
    /// products whose operands need no step from run to run.
    [[nodiscard]] virtual double square_transpose_ms(double bytes) const = 0;
    [[nodiscard]] virtual double products_ms(const GemmCall& shape,
                                             const ProductCounts& counts) const = 0;
};

}  // namespace ttgt
