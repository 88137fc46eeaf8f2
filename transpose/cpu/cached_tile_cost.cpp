// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "transpose/cpu/tile_cost.h"

namespace ttgt::tile_cost {
namespace {

/// Minimum number of bytes of rows and of runs for in-register transposes.
constexpr std::int64_t least_vector_bytes = 16;

/// Number of elements of a run up to which the lines that are transposed, and what they become,
/// stay in L1.
constexpr double l1_elements = 64;
/// Bytes of a tile up to which the prefetched next tile stays in L2, beside all that passes
/// through.
constexpr double l2_bytes = 64.0 * 1024;

/// Bytes of a small page.
constexpr std::int64_t small_page_bytes = 4096;

/// Nanoseconds to move one element through registers.
double element_ns(const CpuTile& tile, std::int64_t bytes, const CachedRates& rates) {
    const double share_of_line = to_double(bytes) / line_bytes;
    switch (tile.method) {
        case TransposeMethod::tiled: {
            const std::int64_t rows = evenly_spaced_rows(tile, input, 1);
            const bool vectors = std::min(elements(tile.run), rows) * bytes >= least_vector_bytes;
            return vectors ? rates.transposed_line_ns * share_of_line : rates.single_element_ns;
        }
        case TransposeMethod::packed:
            return rates.table_element_ns;
        default: {
            const std::int64_t piece = tile.run.empty() ? 1 : tile.run.front().block;
            return rates.copied_piece_ns / to_double(piece) + rates.copied_line_ns * share_of_line;
        }
    }
}

/// Number of elements that are read without a break: a contiguous piece of the input, and the
/// pieces of the tiles behind it that follow in the same mode.
double elements_in_one_go(const CpuTile& tile) {
    const ContiguousInput contiguous = contiguous_input(tile);
    const double length = to_double(contiguous.elements);
    if (tile.rows.empty() || contiguous.last != &tile.rows.back()) return length;
    return length / to_double(contiguous.last->block) * to_double(contiguous.last->mode.extent);
}

/// The most small pages of the output that a tile can lie on.
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

double cached_ns(const TransposeProblem& problem, const CpuTile& tile, const CachedRates& rates) {
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    const double bytes_each = to_double(element_bytes);
    const double count = to_double(volume(problem.modes));
    const double run = to_double(elements(tile.run));
    const double tile_elements = run * to_double(elements(tile.rows));
    double per_line = 1 +
                      rates.end_read_share * line_bytes / (elements_in_one_go(tile) * bytes_each) +
                      rates.end_share * line_bytes / (run * bytes_each) +
                      crowding(tile_elements * bytes_each, l2_bytes, rates.l2_share);
    if (tile.method == TransposeMethod::tiled) {
        const double rows_bytes = to_double(evenly_spaced_rows(tile, input, 1)) * bytes_each;
        per_line += crowding(run, l1_elements, rates.l1_share);
        if (rows_bytes < line_bytes) per_line += rates.short_rows_share * line_bytes / rows_bytes;
    }
    const double lines = count * bytes_each / line_bytes;
    const double tiles = std::ceil(count / tile_elements);
    return lines * line_ns * per_line + count * element_ns(tile, element_bytes, rates) +
           tiles * (rates.cached_tile_ns + small_pages(tile, element_bytes) * rates.small_page_ns);
}

}  // namespace ttgt::tile_cost
