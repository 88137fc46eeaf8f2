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

/// Everything a plan depends on, beside the strategy.
struct PlanningTask {
    const Problem& problem;
    std::int64_t workspace_limit = 0;
    const Machine& machine;
    bool explains = false;    ///< all candidates are wanted, with the reasons against them
    bool prices_all = false;  ///< also those whose estimate is beyond another one's price
    std::size_t generated_kernels = 0;  ///< how many may be written for a Direct step
    double search_seconds = 0;          ///< in which all but the first of them must be compiled
    std::string_view tried_first{};     ///< describe() of a candidate not to be left out; or empty
};

}  // namespace ttgt
