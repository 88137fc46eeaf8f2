// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "operators/cpu/tile_values.h"

namespace ttgt::cpu {

/// Evaluates all tiles on up to `threads` threads of the process's pool. Throws OutOfMemory.
void run_evaluation(const CpuTiles& tiles, const EvaluationArguments& arguments, int threads);

}  // namespace ttgt::cpu
