// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>
#include <ttgt/dtype.h>
#include <ttgt/export.h>
#include <ttgt/tensor.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Elementwise functions of tensors and reductions: docs/guide/operators.md has the grammar.
namespace ttgt {

struct PlannedEvaluation;  // the implementation of a plan

/// A plan: one way to evaluate a formula, such as "T(a,b,i,j) = R(i,j,a,b)/(e(i)+e(j)-f(a)-f(b))"
/// or "n(i) = sum(abs(T(a,i)))", for fixed layouts on one device. A plan is immutable; several
/// threads may run it at the same time with distinct outputs, on several streams.
class TTGT_EXPORT EvaluationPlan {
public:
    ~EvaluationPlan();
    EvaluationPlan(EvaluationPlan&&) noexcept;
    EvaluationPlan& operator=(EvaluationPlan&&) noexcept;
    EvaluationPlan(const EvaluationPlan&) = delete;  // plans are shared by reference, not copied
    EvaluationPlan& operator=(const EvaluationPlan&) = delete;

    /// The names of the input tensors, in the order in which a run takes them.
    [[nodiscard]] const std::vector<std::string>& inputs() const noexcept;
    /// The names of the scalars, in the order in which a run takes them.
    [[nodiscard]] const std::vector<std::string>& scalars() const noexcept;
    /// Describes the plan: the loops, the tile, how each tensor is read, and bytes.
    [[nodiscard]] std::string explain() const;
    /// The CUDA C++ source of the plan's kernels; empty on CPUs.
    [[nodiscard]] std::string source() const;
    /// The bytes of the elements that a run reads and writes, each element counted once for each
    /// way in which the formula labels its tensor, within a reduction and outside of it. Saturates.
    [[nodiscard]] std::int64_t bytes() const noexcept;
    /// Predicted milliseconds of a run: of its bytes at the rate of a copy, on CPUs at least of its
    /// arithmetic. Rough: layouts and tiles do not count.
    [[nodiscard]] double predicted_ms() const noexcept;

    /// Computes the output at `out`. Each pointer is the address of element (0, 0, …) of its tensor
    /// in the planned layout, in the memory space of the plan's device; on CUDA it must be aligned
    /// to the size of an element. With `=`, the output is not read unless the formula names it on
    /// the right. Every run of one plan on equal inputs gives equal bits, whatever the number of
    /// threads. Allocates scratch memory that does not depend on the tensors' sizes, on CUDA in
    /// stream order.
    ///
    /// On CPUs, the output is complete when the call returns. On CUDA, the call enqueues one or two
    /// kernels on `stream` and returns without waiting. A CUDA graph can capture it; the plan must
    /// then live until the replays of the graph have ended. If `stream` is
    /// empty, it enqueues on the stream of the context that made the plan, which must still exist.
    ///
    /// Throws before anything is written: OperandCountMismatch where there are more or fewer inputs
    /// or scalars than the formula has; InvalidArgument where a pointer is null or misaligned, a
    /// stream is given on the CPU, or a scalar is complex and the output real; OverlapError where
    /// the output overlaps an input, unless both have one address and the formula reads of it only
    /// the element that it writes; OutOfMemory. Throws DeviceError where a kernel launch fails.
    void run(void* out, std::span<const void* const> inputs, std::span<const Scalar> scalars = {},
             Stream stream = {}) const;

    /// Runs as run() does, waits for the end of the work and returns its milliseconds.
    [[nodiscard]] double time_ms(void* out, std::span<const void* const> inputs,
                                 std::span<const Scalar> scalars = {}, Stream stream = {}) const;

private:
    /// The operands' pointers, the output's first; checked.
    [[nodiscard]] std::vector<void*> checked(void* out, std::span<const void* const> inputs,
                                             std::span<const Scalar> scalars) const;
    friend EvaluationPlan make_evaluation_plan(PlannedEvaluation planned);
    explicit EvaluationPlan(std::unique_ptr<const PlannedEvaluation> planned);

    std::unique_ptr<const PlannedEvaluation> planned_;
};

/// Plans a formula for tensors with these dtypes and layouts: the output first, then each tensor on
/// the right once, in the order in which their names appear first. The output is not repeated where
/// the formula names it on the right. Accesses no element. On CUDA the plan's kernels are generated
/// and compiled by NVRTC, which takes some tenths of a second.
///
/// Throws ExpressionError where the formula is malformed; OperandCountMismatch, RankMismatch,
/// ExtentMismatch, SizeOverflow or AliasedOutput where layouts do not fit it; InvalidArgument where
/// a label of an operand is neither one of the output nor reduced, a function takes no complex
/// values, or a complex value would become a real output; OverlapError where the formula reads
/// other elements of the output than the one it writes; Unsupported where a dtype is opaque, or on
/// CUDA where NVRTC is missing.
[[nodiscard]] TTGT_EXPORT EvaluationPlan plan_evaluation(
    Context& context, std::string_view formula, const std::vector<OperandLayout>& operands);

/// Options of evaluate().
struct EvaluateOptions {
    std::vector<Scalar> scalars{};  ///< values of the formula's scalars, in their order
    Context* context = nullptr;     ///< null: the calling thread's CPU context, thread_context()
};

/// Plans a formula and runs the plan once. All tensors must lie in the memory of the context's
/// device. Must not be captured in a CUDA graph: its plan ends with the call. Throws what
/// plan_evaluation() and EvaluationPlan::run() throw, and InvalidArgument where a tensor lies in
/// another memory space.
TTGT_EXPORT void evaluate(std::string_view formula, const TensorView& output,
                          const std::vector<ConstTensorView>& inputs,
                          const EvaluateOptions& options = {});

}  // namespace ttgt
