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
    std::string strategy = "auto";  ///< "auto": the cheapest of all; "classic": the paper's way
    Planning planning = Planning::heuristic;
    ComputeType compute = ComputeType::full;  ///< tf32: of float32 and complex64, on CUDA
    /// Plan for beta = 0 (D is never read) or not; unset: true for `=`, false for `+=` and `-=`.
    std::optional<bool> beta_is_zero{};
    /// Kernels written for the problem and compiled by NVRTC may be chosen, too: on CUDA devices,
    /// for small products and, of a program, for several together. Takes some tenths of a second.
    bool generated_kernels = false;
    /// What `measure` may take to compile and time them, in seconds.
    double search_seconds = 2.0;
    /// Overrides the context's limit on scratch bytes.
    std::optional<std::int64_t> workspace_limit{};

    bool operator==(const PlanOptions&) const = default;
};

/// An operand as planning sees it: no pointer yet.
struct OperandLayout {
    DType dtype = DType::float64;
    Layout layout;
};

/// What may differ from run to run of one plan.
struct RunOptions {
    Scalar alpha{1.0, 0.0};
    std::optional<Scalar> beta{};  ///< unset: 0 for a beta-zero plan, else 1
    Workspace workspace{};         ///< at least workspace_bytes(); may be empty where that is 0
    Stream stream{};               ///< CUDA only; empty: the stream of the context that planned
    /// Inputs, counted from 0, of PathOptions::kept whose elements are those of the run before in
    /// this workspace, which nothing else has written since: what was computed from them alone is
    /// taken from there.
    std::vector<std::size_t> unchanged{};
};

class PlannedContraction;  // what a plan hides

/// One way to compute D = alpha*s*op(L)*op(R)*… + beta*D for fixed layouts, s being the
/// expression's literal factors and sign, or a sum of such products. Immutable: several threads may
/// run one plan at the same time with distinct workspaces and outputs.
class TTGT_EXPORT ContractionPlan {
public:
    ~ContractionPlan();
    ContractionPlan(ContractionPlan&&) noexcept;
    ContractionPlan& operator=(ContractionPlan&&) noexcept;
    ContractionPlan(const ContractionPlan&) = delete;  // plans are shared by reference, not copied
    ContractionPlan& operator=(const ContractionPlan&) = delete;

    /// How many inputs a run is given.
    [[nodiscard]] std::size_t inputs() const noexcept;
    /// The problem, the steps with predicted time, bytes and flops, and the candidates that lost,
    /// the nearest first and at most `most_losers`; of a measured plan, what ran when it was
    /// chosen, with times.
    [[nodiscard]] std::string explain(std::size_t most_losers = SIZE_MAX) const;
    /// CUDA C++ of the kernels that were generated for the plan; empty where none was.
    [[nodiscard]] std::string source() const;
    /// Exactly the scratch bytes a run uses.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// The report of a run that has not been timed: predictions only.
    [[nodiscard]] Report prediction() const;

    /// Computes into `d`. Pointers address element (0, 0, …) of the planned layouts, in the memory
    /// space of the plan's device, on CUDA aligned to an element. Allocates nothing; on CPUs
    /// returns when D is complete. alpha = 0 reads neither L nor R; beta = 0 does not read D.
    ///
    /// On CUDA this enqueues kernels on the stream (empty: that of the context that planned, which
    /// must then outlive the call), does not wait, and can be captured in a graph; operands and
    /// workspace must stay until the stream got there. The same plan gives the same bits.
    ///
    /// Throws InvalidArgument where a pointer is null or misaligned, beta does not fit the plan, a
    /// scalar is complex and D real, the workspace is too small or misaligned, or a stream is given
    /// to a CPU; OperandCountMismatch where the expression has another number of inputs;
    /// OverlapError where D overlaps an input (allowed: elementwise plans with D and the input in
    /// one identical layout and place); nothing is written then. Throws DeviceError where a launch
    /// fails, possibly after others.
    void run(void* d, const void* l, const void* r, const RunOptions& options = {}) const;
    /// For expressions with one input.
    void run(void* d, const void* l, const RunOptions& options = {}) const;
    /// For any number of inputs, in the order of the expression.
    void run(void* d, std::span<const void* const> inputs, const RunOptions& options = {}) const;

    /// As run, timing every step; waits for the end, by events in the stream on CUDA. Throws as
    /// run does.
    [[nodiscard]] Report profile(void* d, const void* l, const void* r,
                                 const RunOptions& options = {}) const;
    [[nodiscard]] Report profile(void* d, const void* l, const RunOptions& options = {}) const;
    [[nodiscard]] Report profile(void* d, std::span<const void* const> inputs,
                                 const RunOptions& options = {}) const;

private:
    friend ContractionPlan make_contraction_plan(std::unique_ptr<const PlannedContraction> planned);
    explicit ContractionPlan(std::unique_ptr<const PlannedContraction> planned);

    std::unique_ptr<const PlannedContraction> planned_;
};

/// Plans `expression` for operands given in the order of the expression, output first. No memory of
/// an operand is touched. Throws ExpressionError, the InvalidArgument family (naming label,
/// operands and both extents, a strategy that there is not, or a negative limit or search), or
/// Unsupported: also for tf32 on CPUs or of other dtypes; OutOfMemory where `measure` finds none.
/// Cost: some tens to hundreds of microseconds for each step, beside what `measure` runs.
///
/// An expression with more than two factors or one term becomes steps of one or two inputs each, as
/// `path` says, with temporaries in the workspace.
[[nodiscard]] TTGT_EXPORT ContractionPlan plan_contraction(
    Context& context, std::string_view expression, const std::vector<OperandLayout>& operands,
    const PlanOptions& options = {}, const PathOptions& path = {});

/// How the one-liner plans, and what it runs with. `beta_is_zero` may be left unset: `beta` says.
struct ContractOptions : PlanOptions {
    Scalar alpha{1.0, 0.0};
    std::optional<Scalar> beta{};  ///< unset: 0 for `=`, 1 for `+=` and `-=`
    Context* context = nullptr;    ///< null: thread_context()
    /// On CUDA: operands in host memory are copied to the device, D back; the call then waits for
    /// the end where D is one of them. The copies are beyond the workspace limit. Products of one
    /// or two tensors that all lie in host memory are done tile by tile where they do not fit into
    /// the device, or are large and `devices` are several: as by plan_host_contraction(), which
    /// repeated calls should use; no report is passed then.
    bool copy_host_operands = false;
    /// CUDA devices that share what is done tile by tile; empty: the context's alone.
    std::vector<Device> devices{};
};

/// Plans (or finds the plan in the context's cache) and runs, with the context's workspace and, on
/// CUDA, on its stream without waiting; operands lie in the memory of the context's device, unless
/// they are copied there.
/// Operands bind by position: the output first, whatever the names. Throws as plan_contraction and
/// ContractionPlan::run do, and OutOfMemory.
TTGT_EXPORT void contract(std::string_view expression, const TensorView& d,
                          const ConstTensorView& l, const ConstTensorView& r,
                          const ContractOptions& options = {});
/// For expressions with one input: transposes, sums over lone labels, diagonals.
TTGT_EXPORT void contract(std::string_view expression, const TensorView& d,
                          const ConstTensorView& l, const ContractOptions& options = {});
/// For any number of inputs: products of many tensors, and sums of products, whose factors are the
/// inputs from left to right.
TTGT_EXPORT void contract(std::string_view expression, const TensorView& d,
                          const std::vector<ConstTensorView>& inputs,
                          const ContractOptions& options = {}, const PathOptions& path = {});

}  // namespace ttgt
