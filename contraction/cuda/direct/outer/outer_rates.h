// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cuda {

/// What the outer kernel costs. tools/fit fits the values (`fit.py outer`) to launches of cases
/// drawn at random.
struct OuterRates {
    /// Time to write a byte of D, over the time that a copy takes for a byte.
    double written = 1.33;
    /// Time to read a byte of an input that does not stay in L2, over the time that a copy takes
    /// for a byte.
    double uncached = 1.33;
    /// Time for a byte that passes L2, over the time that a copy takes for a byte.
    double cached = 0.67;
    /// Thread instructions of an output without its products: place, mask, address, scalars, store.
    double output_instructions = 20;
    /// Thread instructions of a term of an output: addresses, reads of shared memory, products.
    double term_instructions = 12;
    /// Thread instructions to copy an element to shared memory.
    double copied_instructions = 20;
    /// Cycles of a multiprocessor for a pass of 128 bytes of shared memory or stores.
    double pass_cycles = 1;
    /// Microseconds of a block before its first tile: its tables.
    double tables_us = 2;
    /// Microseconds of a tile in its block: finding it, and its first stores.
    double tile_us = 1;
    /// Microseconds of a round of loads of inputs: outer_together elements of each thread.
    double round_us = 1;
    /// Exponent p of the norm that joins the times of memory, L2, instructions, passes and tiles in
    /// turn: 1 adds them, a large p takes the longest one.
    double blend = 3;
};
/// The values that hold for compute capability 9.0.
inline constexpr OuterRates outer_rates;

}  // namespace ttgt::cuda
