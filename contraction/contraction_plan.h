// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <memory>
#include <string_view>
#include <vector>

#include "contraction/execute/backend.h"
#include "contraction/plan/machine.h"
#include "contraction/plan/plan.h"
#include "contraction/planner/strategy.h"

namespace ttgt {

/// What a ContractionPlan hides: the plan, what runs it, and what it takes to explain the choice.
struct PlannedContraction {
    Plan plan;
    Plan scale_only;  ///< for alpha = 0, where the inputs must not be read
    Device device;
    const Backend* backend = nullptr;
    Resources resources;  ///< of a run that is given none
    const Strategy* strategy = nullptr;
    std::shared_ptr<const Machine> machine;
    std::int64_t workspace_limit = 0;
    std::vector<Candidate> measured;  ///< those that ran when planning, but lost
    std::vector<Candidate> refused;   ///< by the device's library
};

[[nodiscard]] ContractionPlan make_contraction_plan(PlannedContraction planned);

/// plan_contraction() for so many threads, whatever the context's setting is (0: OpenMP's default
/// at the time of each run).
[[nodiscard]] ContractionPlan plan_for_threads(Context& context, std::string_view expression,
                                               const std::vector<OperandLayout>& operands,
                                               const PlanOptions& options, int threads);

}  // namespace ttgt
