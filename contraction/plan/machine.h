// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "contraction/plan/plan.h"
#include "src/gemm/gemm.h"
#include "transpose/kernel_plan.h"

namespace ttgt {

/// How many matrix products C = A * B of one shape a contraction consists of: outputs * terms.
struct ProductCounts {
    std::int64_t outputs = 1;  ///< number of matrices C
    std::int64_t terms = 1;    ///< number of products that are summed to each matrix C
    bool adds = false;         ///< whether the products are added to what C holds before

    friend bool operator==(const ProductCounts&, const ProductCounts&) = default;
};

/// When a device gains from transposing inputs before a Direct step, so that the operands have the
/// same fastest label. Below these limits the transposes cost more than they save.
struct ReorderingLimits {
    /// Of the smaller input in the order of the larger one: bytes of the larger input over bytes of
    /// the smaller one.
    double input_ratio = 0;
    /// Of an input in the order of D: bytes of D over bytes of the input.
    double output_ratio = 0;
    double output_bytes = 0;         ///< of an input in the order of D: bytes of D
    std::int64_t vector_bytes = 16;  ///< bytes that the kernels read at once
};

/// What planning knows of a device: which kernel the device uses for a step, and how many
/// milliseconds the step is predicted to take. Deterministic. Needs no access to the device, except
/// plan_kernel() of a GemmStep.
class Machine {
public:
    virtual ~Machine() = default;
    /// A copy of this machine that predicts times for a contraction which accesses `bytes` bytes of
    /// workspace besides its operands, and thus uses more of the caches.
    [[nodiscard]] virtual std::unique_ptr<const Machine> with_workspace(
        std::int64_t bytes) const = 0;

    /// Plans the kernel of a transpose well enough to predict its time. The result is incomplete:
    /// call complete() before running it.
    [[nodiscard]] virtual SharedKernelPlan plan_transpose(
        const TransposeProblem& problem) const = 0;
    /// Returns a kernel plan that can run, made from `priced`, a result of plan_transpose().
    [[nodiscard]] virtual SharedKernelPlan complete(const SharedKernelPlan& priced) const = 0;
    /// Chooses the kernel of a Direct step and sets `step.kernel` and `step.scratch_bytes`. The
    /// kernel needs at most `scratch_limit` bytes of scratch memory.
    virtual void plan_kernel(DirectStep& step, std::int64_t scratch_limit) const = 0;
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
    /// Compiles the step's kernel if it is a generated one and is not compiled yet. Throws
    /// Unsupported where compiling fails. Slow.
    virtual void compile_kernel(DirectStep&) const {}
    /// Compiles the generated kernels of several steps, in their order and several at a time.
    /// Parameters: the steps, and the number of seconds after which no compilation is begun. A
    /// kernel that fails to compile stays uncompiled.
    virtual void compile_kernels(const std::vector<DirectStep*>&, double) const {}
    /// Chooses the kernel of a Reduce step and sets `step.kernel` and `step.scratch_bytes`. The
    /// kernel needs at most `scratch_limit` bytes of scratch memory.
    virtual void plan_kernel(ReduceStep& step, std::int64_t scratch_limit) const = 0;
    /// Chooses the kernel of a Scale step and sets `step.kernel`.
    virtual void plan_kernel(ScaleStep& step) const = 0;
    /// Asks the device's library how it does the matrix products of a step, and sets `step.kernel`
    /// and `step.scratch_bytes`, at most `scratch_limit` bytes. Throws Unsupported where the
    /// library cannot do the products. Slow: only for plans that will run.
    virtual void plan_kernel(GemmStep& step, std::int64_t scratch_limit) const = 0;

    /// When transposing inputs before a Direct step may pay. Empty where it never does: where the
    /// Direct kernels do not multiply matrices as fast as GEMM if the operands share their fastest
    /// label.
    [[nodiscard]] virtual std::optional<ReorderingLimits> reordering() const { return {}; }
    /// Whether the device's library has a GEMM for elements of this dtype.
    [[nodiscard]] virtual bool has_gemm_of(DType dtype) const = 0;

    /// Whether the device multiplies 16-bit tensors into a float32 tensor faster than it converts
    /// them to float32 and multiplies the float32 tensors.
    [[nodiscard]] virtual bool sums_halves() const { return false; }

    /// Milliseconds for a plain loop that reads and writes `bytes` bytes in total.
    [[nodiscard]] virtual double copy_ms(double bytes) const = 0;
    /// Milliseconds for a Transpose step that reads and writes `bytes` bytes in total.
    /// Precondition: `step.kernel` is planned.
    [[nodiscard]] virtual double transpose_ms(const TransposeStep& step, double bytes) const = 0;
    /// Milliseconds for a Direct step whose operands have `bytes` bytes together. Precondition:
    /// `step.kernel` is planned.
    [[nodiscard]] virtual double direct_ms(const DirectStep& step, double bytes) const = 0;
    /// Milliseconds for a Reduce step that reads and writes `bytes` bytes in total. Precondition:
    /// `step.kernel` is planned.
    [[nodiscard]] virtual double reduce_ms(const ReduceStep& step, double bytes) const = 0;
    /// Milliseconds for all matrix products of a Gemm step. Its kernel need not be planned.
    [[nodiscard]] virtual double gemm_ms(const GemmStep& step) const = 0;

    /// Milliseconds for nested loops over a sum of products of many tensors that read `factors`
    /// elements of the inputs, each as often as it is read.
    [[nodiscard]] virtual double product_loops_ms(double factors) const = 0;

    /// A candidate is priced in full only if its estimate is at most this factor times the lowest
    /// price so far. Above 1 where estimates are often higher than prices.
    [[nodiscard]] virtual double estimate_margin() const = 0;
    /// The least share of the classic candidate's predicted time that another candidate must save
    /// to be chosen, such as 0.2 for a fifth. Smaller savings are within the error of the
    /// predictions. `sums_products`: whether elements of D are sums over labels.
    [[nodiscard]] virtual double least_gain(bool sums_products) const = 0;
    /// Milliseconds for the transpose of a square matrix that reads and writes `bytes` bytes in
    /// total. Cheap to compute, for estimates.
    [[nodiscard]] virtual double square_transpose_ms(double bytes) const = 0;
    /// Milliseconds for `counts` matrix products of this shape, with operands in place. Cheap to
    /// compute, for estimates.
    [[nodiscard]] virtual double products_ms(const GemmCall& shape,
                                             const ProductCounts& counts) const = 0;
};

}  // namespace ttgt
