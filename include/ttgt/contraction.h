// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/context.h>
#include <ttgt/export.h>
#include <ttgt/path.h>
#include <ttgt/planning.h>
#include <ttgt/report.h>
#include <ttgt/tensor.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// How a contraction is planned.
struct PlanOptions {
    /// The strategy that enumerates candidates. "classic": the one algorithm of the cuTT paper
    /// (Hynninen & Lyakh 2017). "auto": the classic candidate and many other ones. The candidate
    /// with the lowest predicted time is chosen, but the classic candidate is preferred to
    /// candidates that are predicted to be only a little faster.
    std::string strategy = "auto";
    /// Whether the plan is chosen by predicted times or by running candidates.
    Planning planning = Planning::heuristic;
    /// The precision of the arithmetic. tf32 and tf32x3 are only for float32 and complex64 operands
    /// on CUDA devices; int8 is for all operands there but 16-bit ones.
    ComputeType compute = ComputeType::full;
    /// True: the plan is for beta = 0 and never reads D. False: the plan is for any other beta.
    /// Unset: true for an expression with `=`, false for `+=` and `-=`.
    std::optional<bool> beta_is_zero{};
    /// CUDA only. Whether the plan may use CUDA kernels that are written for this problem and
    /// compiled by NVRTC while planning. They suit small products, and one kernel may do all steps
    /// of a program. Compiling takes some tenths of a second.
    bool generated_kernels = false;
    /// The most seconds that Planning::measure takes to compile and time generated kernels.
    double search_seconds = 2.0;
    /// The most bytes of workspace that the plan may need. Unset: the limit of the context.
    std::optional<std::int64_t> workspace_limit{};

    bool operator==(const PlanOptions&) const = default;
};

/// What planning needs to know of an operand: dtype and layout, but no pointer.
struct OperandLayout {
    DType dtype = DType::float64;  ///< dtype of the elements
    Layout layout;                 ///< extents and strides
};

/// The arguments of a run that may differ between runs of one plan.
struct RunOptions {
    Scalar alpha{1.0, 0.0};        ///< factor of the product
    std::optional<Scalar> beta{};  ///< factor of the old D; unset: 0 for a beta-zero plan, else 1
    /// At least workspace_bytes() bytes; may be empty if workspace_bytes() is 0.
    Workspace workspace{};
    /// CUDA only: the stream on which the run is enqueued. Empty: the stream of the context that
    /// made the plan.
    Stream stream{};
    /// Inputs, counted from 0, whose elements are the same as in the previous run with this
    /// workspace. What was computed from these inputs alone is taken from the workspace: planes of
    /// INT8 products, and intermediates. Precondition: with many factors, PathOptions::kept of the
    /// plan has each input; since that run, whose alpha was not 0, nothing wrote to the workspace.
    ///
    /// Example: a plan of "D(i,l)=A(i,j)*B(j,k)*C(k,l)", made with PathOptions::kept {0, 1},
    /// multiplies A by B and the product by C. Its first run stores A*B in the workspace. If only C
    /// has changed before the second run, `unchanged` {0, 1} tells that run to multiply the stored
    /// A*B by the new C.
    std::vector<std::size_t> unchanged{};
};

class PlannedContraction;  // the implementation of a plan

/// A plan: one way to compute D = alpha*s*op(L)*op(R)*… + beta*D, or a sum of such products, for
/// fixed layouts. s is the product of the expression's literal factors and its sign. A plan is
/// immutable: several threads may run one plan at the same time with distinct workspaces and
/// outputs.
class TTGT_EXPORT ContractionPlan {
public:
    ~ContractionPlan();
    ContractionPlan(ContractionPlan&&) noexcept;
    ContractionPlan& operator=(ContractionPlan&&) noexcept;
    ContractionPlan(const ContractionPlan&) = delete;  // plans are shared by reference, not copied
    ContractionPlan& operator=(const ContractionPlan&) = delete;

    /// The number of inputs that a run takes.
    [[nodiscard]] std::size_t inputs() const noexcept;
    /// Describes the plan: the problem, the steps with predicted time, bytes and flops, and at most
    /// `most_losers` rejected candidates, the fastest first. For a plan made with
    /// Planning::measure, the rejected candidates are those that were run, with their times.
    [[nodiscard]] std::string explain(std::size_t most_losers = SIZE_MAX) const;
    /// The CUDA C++ source of the kernels generated for this plan; empty if it has none.
    [[nodiscard]] std::string source() const;
    /// The bytes of workspace that a run uses.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// A report with predicted times; measured times are 0. Runs nothing.
    [[nodiscard]] Report prediction() const;

    /// Computes D into `d` from the inputs `l` and `r`. Each pointer is the address of element
    /// (0, 0, …) of its operand in the planned layout, in the memory space of the plan's device; on
    /// CUDA it must be aligned to the size of an element. If alpha = 0, L and R are not read; if
    /// beta = 0, D is not read. Every run of one plan on equal inputs gives equal bits. Allocates
    /// nothing, unless a CUDA plan of many factors keeps a run that comes again as a CUDA graph.
    ///
    /// On CPUs, D is complete when the call returns. On CUDA, the call enqueues kernels on
    /// options.stream and returns without waiting; a CUDA graph can capture it. If the stream is
    /// empty, it enqueues on the stream of the context that made the plan, which must still exist.
    /// Operands and workspace must stay valid until the enqueued work has finished.
    ///
    /// Throws before anything is written: InvalidArgument where a pointer is null or misaligned,
    /// beta does not fit the plan, a scalar is complex and D real, the workspace is too small or
    /// misaligned, or a stream is given to a CPU plan; OperandCountMismatch where the expression
    /// does not have two inputs; OverlapError where D overlaps an input. Overlap is allowed where
    /// the plan is elementwise and D and the input have the same address and layout. Throws
    /// DeviceError where a kernel launch fails; earlier kernels may then have written to D.
    void run(void* d, const void* l, const void* r, const RunOptions& options = {}) const;
    /// Computes D of an expression with one input `l`; otherwise as run(d, l, r, options).
    void run(void* d, const void* l, const RunOptions& options = {}) const;
    /// Computes D of an expression with any number of inputs, given in the order of the
    /// expression; otherwise as run(d, l, r, options).
    void run(void* d, std::span<const void* const> inputs, const RunOptions& options = {}) const;

    /// Runs the plan as run(d, l, r, options) does, times every step, and waits for the end of the
    /// work. Throws what run() throws.
    [[nodiscard]] Report profile(void* d, const void* l, const void* r,
                                 const RunOptions& options = {}) const;
    /// Profiles an expression with one input `l`.
    [[nodiscard]] Report profile(void* d, const void* l, const RunOptions& options = {}) const;
    /// Profiles an expression with any number of inputs, given in the order of the expression.
    [[nodiscard]] Report profile(void* d, std::span<const void* const> inputs,
                                 const RunOptions& options = {}) const;

private:
    friend ContractionPlan make_contraction_plan(std::unique_ptr<const PlannedContraction> planned);
    friend const PlannedContraction& planned_of(const ContractionPlan& plan) noexcept;
    explicit ContractionPlan(std::unique_ptr<const PlannedContraction> planned);

    std::unique_ptr<const PlannedContraction> planned_;
};

/// Plans `expression` for operands with these dtypes and layouts, in the order of the expression,
/// the output first. Accesses no element of an operand. An expression with more than two factors,
/// or more than one term, becomes steps of one or two inputs each, as `path` says; their
/// intermediates lie in the workspace. Planning::heuristic takes some tens to hundreds of
/// microseconds for each step.
///
/// Throws ExpressionError where the expression is malformed; InvalidArgument or a class derived
/// from it where the layouts do not fit the expression, the strategy is unknown, or a limit is
/// negative; Unsupported where the contraction or the compute type cannot be planned on the device,
/// such as tf32 on CPUs; OutOfMemory where Planning::measure cannot allocate operands.
[[nodiscard]] TTGT_EXPORT ContractionPlan plan_contraction(
    Context& context, std::string_view expression, const std::vector<OperandLayout>& operands,
    const PlanOptions& options = {}, const PathOptions& path = {});

/// Options of contract(): how to plan, and the arguments of the run. If `beta_is_zero` is unset, it
/// follows from `beta`.
struct ContractOptions : PlanOptions {
    Scalar alpha{1.0, 0.0};        ///< factor of the product
    std::optional<Scalar> beta{};  ///< factor of the old D; unset: 0 for `=`, 1 for `+=` and `-=`
    Context* context = nullptr;    ///< null: the calling thread's CPU context, thread_context()
    /// CUDA only. If true, operands may lie in host memory: the call copies inputs to the device
    /// and copies D back. If D lies in host memory, the call waits until D is complete. The copies
    /// on the device do not count towards the workspace limit.
    ///
    /// A product of one or two tensors is computed tile by tile, as plan_host_contraction() does,
    /// if all operands lie in host memory and either do not fit into the device's memory, or have
    /// at least 256 MiB and `devices` names several devices. Such a call makes a new plan each time
    /// and passes nothing to ContextOptions::report_sink.
    bool copy_host_operands = false;
    /// The CUDA devices that share a product computed tile by tile. Empty: the context's device.
    std::vector<Device> devices{};
};

/// Computes an expression with two inputs. Takes the plan from the context's plan cache, or makes
/// it and keeps it there; runs the plan with the context's workspace. On CUDA, the work is enqueued
/// on the context's stream, and the call does not wait. Operands bind by position: `d` is the
/// output and `l`, `r` are the inputs, whatever names the expression uses. Operands must lie in the
/// memory of the context's device unless options.copy_host_operands is true. Throws what
/// plan_contraction() and ContractionPlan::run() throw, and OutOfMemory.
TTGT_EXPORT void contract(std::string_view expression, const TensorView& d,
                          const ConstTensorView& l, const ConstTensorView& r,
                          const ContractOptions& options = {});
/// Computes an expression with one input, such as a transpose, a sum over labels, or a diagonal;
/// otherwise as contract() with two inputs.
TTGT_EXPORT void contract(std::string_view expression, const TensorView& d,
                          const ConstTensorView& l, const ContractOptions& options = {});
/// Computes an expression with any number of inputs: a product of many tensors, or a sum of
/// products. `inputs` are the factors of the expression from left to right. Otherwise as contract()
/// with two inputs.
TTGT_EXPORT void contract(std::string_view expression, const TensorView& d,
                          const std::vector<ConstTensorView>& inputs,
                          const ContractOptions& options = {}, const PathOptions& path = {});

}  // namespace ttgt
