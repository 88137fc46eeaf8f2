// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/loops/loops_plan.h"
#include "network/plan/network_plan.h"
#include "network/plan/plan_network.h"

namespace ttgt::network {

/// A block that is ready to run.
struct PlannedBlock {
    Block block;                       ///< the block, with plans of steps and places of temporaries
    std::int64_t workspace_bytes = 0;  ///< bytes of workspace that the block needs
    /// For each tensor of the block's program, a flag for each operand: 1 if the tensor is computed
    /// from the operand.
    std::vector<std::vector<char>> sources;
};

/// Plans the steps of a pairwise program and places its temporaries in the workspace.
/// Preconditions: the layouts of temporaries are chosen; if there are `loops`, the program is one
/// turn of them.
[[nodiscard]] PlannedBlock plan_block(Context& context, const NetworkRequest& request,
                                      Program program, std::vector<SliceLoop> loops);
/// Plans a sum of one product as a single step of nested loops, which needs no workspace. Throws
/// what plan_loops() throws.
[[nodiscard]] PlannedBlock plan_loop_block(const Program& program, const Sum& sum,
                                           const LoopTarget& target);

}  // namespace ttgt::network
