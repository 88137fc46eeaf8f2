// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "contraction/plan/machine.h"
#include "contraction/plan/plan.h"

namespace ttgt {

/// What a choice is made for.
enum class Purpose : std::uint8_t {
    run,  ///< The chosen plan can run. Candidates whose estimate is above the best price are not
          ///< priced.
    measure,  ///< All candidates are priced in full and completed so that they can run.
    explain,  ///< All candidates are priced and returned with the reason why they were not chosen;
              ///< no plan can run.
};

/// All that a plan depends on, except the strategy.
struct PlanningTask {
    const Problem& problem;            ///< the contraction to plan
    std::int64_t workspace_limit = 0;  ///< the most bytes of workspace that the plan may need
    const Machine& machine;            ///< predicts times on the device
    Purpose purpose = Purpose::run;    ///< what the choice is for
    /// The most kernels that are generated for a Direct step.
    std::size_t generated_kernels = 0;
    /// Seconds after which no further kernel is compiled. The kernel of the chosen plan is compiled
    /// whatever it takes.
    double search_seconds = 0;
    /// The text of the CandidateKey of a candidate whose kernel is compiled before the kernels of
    /// all other candidates; empty if there is no such candidate.
    std::string_view tried_first{};
};

}  // namespace ttgt
