// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// Every orientation, with every grouping of the free and contracted labels: which stand side by
/// side in a matrix, in which order, and which are looped over. An operand that is a matrix as it
/// lies stays in place. All are estimated; the eight cheapest are returned to be priced in full,
/// cut into slices where they exceed the workspace limit, and Direct.
[[nodiscard]] std::vector<Candidate> auto_candidates(const PlanningTask& task);

}  // namespace ttgt
