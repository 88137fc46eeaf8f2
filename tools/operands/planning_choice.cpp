// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/planning_choice.h"

#include "tools/io/values.h"

namespace ttgt::tool {

ContextOptions context_options_of(const PlanningChoice& choice) {
    ContextOptions options = context_options_of(static_cast<const DeviceChoice&>(choice));
    options.workspace_limit = parse_size(choice.workspace_limit, "--workspace-limit");
    options.use_kept_choices = choice.kept;
    return options;
}

PlanOptions plan_options_of(const PlanningChoice& choice) {
    PlanOptions options;
    options.strategy = choice.strategy;
    options.planning = planning_of(choice.measure);
    options.compute = parse_compute(choice.compute, "--compute");
    options.generated_kernels = choice.generated;
    options.search_seconds = choice.search_seconds;
    return options;
}

}  // namespace ttgt::tool
