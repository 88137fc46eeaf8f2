// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// Direct with inputs transposed first, so that what is read in place runs along the same labels:
/// the smaller input in the order of the larger one, or what is small beside D in the order of D.
/// What is no gain, or does not fit the workspace limit, is left out.
[[nodiscard]] std::vector<Candidate> reordered_directs(const PlanningTask& task);

}  // namespace ttgt
