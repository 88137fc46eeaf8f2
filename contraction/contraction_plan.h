// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include "contraction/backend.h"
#include "contraction/plan.h"

namespace ttgt {

/// What a ContractionPlan hides: the plan, and what runs it.
struct ContractionPlan::State {
    Plan plan;
    Plan scale_only;  ///< for alpha = 0, where the inputs must not be read
    Device device;
    const Backend* backend = nullptr;
    int threads = 0;
};

}  // namespace ttgt
