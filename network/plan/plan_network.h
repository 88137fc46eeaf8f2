// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// The arguments of plan_network().
struct NetworkRequest {
    std::string text;     ///< the statements, for people
    Program program;      ///< the bound statements; its first tensors are the operands, in order
    PlanOptions options;  ///< how each step is planned
    PathOptions path;     ///< how products are turned into steps
    int threads = 0;      ///< CPU threads of a run
};

/// Plans a program. Pulls common factors out of sums, finds a path through each product, computes
/// equal products once, chooses the layouts of temporaries, plans each step, and places the
/// temporaries in the workspace. If the plan exceeds the workspace limit, tries in this order: a
/// path with small temporaries; also without sharing and factoring; and, if the program names no
/// temporaries, product by product in slices of labels or nested loops. Throws what
/// plan_contraction() throws, and Unsupported where no plan fits the limit.
[[nodiscard]] NetworkPlan plan_network(Context& context, const NetworkRequest& request);

}  // namespace ttgt::network
