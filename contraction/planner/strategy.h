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

/// What a strategy led to.
struct Choice {
    Plan plan;
    std::vector<Plan> others;         ///< priced in full, cheapest first; they all fit
    std::vector<Candidate> rejected;  ///< if the task explains: all that were not chosen, and why;
                                      ///< after measure_choice: those that were slower
};

/// Enumerates, prices, and lowers the cheapest that fits (by preference, then predicted time, of
/// which the classic candidate is credited the machine's least gain, then order of enumeration).
/// Deterministic.
[[nodiscard]] Choice choose_plan(const PlanningTask& task, const Strategy& strategy);

}  // namespace ttgt
