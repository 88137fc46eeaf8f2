// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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
};

}  // namespace ttgt
