// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ttgt::tile_cost {

/// What tiles cost that are written by non-temporal stores. Fitted to 1803 tiles of 144 transposes
/// of some 60 MB (`bench transposes --set ratios|odd|minor|ranks`, and 20 whose rows are whole
/// cache lines; 4- and 8-byte elements) on two cores of an EPYC (Zen 3), 2026-11-26;
/// docs/algorithms/cpu_transpose.md shows how well they choose, and tools/fit fits them again.
struct StreamedRates {
    /// Cost of moving a cache line from registers, where rows are whole lines; as a share of
    /// line_ns. Most of the moving is hidden behind memory.
    double squares_share = 1.3;
    /// Cost of moving a cache line by way of a buffer, by turns with the writing; as a share of
    /// line_ns.
    double rows_share = 1.85;
    /// Cost of moving a cache line by way of a buffer where rows follow each other without a gap;
    /// as a share of line_ns.
    double adjoining_rows_share = 2.0;
    /// Cost of moving a cache line by a table, without its elements; as a share of line_ns.
    double table_share = 1.6;
    /// Cost of each element of a cache line that is moved by a table; as a share of line_ns.
    double table_element_share = 0.087;
    /// Cost of moving a cache line of contiguous pieces, without its pieces; as a share of line_ns.
    double copied_share = 1.45;
    /// Cost of each contiguous piece in a cache line; as a share of line_ns.
    double copied_piece_share = 0.4;
    /// Cost of each end of a contiguous piece of the input; as a share of line_ns.
    double piece_end_share = 0.5;
    /// Cost of each end of a run; as a share of line_ns.
    double run_end_share = 0.15;
    /// Cost of each end of rows that are contiguous in the input; as a share of line_ns.
    double row_end_share = 0.3;
    /// Cost of each cache line that is gathered twice because a run goes on behind the tile; as a
    /// share of line_ns.
    double twice_share = 2.3;
    /// Cost of each cache line that runs share, which is read before it is written; as a share of
    /// line_ns.
    double shared_share = 4;
    /// Share of line_ns that is added to a line's cost each time the tile is twice as large, from
    /// 64 KiB on.
    double prefetch_share = 0.12;
    /// Nanoseconds for each tile.
    double streamed_tile_ns = 50;
};
/// The rates by which tiles are chosen.
inline constexpr StreamedRates streamed_rates;

/// What tiles cost that are stored through the caches.
struct CachedRates {
    /// Nanoseconds for a cache line of elements that go through registers by in-register
    /// transposes.
    double transposed_line_ns = 1.6;
    /// Nanoseconds for an element that goes through a register by itself.
    double single_element_ns = 0.5;
    /// Nanoseconds for an element that is found by a table.
    double table_element_ns = 0.45;
    /// Nanoseconds for a contiguous piece that is copied, without its bytes.
    double copied_piece_ns = 3;
    /// Nanoseconds for a cache line of contiguous pieces that are copied.
    double copied_line_ns = 1.1;
    /// Share of a cache line that the hardware reads in vain for each end of a contiguous piece of
    /// the input: it reads on behind the end where the next tile does not go on.
    double end_read_share = 0.7;
    /// Share of a cache line's cost that is added for each end of a run. Two runs share the line
    /// there, and one waits for the line of the other run.
    double end_share = 0.7;
    /// Share of a line's cost that is added each time the run is twice as long, from 64
    /// elements on.
    double l1_share = 0.1;
    /// Share of a line's cost that is added each time the tile is twice as large, from 64 KiB on.
    double l2_share = 0.05;
    /// Share of a line's cost that is added where fewer elements than a line's are contiguous in
    /// the input, so that lines are read more than once.
    double short_rows_share = 0.1;
    /// Nanoseconds for each tile.
    double cached_tile_ns = 30;
    /// Nanoseconds that a run waits for its first line if it begins on another small page than the
    /// run before. Fitted to the transposes of 100 contractions of up to 2 M elements.
    double small_page_ns = 4;
};
/// The rates by which tiles are chosen.
inline constexpr CachedRates cached_rates;

}  // namespace ttgt::tile_cost
