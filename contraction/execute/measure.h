// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"
#include "contraction/planner/choice.h"

namespace ttgt {

/// Runs the chosen plan and those of `choice.others` with the lowest predicted times, and makes the
/// fastest the chosen one. Sets `measured_ms` of every plan that ran, and sets `choice.rejected` to
/// the slower ones. Takes some dozen runs of the contraction, on memory that this function
/// allocates for operands and workspace. Precondition: the plans can run, as choose_plan() leaves
/// them for Purpose::measure. Throws OutOfMemory.
void measure_choice(Choice& choice, const Backend& backend, const Resources& resources);

}  // namespace ttgt
