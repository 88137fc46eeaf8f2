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

/// An operand of a program as planning sees it.
struct NamedOperand {
    std::string name;
    OperandLayout operand;
};

/// Statements planned together: their products turned into binary contractions that share what is
/// equal, their temporaries in one workspace. Immutable: several threads may run one plan at the
/// same time with distinct workspaces and outputs.
class TTGT_EXPORT ProgramPlan {
public:
    ~ProgramPlan();
    ProgramPlan(ProgramPlan&&) noexcept;
    ProgramPlan& operator=(ProgramPlan&&) noexcept;
    ProgramPlan(const ProgramPlan&) = delete;  // plans are shared by reference, not copied
    ProgramPlan& operator=(const ProgramPlan&) = delete;

    /// Every step with its layouts, predicted time and memory, and what was shared and factored.
    [[nodiscard]] std::string explain() const;
    /// As ContractionPlan::source().
    [[nodiscard]] std::string source() const;
    /// Exactly the scratch bytes a run uses.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// Operations of all steps: index tuples, twice where products are summed (complex or not).
    [[nodiscard]] double operations() const noexcept;
    /// The report of a run that has not been timed: predictions only.
    [[nodiscard]] Report prediction() const;

    /// Computes every statement. Pointers address element (0, 0, …) of the operands, in the order
    /// in which planning was given them; those that statements write are written, the others only
    /// read. Statements with `=` do not read what they write. alpha must be 1 and beta unset: a
    /// program has literal factors and `+=`.
    ///
    /// Space, stream order, allocation and exceptions are those of ContractionPlan::run; an output
    /// that overlaps any other operand is an OverlapError.
    void run(std::span<void* const> operands, const RunOptions& options = {}) const;
    /// As run, timing every step; waits for the end.
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

/// Plans statements, one per line or separated by `;`, such as
///     W(m,n,i,j) = V(m,n,i,j) + V(m,n,e,f) * T(e,f,i,j)
///     R(a,b,i,j) = T(a,b,m,n) * W(m,n,i,j)
/// Operands bind by name. A tensor that is written but not given is a temporary of the program. A
/// tensor is written before it is read and not after; labels mean what they mean within a
/// statement. Options of a path for one product, of same and of kept operands do not apply here.
/// Throws ExpressionError; the InvalidArgument family naming statement, factor and label; or
/// Unsupported.
[[nodiscard]] TTGT_EXPORT ProgramPlan plan_program(Context& context, std::string_view program,
                                                   const std::vector<NamedOperand>& operands,
                                                   const PlanOptions& options = {},
                                                   const PathOptions& path = {});

}  // namespace ttgt
