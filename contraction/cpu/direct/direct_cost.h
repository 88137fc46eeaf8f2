// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cpu/direct/direct_rates.h"
#include "contraction/plan/plan.h"

namespace ttgt::cpu {

/// What Direct does for a step on some threads, counted for its price.
struct DirectWork {
    /// Number of pieces of the work that threads can do at the same time.
    double pieces = 1;
    /// Multiply-adds of real numbers.
    double products = 0;
    /// Nanoseconds of one core for the work beside the products: packing, tiles, tables of offsets.
    double core_ns = 0;
    /// Number of cache lines of the factors, each counted as often as it is read.
    double lines = 0;
};

/// The work of a step on `threads` threads. Whether `step.scratch_bytes` is 0 decides how large the
/// blocks are; tools/fit varies the rates.
[[nodiscard]] DirectWork direct_work(const DirectStep& step, int threads,
                                     const DirectRates& rates = direct_rates);

}  // namespace ttgt::cpu
