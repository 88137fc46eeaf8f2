// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/loops/loops_plan.h"
#include "network/plan/network_plan.h"
#include "network/plan/plan_network.h"

namespace ttgt::network {

/// A block with the binary plans of its steps and the places of its temporaries, and how much
/// workspace that takes.
struct PlannedBlock {
    Block block;
    std::int64_t workspace_bytes = 0;
    std::vector<std::vector<char>> sources;  ///< by tensor: the operands it is computed from
};

/// Plans a pairwise program whose layouts are chosen. `loops` are those that it was cut down for.
[[nodiscard]] PlannedBlock plan_block(Context& context, const NetworkRequest& request,
                                      Program program, std::vector<SliceLoop> loops);
/// A sum as one step without workspace. Throws as plan_loops().
[[nodiscard]] PlannedBlock plan_loop_block(const Program& program, const Sum& sum,
                                           const LoopResources& resources);

}  // namespace ttgt::network
