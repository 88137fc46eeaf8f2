// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "contraction/cuda/direct/direct_shape.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// Inputs of at most this many bytes are taken to stay in L1.
inline constexpr double l1_input_bytes = 64.0 * 1024;

/// The rate of L2 over the rate of a copy. An estimate; see direct_cost.cpp for where it was
/// checked.
inline constexpr double l2_factor = 2.0;
/// Warp schedulers of a multiprocessor.
inline constexpr int schedulers = 4;

/// What the cost model counts of a launch of an elementwise, sum, product or tall kernel.
struct DirectWork {
    /// Distinct bytes that are read and written, divided by the share of a copy's rate that the
    /// kernel reaches.
    double memory_bytes = 0;
    /// Bytes that pass L2, divided by the share of its rate that the kernel reaches.
    double cache_bytes = 0;
    /// Number of elements that threads read one by one (see count_gathered()) from L1.
    double gathered_cached = 0;
    /// Number of elements that threads read one by one (see count_gathered()) from memory; an
    /// element from L2 counts as half of one.
    double gathered_uncached = 0;
    /// Thread instructions of all threads.
    double instructions = 0;
    /// Number of blocks that are resident on a multiprocessor at a time.
    int resident_blocks = 8;
    /// Microseconds of one block that has a multiprocessor to itself.
    double blocks_in_turn_us = 0;
};

/// Predicted microseconds of a launch of `blocks` blocks, without the time of launching it. It is
/// the largest of five times: memory_bytes at the rate of a copy; cache_bytes at twice that rate;
/// gathered elements, each a sector of 32 bytes at the rate of a copy if it comes from beyond L1,
/// or a cycle of a multiprocessor if it comes from L1; instructions at the rate at which warps are
/// issued; and blocks_in_turn_us for each round of resident blocks.
[[nodiscard]] double predict_us(const DirectWork& work, std::int64_t blocks,
                                const Architecture& gpu);

/// Adds `reads` elements of an input to the gathered elements of `work` where neighbouring lanes
/// find their elements in different sectors of 32 bytes. Neighbouring lanes are neighbours along
/// the mode `along`.
void count_gathered(const DirectShape& shape, std::size_t operand, const Mode<3>& along,
                    double reads, DirectWork& work);

}  // namespace ttgt::cuda
