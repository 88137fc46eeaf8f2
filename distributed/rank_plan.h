// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <memory>
#include <optional>
#include <vector>

#include "distributed/candidate.h"
#include "distributed/grid_product.h"
#include "distributed/redistribution.h"

namespace ttgt {

/// One operand on its way to the product, or the output on its way from it, on this rank.
struct OperandStep {
    bool is_in_place = true;
    bool moves = false;       ///< some rank receives: all exchange
    std::int64_t offset = 0;  ///< bytes, in the workspace, or in the operand where it is in place
    std::int64_t bytes = 0;   ///< of workspace
    bool is_cleared = false;  ///< padding must be zero
    Layout layout;            ///< as the product sees it
    std::optional<Redistribution> redistribution;
};

/// A candidate lowered for one rank: buffers in the workspace, copies, messages, the product.
struct RankPlan {
    DistributedCandidate candidate;
    std::vector<OperandStep> operands;  ///< output first
    std::optional<ContractionPlan> local;
    /// Where the only input goes straight to D, in place of its own redistribution in runs that
    /// scale nothing and do not read the old D: blocks that lie as they are sent are not unpacked.
    std::optional<Redistribution> plain;
    std::optional<GridProduct> grid_product;
    std::shared_ptr<const MatrixGrid> grid;
    std::int64_t scratch_offset = 0;  ///< staging, or the local plan's workspace
    std::int64_t workspace_bytes = 0;
};

/// Lowers a candidate but for its grid, which is collective to make. `workspace_limit` is what the
/// local plan is made within. Throws what plan_contraction() and plan_transpose() throw.
[[nodiscard]] RankPlan lower(const DistributedProblem& problem, DistributedCandidate candidate,
                             Context& context, const DistributedOptions& options,
                             std::int64_t workspace_limit);

}  // namespace ttgt
