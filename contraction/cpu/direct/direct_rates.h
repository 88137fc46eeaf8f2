// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::cpu {

/// What Direct's work costs beside its products, in nanoseconds of one core. Fitted to Direct's
/// times in 300 contractions of the sweep (docs/algorithms/planner.md); tools/fit fits them again.
/// They rank candidates; no result depends on them.
struct DirectRates {
    /// Nanoseconds to begin and end a tile.
    double tile_ns = 48;
    /// Nanoseconds for each contiguous piece of a column that a tile is scattered to in D.
    double scattered_ns = 2.5;
    /// Nanoseconds for each move of packing (Box::moved_at_once() in direct_cost.cpp).
    double move_ns = 3;
    /// Nanoseconds for each entry of a table of offsets.
    double offset_ns = 6;
    /// Nanoseconds for each contiguous run of the matrix in a product of a matrix and a vector.
    double run_ns = 25;
    /// Nanoseconds for each row of an elementwise step.
    double row_ns = 20;
    /// Nanoseconds for each element of an elementwise step that is copied to a buffer by itself.
    double gathered_ns = 2;
};
/// The rates by which candidates are ranked.
inline constexpr DirectRates direct_rates;

}  // namespace ttgt::cpu
