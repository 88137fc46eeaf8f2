// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

/// What the outer kernel costs. tools/fit fits the values (`fit.py outer`) to launches of cases
/// drawn at random.
struct OuterRates {
    /// Time to write a byte of D, over the time that a copy takes for a byte.
    double written_factor = 0.5;
    /// Time to read a byte of an input that does not stay in L2, over the time that a copy takes
    /// for a byte.
    double uncached_factor = 1.22;
    /// Time for a byte that passes L2, over half the time that a copy takes for a byte.
    double cached_factor = 0.5;
    /// Time to issue the instructions of outputs and terms, over the least time.
    double issue_factor = 0.5;
    /// Time of a pass of 128 bytes of shared memory or stores, over a cycle.
    double pass_factor = 1.34;
    /// Cycles of a lane to copy an element to shared memory.
    double copied_cycles = 37.7;
    /// Microseconds of an entry of a block's tables for each mode, see OuterCounts::table_entries.
    double entry_us = 0.0346;
    /// Microseconds of a tile in its block: finding it, waiting for its inputs, and its first
    /// stores.
    double tile_us = 2.03;
    /// Exponent p of the norm that joins the times of memory, L2, instructions, passes and tiles in
    /// turn: 1 adds them, a large p takes the longest one.
    double blend = 1.24;
};
/// The values that hold for compute capability 9.0.
inline constexpr OuterRates outer_rates;

}  // namespace ttgt::cuda
