// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "contraction/planner/strategy.h"

namespace ttgt {

/// What a strategy led to.
struct Choice {
    Plan plan;
    std::vector<Plan> others;         ///< priced in full, cheapest first; they all fit
    std::vector<Candidate> refused;   ///< by the device's library, with the reason
    std::vector<Candidate> rejected;  ///< if the task explains: all that were not chosen, and why;
                                      ///< after measure_choice: those that were slower
};

/// Enumerates, prices, and lowers the cheapest that fits (by preference, then predicted time, of
/// which the classic candidate, and those that spare it transposes, are credited the machine's
/// least gain, then order of enumeration). The plan can run, as can the others where the task wants
/// all; where the task explains, none can. Deterministic.
[[nodiscard]] Choice choose_plan(const PlanningTask& task, const Strategy& strategy);

/// The candidate that describe() calls so, ready to run; nothing where there is none such, or the
/// device's library refuses it.
[[nodiscard]] std::optional<Choice> choose_named(const PlanningTask& task, const Strategy& strategy,
                                                 std::string_view name);

}  // namespace ttgt
