// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/plan/plan.h"

namespace ttgt::cpu {

/// What Direct does for a step on some threads, counted for its price.
struct DirectWork {
    double pieces = 1;    ///< of the work, that threads can do at the same time
    double products = 0;  ///< multiply-adds of real numbers
    double core_ns = 0;   ///< of one core, for what comes with them: packing, tiles, offsets
    double lines = 0;     ///< cache lines of the factors, as often as they are read
};

/// `step.scratch_bytes` decides how large the blocks are.
[[nodiscard]] DirectWork direct_work(const DirectStep& step, int threads);

}  // namespace ttgt::cpu
