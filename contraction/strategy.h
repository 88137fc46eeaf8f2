// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "contraction/candidate.h"
#include "contraction/plan.h"

namespace ttgt {

/// A way to enumerate candidates. Each returns at least one that fits the workspace limit: Direct
/// needs none. Candidates that do not fit carry their rejection.
struct Strategy {
    std::string_view name;
    std::vector<Candidate> (*enumerate)(const Problem& problem, std::int64_t workspace_limit);
};

/// Throws InvalidArgument listing the names there are.
[[nodiscard]] const Strategy& find_strategy(std::string_view name);

/// The problem's one candidate where there is no choice: nothing to write, nothing to add, one
/// input.
[[nodiscard]] std::vector<Candidate> forced_candidates(const Problem& problem);

/// Enumerates, prices, chooses the cheapest that fits (by preference, then predicted time, then
/// order of enumeration) and assembles it; the losers keep their price and the reason.
[[nodiscard]] Plan choose_plan(const Problem& problem, const Strategy& strategy,
                               std::int64_t workspace_limit);

}  // namespace ttgt
