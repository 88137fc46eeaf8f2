// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// A way to enumerate candidates. Each returns at least one that fits the workspace limit: Direct
/// needs none. Candidates that do not fit carry their rejection.
struct Strategy {
    std::string_view name;
    std::vector<Candidate> (*enumerate)(const PlanningTask& task);
};

/// Throws InvalidArgument listing the names there are.
[[nodiscard]] const Strategy& find_strategy(std::string_view name);

/// The problem's one candidate where there is no choice: nothing to write, nothing to add, one
/// input.
[[nodiscard]] std::vector<Candidate> forced_candidates(const Problem& problem);

}  // namespace ttgt
