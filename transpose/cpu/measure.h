// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transpose/backend.h"

namespace ttgt::cpu {

/// The plan with the tile that ran fastest, of the few that should: each is timed on memory of this
/// function's own, as large as the tensors, on `threads` threads (0: OpenMP's default). Takes some
/// dozen runs of the transpose. Throws OutOfMemory.
[[nodiscard]] MeasuredKernelPlan measure_transpose(const TransposeProblem& problem, int threads);

}  // namespace ttgt::cpu
