// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "contraction/planner/strategy.h"

namespace ttgt {

/// The chosen plan, and the candidates that were not chosen.
struct Choice {
    Plan plan;  ///< the chosen plan
    /// Plans that were priced in full and not chosen, the cheapest first. They fit the workspace
    /// limit.
    std::vector<Plan> others;
    /// Candidates that cannot run, with the reason: the device's library refused a product, or a
    /// generated kernel was not compiled in time.
    std::vector<Candidate> refused;
    /// Candidates that were not chosen, with the reason. After choose_plan() with
    /// Purpose::explain: all of them. After measure_choice(): those that were measured
    /// slower.
    std::vector<Candidate> rejected;
};

/// Lets the strategy enumerate candidates, prices them, and chooses the best that fits the
/// workspace limit: the smallest Candidate::preference, then the lowest predicted time, then the
/// first enumerated. Classic candidates, and those with `dominates_classic`, are compared at
/// predicted_ms * (1 - StepPrices::least_gain()). Equal tasks give equal choices, except that for
/// Purpose::measure a time limit decides which generated kernels are compiled.
///
/// The chosen plan can run unless the purpose is Purpose::explain. Choice::others can run only if
/// it is Purpose::measure.
[[nodiscard]] Choice choose_plan(const PlanningTask& task, const Strategy& strategy);

/// Chooses the candidate whose CandidateKey has the text `key`. The plan can run. Empty if there is
/// no candidate with this key, or the device's library refuses it.
[[nodiscard]] std::optional<Choice> choose_by_key(const PlanningTask& task,
                                                  const Strategy& strategy, std::string_view key);

}  // namespace ttgt
