// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "transpose/cpu/tile_cost.h"

namespace ttgt::tile_cost {
namespace {

/// Bytes of a tile up to which the prefetched next tile stays in L2, beside all that passes
/// through.
constexpr double prefetch_bytes = 64.0 * 1024;

/// Whether several rows are contiguous in the input, so that squares are transposed in registers.
bool has_squares(const CpuTile& tile) {
    return tile.method == TransposeMethod::tiled && evenly_spaced_rows(tile, input, 1) > 1;
}

/// Cost of moving a cache line, as a share of line_ns.
double moving_share(const CpuTile& tile, std::int64_t element_bytes, bool whole_lines,
                    const StreamedRates& rates) {
    const double line_elements = line_bytes / to_double(element_bytes);
    if (has_squares(tile)) {
        const std::int64_t rows = evenly_spaced_rows(tile, input, 1);
        const double ends = rates.row_end_share * line_elements / to_double(rows);
        if (whole_lines && rows * element_bytes >= least_square_bytes)
            return rates.squares_share + ends;
        return (adjoining_rows(tile) > 1 ? rates.adjoining_rows_share : rates.rows_share) + ends;
    }
    if (copies_rows(tile.method)) {
        const std::int64_t piece = tile.run.empty() ? 1 : tile.run.front().block;
        return rates.copied_share + rates.copied_piece_share * line_elements / to_double(piece);
    }
    return rates.table_share + rates.table_element_share * line_elements;
}

/// Cost of the cache lines in which a run begins or ends, for each line of the run; as a share of
/// line_ns.
double line_ends_share(const CpuTile& tile, double run_bytes, double element_bytes,
                       const StreamedRates& rates) {
    if (is_cut(tile.run)) return rates.twice_share * (line_bytes - element_bytes) / run_bytes;
    return rates.shared_share * line_bytes / (run_bytes * to_double(adjoining_rows(tile)));
}

}  // namespace

double streamed_ns(const TransposeProblem& problem, const CpuTile& tile,
                   const StreamedRates& rates) {
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    const double bytes_each = to_double(element_bytes);
    const std::int64_t run = elements(tile.run);
    const double run_bytes = to_double(run) * bytes_each;
    const double tile_bytes = run_bytes * to_double(elements(tile.rows));
    const double piece_bytes = to_double(contiguous_input(tile).elements) * bytes_each;
    const bool whole_lines =
        runs_begin_with_lines(problem, tile) && run * element_bytes % cache_line_bytes == 0;
    double per_line = moving_share(tile, element_bytes, whole_lines, rates) +
                      rates.piece_end_share * line_bytes / piece_bytes +
                      rates.run_end_share * line_bytes / run_bytes +
                      crowding(tile_bytes, prefetch_bytes, rates.prefetch_share);
    if (!whole_lines) per_line += line_ends_share(tile, run_bytes, bytes_each, rates);
    const double bytes = to_double(volume(problem.modes)) * bytes_each;
    return bytes / line_bytes * line_ns * per_line +
           std::ceil(bytes / tile_bytes) * rates.streamed_tile_ns;
}

}  // namespace ttgt::tile_cost
