// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/execute/backend.h"
#include "contraction/planner/choice.h"

namespace ttgt {

/// Runs the chosen plan and the likeliest others, on memory of this function's own as large as the
/// operands and their workspace, and makes the fastest the chosen one; `measured_ms` of every plan
/// that ran says how long it took, and `rejected` becomes those that lost. Some dozen runs of the
/// contraction, their plans prepared for the backend. Throws OutOfMemory.
void measure_choice(Choice& choice, const Backend& backend, const Resources& resources);

}  // namespace ttgt
