// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// Candidates that transpose inputs into the workspace before a Direct step, so that the operands
/// have the same fastest label. Two are tried: the smaller input in the order of the larger input,
/// and inputs that are much smaller than D in the order of D. A candidate is left out where it does
/// not fit the workspace limit, and one in the order of D where its sizes promise no gain.
[[nodiscard]] std::vector<Candidate> reordered_directs(const PlanningTask& task);

}  // namespace ttgt
