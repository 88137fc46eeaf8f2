// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// Candidates that transpose inputs into the workspace before a Direct step, whose kernel then
/// reads longer runs of them. Three are tried: the smaller input in the order of the larger input,
/// inputs that are much smaller than D in the order of D, and inputs that run along a label of the
/// batch with these labels last. A candidate is left out where it does not fit the workspace limit,
/// and one in the order of D where its sizes promise no gain.
[[nodiscard]] std::vector<Candidate> reordered_directs(const PlanningTask& task);

}  // namespace ttgt
