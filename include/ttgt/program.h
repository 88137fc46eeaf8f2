// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>
#include <ttgt/export.h>
#include <ttgt/path.h>
#include <ttgt/report.h>
#include <ttgt/tensor.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// What planning needs to know of an operand of a program.
struct NamedOperand {
    std::string name;       ///< the tensor's name in the statements
    OperandLayout operand;  ///< its dtype and layout
};

/// A plan of several statements together. Products become contractions of one or two tensors; equal
/// products are computed once, and all temporaries lie in one workspace. A plan is immutable:
/// several threads may run one plan at the same time with distinct workspaces and outputs.
class TTGT_EXPORT ProgramPlan {
public:
    ~ProgramPlan();
    ProgramPlan(ProgramPlan&&) noexcept;
    ProgramPlan& operator=(ProgramPlan&&) noexcept;
    ProgramPlan(const ProgramPlan&) = delete;  // plans are shared by reference, not copied
    ProgramPlan& operator=(const ProgramPlan&) = delete;

    /// Describes every step: its expression, layout, operations, bytes and predicted time.
    [[nodiscard]] std::string explain() const;
    /// The CUDA C++ source of the kernel generated for this program; empty if it has none.
    [[nodiscard]] std::string source() const;
    /// The bytes of workspace that a run uses.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// The number of operations of all steps. A step that multiplies two tensors counts the product
    /// of the extents of all its labels, twice if it sums over a label; complex elements count as
    /// real ones.
    [[nodiscard]] double operations() const noexcept;
    /// A report with predicted times; measured times are 0. Runs nothing.
    [[nodiscard]] Report prediction() const;

    /// Computes all statements in order. Each pointer is the address of element (0, 0, …) of an
    /// operand, in the order of the operands given to plan_program(). Operands that no statement
    /// writes are only read. A statement with `=` does not read its old output. options.alpha must
    /// be 1 and options.beta must be unset: a program scales by literal factors instead.
    ///
    /// For memory spaces, streams, allocation and exceptions, see ContractionPlan::run(). Throws
    /// OverlapError where an output overlaps any other operand.
    void run(std::span<void* const> operands, const RunOptions& options = {}) const;
    /// Runs the plan as run() does, times every step, and waits for the end of the work.
    [[nodiscard]] Report profile(std::span<void* const> operands,
                                 const RunOptions& options = {}) const;

private:
    friend ProgramPlan plan_program(Context& context, std::string_view program,
                                    const std::vector<NamedOperand>& operands,
                                    const PlanOptions& options, const PathOptions& path);
    struct State;
    explicit ProgramPlan(std::unique_ptr<const State> state);

    std::unique_ptr<const State> state_;
};

/// Plans a program: statements, one per line or separated by `;`, such as
///     W(m,n,i,j) = V(m,n,i,j) + V(m,n,e,f) * T(e,f,i,j)
///     R(a,b,i,j) = T(a,b,m,n) * W(m,n,i,j)
/// Operands bind by name. A tensor that a statement writes and that is not among `operands` is a
/// temporary of the program. After a statement has read a tensor, no later statement may write it.
/// A label has a meaning only within its statement. PathOptions::path, same and kept must be empty,
/// and PlanOptions::beta_is_zero unset.
/// Throws ExpressionError where a statement is malformed; InvalidArgument or a class derived from
/// it, naming statement, factor and label, where operands do not fit; Unsupported where the program
/// cannot be planned.
[[nodiscard]] TTGT_EXPORT ProgramPlan plan_program(Context& context, std::string_view program,
                                                   const std::vector<NamedOperand>& operands,
                                                   const PlanOptions& options = {},
                                                   const PathOptions& path = {});

}  // namespace ttgt
