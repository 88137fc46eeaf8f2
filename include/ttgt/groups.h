// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>
#include <ttgt/dtype.h>
#include <ttgt/export.h>
#include <ttgt/layout.h>
#include <ttgt/report.h>
#include <ttgt/transpose.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// The layouts of one problem of plan_transposes(): mode i of `out` is mode perm[i] of `in`.
struct TransposeLayouts {
    Layout in;   ///< extents and strides of the input
    Layout out;  ///< extents and strides of the output
};

/// Options of plan_transposes().
struct TransposeGroupOptions : TransposeOptions {
    /// True: the plan is for beta = 0 and never reads outputs. False: for any other beta.
    bool beta_is_zero = true;
};

struct PlannedGroup;  // the implementation of a plan

/// A plan for a group: many problems of one expression, each with extents, strides and addresses of
/// its own. On CUDA devices a run does the group in a few launches where that is predicted to be
/// fastest; on CPUs threads share the problems by their predicted times. A plan is immutable:
/// several threads may run one plan at the same time with distinct workspaces and outputs.
class TTGT_EXPORT GroupPlan {
public:
    ~GroupPlan();
    GroupPlan(GroupPlan&&) noexcept;
    GroupPlan& operator=(GroupPlan&&) noexcept;
    GroupPlan(const GroupPlan&) = delete;  // plans are shared by reference, not copied
    GroupPlan& operator=(const GroupPlan&) = delete;

    /// The number of problems.
    [[nodiscard]] std::int64_t problems() const noexcept;
    /// Describes the plan as BlockContractionPlan::explain() does: the problems are the blocks of
    /// tensors, and the label '#' numbers them.
    [[nodiscard]] std::string explain() const;
    /// The bytes of workspace that a run uses.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// A report with predicted times; measured times are 0. Runs nothing.
    [[nodiscard]] Report prediction() const;

    /// Computes D = alpha*s*op(L)*op(R) + beta*D for each problem, with the same scalars.
    /// `outputs[i]` is the address of element (0, 0, …) of the output of problem i, and
    /// `inputs[j][i]` that of its input j, in the order of the expression; all are in the memory of
    /// the plan's device. Addresses of tensors without elements may be null. If alpha = 0, inputs
    /// are not read; if beta = 0, outputs are not read. Inputs of different problems may overlap.
    /// Every run of one plan on equal inputs gives equal bits. options.unchanged must be empty. On
    /// CUDA, the run is enqueued on the stream; the call neither waits nor allocates device memory,
    /// and can be captured in a graph. The plan must live until its runs, and the replays of its
    /// graphs, have ended.
    ///
    /// Throws before anything is written, and names the problem: InvalidArgument where there are
    /// more or fewer addresses than problems, an address is null or misaligned, or a scalar does
    /// not fit; OperandCountMismatch where there are more or fewer inputs than the expression has;
    /// AliasedOutput where two outputs overlap; OverlapError where an output overlaps an input.
    void run(const std::vector<void*>& outputs, const std::vector<std::vector<const void*>>& inputs,
             const RunOptions& options = {}) const;
    /// Runs the plan as run() does, times every stage, and returns a report.
    [[nodiscard]] Report profile(const std::vector<void*>& outputs,
                                 const std::vector<std::vector<const void*>>& inputs,
                                 const RunOptions& options = {}) const;

private:
    friend GroupPlan make_group_plan(PlannedGroup planned);
    explicit GroupPlan(std::unique_ptr<const PlannedGroup> planned);

    std::unique_ptr<const PlannedGroup> planned_;
};

/// Plans transposes from layouts `in` to layouts `out`, all by the same permutation and of one
/// dtype; extents and strides may differ between problems.
///
/// Throws what plan_transpose() throws, with the number of the problem, counted from 0, in the
/// message; InvalidArgument for opaque dtypes, which only single transposes move; Unsupported for
/// tensors of max_rank modes and for Planning::measure.
[[nodiscard]] TTGT_EXPORT GroupPlan plan_transposes(Context& context,
                                                    const std::vector<TransposeLayouts>& problems,
                                                    const std::vector<int>& perm, DType dtype,
                                                    const TransposeGroupOptions& options = {});

/// Plans contractions of one expression of one term with one or two factors. problems[i] are the
/// operands of problem i, the output first. Each operand has the same dtype and number of modes in
/// all problems; extents and strides may differ. Accesses no element of an operand.
///
/// Throws what plan_contraction() throws, with the number of the problem, counted from 0, in the
/// message; InvalidArgument where an operand has another dtype than in problem 0; Unsupported for
/// tensors of max_rank modes, for more factors or terms, and for Planning::measure.
[[nodiscard]] TTGT_EXPORT GroupPlan plan_contractions(
    Context& context, std::string_view expression,
    const std::vector<std::vector<OperandLayout>>& problems, const PlanOptions& options = {});

}  // namespace ttgt
