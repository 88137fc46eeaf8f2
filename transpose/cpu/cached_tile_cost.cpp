// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "transpose/cpu/tile_cost.h"

namespace ttgt::tile_cost {
namespace {

// Elements go through registers by in-register transposes of vectors, or one by one; by a table; or
// with the others of a contiguous piece.
constexpr double transposed_line_ns = 1.6;
constexpr double single_element_ns = 0.5;
constexpr double table_element_ns = 0.45;
constexpr double copied_piece_ns = 3;
constexpr double copied_line_ns = 1.1;
constexpr std::int64_t least_vector_bytes = 16;

// The machine reads on behind the end of what is contiguous in the input, in vain where the next
// tile does not go on there: this share of a line for each end. Lines that runs share are waited
// for.
constexpr double end_read_share = 0.7;
constexpr double end_share = 0.7;

// For each element of the run, some lines stay in L1 while rows are transposed, and so does what
// they become.
constexpr double l1_elements = 64;
constexpr double l1_share = 0.1;
// The next tile is prefetched into L2, beside all that passes through.
constexpr double l2_bytes = 64.0 * 1024;
constexpr double l2_share = 0.05;
// Where fewer elements than a line's are contiguous in the input, its lines are read more than
// once.
constexpr double short_rows_share = 0.1;

constexpr double cached_tile_ns = 30;
// A run that begins on another small page than the run before waits for its first line. Fitted to
// the transposes of 100 contractions of up to 2 M elements.
constexpr std::int64_t small_page_bytes = 4096;
constexpr double small_page_ns = 4;

/// Nanoseconds to move one element through registers.
double element_ns(const CpuTile& tile, std::int64_t bytes) {
    const double share_of_line = to_double(bytes) / line_bytes;
    switch (tile.method) {
        case TransposeMethod::tiled: {
            const std::int64_t rows = evenly_spaced_rows(tile, input, 1);
            const bool vectors = std::min(elements(tile.run), rows) * bytes >= least_vector_bytes;
            return vectors ? transposed_line_ns * share_of_line : single_element_ns;
        }
        case TransposeMethod::packed:
            return table_element_ns;
        default: {
            const std::int64_t piece = tile.run.empty() ? 1 : tile.run.front().block;
            return copied_piece_ns / to_double(piece) + copied_line_ns * share_of_line;
        }
    }
}

/// Elements that are read in one go: a contiguous piece of the input, and the tiles behind it that
/// follow in the same mode.
double elements_in_one_go(const CpuTile& tile) {
    const ContiguousInput contiguous = contiguous_input(tile);
    const double length = to_double(contiguous.elements);
    if (tile.rows.empty() || contiguous.last != &tile.rows.back()) return length;
    return length / to_double(contiguous.last->block) * to_double(contiguous.last->mode.extent);
}

/// Pages of the output under a tile, as many as can be.
double small_pages(const CpuTile& tile, std::int64_t element_bytes) {
    double product = 1;
    for (const auto* part : {&tile.run, &tile.rows}) {
        for (const BlockedMode& blocked : *part) {
            const std::int64_t step = std::abs(blocked.mode.strides[output]) * element_bytes;
            const std::int64_t reach = (blocked.block - 1) * step / small_page_bytes + 1;
            product *= to_double(std::min(blocked.block, reach));
        }
    }
    return product;
}

}  // namespace

double cached_ns(const TransposeProblem& problem, const CpuTile& tile) {
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    const double bytes_each = to_double(element_bytes);
    const double count = to_double(volume(problem.modes));
    const double run = to_double(elements(tile.run));
    const double tile_elements = run * to_double(elements(tile.rows));
    double per_line = 1 + end_read_share * line_bytes / (elements_in_one_go(tile) * bytes_each) +
                      end_share * line_bytes / (run * bytes_each) +
                      crowding(tile_elements * bytes_each, l2_bytes, l2_share);
    if (tile.method == TransposeMethod::tiled) {
        const double rows_bytes = to_double(evenly_spaced_rows(tile, input, 1)) * bytes_each;
        per_line += crowding(run, l1_elements, l1_share);
        if (rows_bytes < line_bytes) per_line += short_rows_share * line_bytes / rows_bytes;
    }
    const double lines = count * bytes_each / line_bytes;
    const double tiles = std::ceil(count / tile_elements);
    return lines * line_ns * per_line + count * element_ns(tile, element_bytes) +
           tiles * (cached_tile_ns + small_pages(tile, element_bytes) * small_page_ns);
}

}  // namespace ttgt::tile_cost
