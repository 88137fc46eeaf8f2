// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cuda/direct/direct_shape.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// An input of so many bytes stays in L1.
inline constexpr double l1_input_bytes = 64.0 * 1024;

/// What the cost model counts of a launch.
struct DirectWork {
    double memory_bytes = 0;       ///< distinct ones, read and written
    double cache_bytes = 0;        ///< that pass L2
    double gathered_cached = 0;    ///< elements read one by one from L1
    double gathered_uncached = 0;  ///< the same from beyond it
    double instructions = 0;       ///< of threads
    int resident_blocks = 8;       ///< on a multiprocessor
    double blocks_in_turn_us = 0;  ///< what one block takes that has the multiprocessor to itself
};

/// The largest of: memory at the rate of a copy; what passes L2, at twice that; elements that are
/// read one by one, at a sector each from beyond L1 or one a cycle from there; instructions at the
/// rate that warps are issued; and blocks in turn, as many at a time as fit.
[[nodiscard]] double predict_us(const DirectWork& work, std::int64_t blocks,
                                const Architecture& gpu);

/// Counts `reads` elements of an input as gathered where neighbouring lanes, of which `along` says
/// how far their elements lie apart, find them in different sectors.
void count_gathered(const DirectShape& shape, std::size_t operand, const Mode<3>& along,
                    double reads, DirectWork& work);

}  // namespace ttgt::cuda
