// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The constants were fitted to 1803 tiles of 144 transposes of some 60 MB (`bench transposes --set
// ratios|odd|minor|ranks`, and 20 whose rows are whole cache lines; 4- and 8-byte elements) on two
// cores of an EPYC (Zen 3), 2026-11-26; docs/algorithms/cpu_transpose.md shows how well they
// choose.
#include <algorithm>
#include <cmath>

#include "transpose/cpu/tile_cost.h"

namespace ttgt::tile_cost {
namespace {

/// Cost of moving a cache line from registers, where rows are whole lines; as a share of line_ns.
/// Most of the moving is hidden behind memory.
constexpr double squares_share = 1.3;
/// Cost of moving a cache line by way of a buffer, by turns with the writing; as a share of
/// line_ns.
constexpr double rows_share = 1.85;
/// Cost of moving a cache line by way of a buffer where rows follow each other without a gap; as a
/// share of line_ns.
constexpr double adjoining_rows_share = 2.0;
/// Cost of moving a cache line by a table, without its elements; as a share of line_ns.
constexpr double table_share = 1.6;
/// Cost of each element of a cache line that is moved by a table; as a share of line_ns.
constexpr double table_element_share = 0.087;
/// Cost of moving a cache line of contiguous pieces, without its pieces; as a share of line_ns.
constexpr double copied_share = 1.45;
/// Cost of each contiguous piece in a cache line; as a share of line_ns.
constexpr double copied_piece_share = 0.4;

/// Cost of each end of a contiguous piece of the input; as a share of line_ns.
constexpr double piece_end_share = 0.5;
/// Cost of each end of a run; as a share of line_ns.
constexpr double run_end_share = 0.15;
/// Cost of each end of rows that are contiguous in the input; as a share of line_ns.
constexpr double row_end_share = 0.3;
/// Cost of each cache line that is gathered twice because a run goes on behind the tile; as a share
/// of line_ns.
constexpr double twice_share = 2.3;
/// Cost of each cache line that runs share, which is read before it is written; as a share of
/// line_ns.
constexpr double shared_share = 4;

/// Bytes of a tile up to which the prefetched next tile stays in L2, beside all that passes
/// through.
constexpr double prefetch_bytes = 64.0 * 1024;
/// Share of line_ns that is added to a line's cost each time the tile is twice as large, from
/// prefetch_bytes on.
constexpr double prefetch_share = 0.12;
/// Nanoseconds for each tile.
constexpr double streamed_tile_ns = 50;

/// Whether several rows are contiguous in the input, so that squares are transposed in registers.
bool has_squares(const CpuTile& tile) {
    return tile.method == TransposeMethod::tiled && evenly_spaced_rows(tile, input, 1) > 1;
}

/// Cost of moving a cache line, as a share of line_ns.
double moving_share(const CpuTile& tile, std::int64_t element_bytes, bool whole_lines) {
    const double line_elements = line_bytes / to_double(element_bytes);
    if (has_squares(tile)) {
        const std::int64_t rows = evenly_spaced_rows(tile, input, 1);
        const double ends = row_end_share * line_elements / to_double(rows);
        if (whole_lines && rows * element_bytes >= least_square_bytes) return squares_share + ends;
        return (adjoining_rows(tile) > 1 ? adjoining_rows_share : rows_share) + ends;
    }
    if (copies_rows(tile.method)) {
        const std::int64_t piece = tile.run.empty() ? 1 : tile.run.front().block;
        return copied_share + copied_piece_share * line_elements / to_double(piece);
    }
    return table_share + table_element_share * line_elements;
}

/// Cost of the cache lines in which a run begins or ends, for each line of the run; as a share of
/// line_ns.
double line_ends_share(const CpuTile& tile, double run_bytes, double element_bytes) {
    if (is_cut(tile.run)) return twice_share * (line_bytes - element_bytes) / run_bytes;
    return shared_share * line_bytes / (run_bytes * to_double(adjoining_rows(tile)));
}

}  // namespace

double streamed_ns(const TransposeProblem& problem, const CpuTile& tile) {
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    const double bytes_each = to_double(element_bytes);
    const std::int64_t run = elements(tile.run);
    const double run_bytes = to_double(run) * bytes_each;
    const double tile_bytes = run_bytes * to_double(elements(tile.rows));
    const double piece_bytes = to_double(contiguous_input(tile).elements) * bytes_each;
    const bool whole_lines =
        runs_begin_with_lines(problem, tile) && run * element_bytes % cache_line_bytes == 0;
    double per_line = moving_share(tile, element_bytes, whole_lines) +
                      piece_end_share * line_bytes / piece_bytes +
                      run_end_share * line_bytes / run_bytes +
                      crowding(tile_bytes, prefetch_bytes, prefetch_share);
    if (!whole_lines) per_line += line_ends_share(tile, run_bytes, bytes_each);
    const double bytes = to_double(volume(problem.modes)) * bytes_each;
    return bytes / line_bytes * line_ns * per_line +
           std::ceil(bytes / tile_bytes) * streamed_tile_ns;
}

}  // namespace ttgt::tile_cost
