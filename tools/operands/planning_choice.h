// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>

#include <string>

#include "tools/operands/device_choice.h"

namespace ttgt::tool {

/// Where a contraction runs and how it is planned, as written on the command line.
struct PlanningChoice : DeviceChoice {
    std::string strategy = "auto";
    std::string compute = "full";  ///< "tf32", "tf32x3", "int8", "int8-fast"
    std::string workspace_limit = "unlimited";
    bool measure = false;
    bool kept = false;  ///< what measured plans kept serves others
    bool generated = false;
    double search_seconds = 2;
};

/// Throw InvalidArgument naming the option that is wrong.
[[nodiscard]] ContextOptions context_options_of(const PlanningChoice& choice);
[[nodiscard]] PlanOptions plan_options_of(const PlanningChoice& choice);

}  // namespace ttgt::tool
