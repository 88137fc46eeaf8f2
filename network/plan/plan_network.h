// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network/plan/network_plan.h"

namespace ttgt::network {

/// What a program is planned for.
struct NetworkRequest {
    std::string text;  ///< of the statements, for people
    Program program;   ///< as bound: operands first, in the order given
    PlanOptions options;
    PathOptions path;
    int threads = 0;
};

/// Turns the program into steps: common factors out of sums, paths through products, equal products
/// once, layouts of temporaries, a binary plan for each step, and a place in the workspace for each
/// temporary. Where that needs more memory than the limit allows: another path, no sharing, and, of
/// a single statement, labels gone through in slices. Throws as plan_contraction(), and Unsupported
/// where nothing fits.
[[nodiscard]] NetworkPlan plan_network(Context& context, const NetworkRequest& request);

}  // namespace ttgt::network
