// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/direct_launch.h"
#include "contraction/cuda/direct/direct_shape.h"
#include "contraction/cuda/direct/outer/outer_rates.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// What the cost model counts of a launch of the outer kernel.
struct OuterCounts {
    /// Bytes of D, and of the sectors at the ends of runs, which two tiles write in part.
    double written_bytes = 0;
    /// Bytes of inputs that come from memory.
    double uncached_bytes = 0;
    /// Bytes of the sectors of both inputs that all tiles read.
    double read_bytes = 0;
    /// Number of thread instructions for all outputs and their terms, those of outputs beyond the
    /// ends of D and of lanes without work included.
    double instructions = 0;
    /// Number of elements that all tiles copy to shared memory.
    double copied = 0;
    /// Number of passes of shared memory and stores, each of 128 bytes.
    double passes = 0;
    /// Number of tiles that a block takes in turn.
    double turns = 1;
    /// Number of entries that a thread makes of the tables of outputs and staged elements, times
    /// the number of modes, times the number of blocks that share a multiprocessor.
    double table_entries = 0;
};
/// Counts a launch of the outer kernel.
[[nodiscard]] OuterCounts count_outer(const DirectShape& shape, const DirectLaunch& launch,
                                      const Architecture& gpu);

/// Predicted microseconds of a launch of the outer kernel, without the time of launching it: the
/// tables of the blocks, then the norm of five times, see OuterRates::blend.
[[nodiscard]] double predict_us(const OuterCounts& counts, const OuterRates& rates,
                                const Architecture& gpu);

}  // namespace ttgt::cuda
