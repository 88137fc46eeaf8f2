// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <memory>
#include <optional>
#include <vector>

#include "distributed/plan/candidate.h"
#include "distributed/run/grid_product.h"
#include "distributed/run/redistribution.h"

namespace ttgt {

/// How an input gets to the product on this rank, or how the output gets from the product to D.
struct OperandStep {
    bool is_in_place = true;  ///< whether the product uses the caller's memory of the operand
    bool moves = false;       ///< whether ranks exchange elements of the operand
    /// Bytes to the product's operand: from the start of the caller's memory if it is in place,
    /// else from the start of the workspace.
    std::int64_t offset = 0;
    std::int64_t bytes = 0;   ///< bytes of workspace that the operand takes
    bool is_cleared = false;  ///< whether the workspace is set to zero first, because of padding
    Layout layout;            ///< layout of the operand in the product
    std::optional<Redistribution> redistribution;  ///< empty if the operand is in place
};

/// A candidate lowered for one rank: places in the workspace, redistributions and the product.
struct RankPlan {
    DistributedCandidate candidate;        ///< the candidate that was lowered
    std::vector<OperandStep> operands;     ///< in the order of the expression, the output first
    std::optional<ContractionPlan> local;  ///< product of Engine::local; empty on idle ranks
    /// Only if the only input is received directly into D (see arrives_in_output()). A
    /// redistribution for runs with alpha = 1 and beta = 0, which need not unpack every message. It
    /// replaces OperandStep::redistribution of the input in such runs.
    std::optional<Redistribution> plain;
    std::optional<GridProduct> grid_product;  ///< product of Engine::scalapack
    std::shared_ptr<const MatrixGrid> grid;   ///< grid of Engine::scalapack
    /// Bytes from the start of the workspace to memory that staging and the local plan share.
    std::int64_t scratch_offset = 0;
    std::int64_t workspace_bytes = 0;  ///< bytes of workspace that a run needs on this rank
};

/// Lowers a candidate for one rank. Not collective: leaves RankPlan::grid empty, because making it
/// is collective. The local plan is given what `workspace_limit` bytes leave for it. Throws what
/// plan_contraction() and plan_transpose() throw.
[[nodiscard]] RankPlan lower(const DistributedProblem& problem, DistributedCandidate candidate,
                             Context& context, const DistributedOptions& options,
                             std::int64_t workspace_limit);

}  // namespace ttgt
