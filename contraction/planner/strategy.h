// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "contraction/planner/planning_task.h"

namespace ttgt {

/// A named way to enumerate candidates.
struct Strategy {
    std::string_view name;  ///< the name in PlanOptions::strategy
    /// Returns the candidates. At least one fits the workspace limit, because Direct needs no
    /// workspace. Candidates that do not fit have Candidate::rejection set.
    std::vector<Candidate> (*enumerate)(const PlanningTask& task);
};

/// The strategy with this name. Throws InvalidArgument, listing all names, where there is none.
[[nodiscard]] const Strategy& find_strategy(std::string_view name);

/// The only candidate of a problem that leaves no choice: the output has no elements, a summed
/// label has extent 0, or there is only one input. Empty for any other problem.
[[nodiscard]] std::vector<Candidate> forced_candidates(const Problem& problem);

}  // namespace ttgt
