// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/backend.h"

namespace ttgt::cpu {

/// The plan with the tile that ran fastest among the few that are predicted to be the cheapest.
/// Each is run on memory that this function allocates, as large as both tensors, with `threads`
/// threads (0: OpenMP's default). Takes the time of some dozen transposes. Throws OutOfMemory.
[[nodiscard]] MeasuredKernelPlan measure_transpose(const TransposeProblem& problem, int threads);

}  // namespace ttgt::cpu
