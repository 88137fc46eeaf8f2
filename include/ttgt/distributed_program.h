// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>
#include <ttgt/export.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Programs of several statements on tensors over ranks. Functions documented as collective are
/// those of ttgt/distributed.h.
namespace ttgt {

/// What planning needs to know of an operand of a program over ranks.
struct NamedDistributedOperand {
    std::string name;          ///< the tensor's name in the statements
    DistributedLayout layout;  ///< its dtype, extents and distribution
};

/// A plan of several statements on tensors over ranks: contractions of two or three tensors, one
/// after the other. Each temporary has a distribution of its own and lies in the workspace. A plan
/// is immutable, and all ranks have the same one. It stays valid when its Communicator is
/// destroyed, but must be destroyed before MPI is finalised.
class TTGT_EXPORT DistributedProgramPlan {
public:
    ~DistributedProgramPlan();
    DistributedProgramPlan(DistributedProgramPlan&&) noexcept;
    DistributedProgramPlan& operator=(DistributedProgramPlan&&) noexcept;
    DistributedProgramPlan(const DistributedProgramPlan&) = delete;  // shared by reference
    DistributedProgramPlan& operator=(const DistributedProgramPlan&) = delete;

    /// Describes the plan: the distribution of each temporary, and each step as
    /// DistributedPlan::explain() does.
    [[nodiscard]] std::string explain(std::size_t most_losers = 0) const;
    /// The bytes of workspace that a run uses on this rank.
    [[nodiscard]] std::int64_t workspace_bytes() const noexcept;
    /// The largest workspace_bytes() of all ranks. The workspace limit applies to this number.
    [[nodiscard]] std::int64_t most_workspace_bytes() const noexcept;

    /// Computes all statements in order. Collective. Each pointer is the address of the first
    /// element of this rank's part of an operand, in the order of the operands given to
    /// plan_program(). Operands that no statement writes are only read. options.alpha must be 1 and
    /// options.beta unset: a program scales by literal factors. For memory spaces, streams and
    /// exceptions, see DistributedPlan::run(). Throws OverlapError on every rank where an output
    /// overlaps any other operand on some rank.
    void run(std::span<void* const> operands, const RunOptions& options = {}) const;
    /// Runs the plan as run() does and times every step; after each step, all ranks wait for each
    /// other.
    [[nodiscard]] DistributedReport profile(std::span<void* const> operands,
                                            const RunOptions& options = {}) const;

private:
    friend DistributedProgramPlan plan_program(Communicator& communicator, Context& context,
                                               std::string_view program,
                                               const std::vector<NamedDistributedOperand>& operands,
                                               const DistributedOptions& options);
    explicit DistributedProgramPlan(std::shared_ptr<const PlannedDistribution> planned);

    std::shared_ptr<const PlannedDistribution> planned_;
};

/// Plans a program on tensors over ranks: statements as those of plan_program() for one device,
/// such as
///     W(m,n,i,j) = V(m,n,i,j) + V(m,n,e,f) * T(e,f,i,j)
///     R(a,b,i,j) = T(a,b,m,n) * W(m,n,i,j)
/// Operands bind by name; a tensor that a statement writes and that is not among `operands` is a
/// temporary, to which the plan gives a distribution. Collective. DistributedOptions::beta_is_zero
/// must be unset. Throws on every rank what plan_contraction() over ranks throws, and what
/// plan_program() for one device throws of statements and names.
[[nodiscard]] TTGT_EXPORT DistributedProgramPlan
plan_program(Communicator& communicator, Context& context, std::string_view program,
             const std::vector<NamedDistributedOperand>& operands,
             const DistributedOptions& options = DistributedOptions());

}  // namespace ttgt
