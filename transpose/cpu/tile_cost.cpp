// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a tile costs, in nanoseconds of one core. The constants were fitted to 1404 tiles of 152
// drawn transposes of 96 MB (`bench transposes --set ratios|odd|minor|ranks`, 4- and 8-byte
// elements) on two cores of an EPYC (Zen 5), 2026-11-25; docs/algorithms/cpu_transpose.md shows how
// well they choose. They rank candidates; no result depends on them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "transpose/cpu/tile.h"

namespace ttgt {
namespace {

constexpr auto line_bytes = static_cast<double>(cache_line_bytes);
constexpr double line_ns = 4.5;  // to read one cache line and write one, both sides busy

// The machine reads on behind the end of what is contiguous in the input, in vain where the next
// tile does not go on there: this share of a line for each end.
constexpr double end_read_share = 0.7;
// An output run ends in lines that it shares with its neighbours, which are read before written;
// through the caches, and where they do not wait for the rest in a cache.
constexpr double cached_end_share = 0.7;
constexpr double end_share = 1.5;

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

// What is not written by non-temporal stores: a run that begins on another small page than the run
// before waits for its first line. Fitted to the transposes of 100 contractions of up to 2 M
// elements.
constexpr std::int64_t small_page_bytes = 4096;
constexpr double small_page_ns = 4;

/// What moving takes beside the lines: elements go through registers by in-register transposes of
/// vectors, or one by one; by a table; or with the others of a contiguous piece.
struct MovingCosts {
    double transposed_line_ns;
    double single_element_ns;
    double table_element_ns;
    double copied_piece_ns;
    double copied_line_ns;
};
// Where stores are non-temporal they wait for memory, and much of the moving is hidden.
constexpr MovingCosts streamed{0, 0.16, 0.14, 0.7, 0.5};
constexpr MovingCosts in_caches{1.6, 0.5, 0.45, 3, 1.1};
constexpr std::int64_t least_vector_bytes = 16;

constexpr double call_ns = 100;
constexpr double tile_ns = 30;

double to_double(std::int64_t value) { return static_cast<double>(value); }

/// Nanoseconds to move one element through registers.
double element_ns(const CpuTile& tile, std::int64_t bytes, const MovingCosts& costs) {
    const double share_of_line = to_double(bytes) / line_bytes;
    switch (tile.method) {
        case TransposeMethod::tiled: {
            const std::int64_t rows = evenly_spaced_rows(tile, input, 1);
            const bool vectors = std::min(elements(tile.run), rows) * bytes >= least_vector_bytes;
            return vectors ? costs.transposed_line_ns * share_of_line : costs.single_element_ns;
        }
        case TransposeMethod::packed:
            return costs.table_element_ns;
        default: {
            const std::int64_t piece = tile.run.empty() ? 1 : tile.run.front().block;
            return costs.copied_piece_ns / to_double(piece) + costs.copied_line_ns * share_of_line;
        }
    }
}

/// Elements that are read in one go: a contiguous piece of the input, and the tiles behind it that
/// follow in the same mode. Pieces as input_pieces says, but this runs for every candidate.
double elements_in_one_go(const CpuTile& tile) {
    std::int64_t length = 1;
    const BlockedMode* last = nullptr;
    for (bool grows = true; grows;) {
        grows = false;
        for (const auto* part : {&tile.run, &tile.rows}) {
            for (const BlockedMode& blocked : *part) {
                if (blocked.block == 1 || blocked.mode.strides[input] != length) continue;
                length *= blocked.block;
                last = &blocked;
                grows = true;
            }
        }
    }
    if (tile.rows.empty() || last != &tile.rows.back()) return to_double(length);
    return to_double(length) / to_double(last->block) * to_double(last->mode.extent);
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

/// 0 up to the capacity, then growing by `share` each time the size doubles.
double crowding(double size, double capacity, double share) {
    return share * std::max(0.0, std::log2(size / capacity));
}

/// What the ends of the output's runs cost, as a share of a line.
double ends_share(const CpuTile& tile, std::int64_t element_bytes, bool cached) {
    const double run = to_double(elements(tile.run));
    const double run_bytes = run * to_double(element_bytes);
    if (cached) return cached_end_share * line_bytes / run_bytes;
    // A run that goes on behind the tile is gathered to the end of its last line.
    if (is_cut(tile.run)) return (line_bytes - to_double(element_bytes)) / run_bytes;
    return end_share * line_bytes / (run_bytes * to_double(adjoining_rows(tile)));
}

std::vector<PricedCpuTile> priced_tiles(const TransposeProblem& problem) {
    std::vector<CpuTile> tiles = tile_candidates(problem);
    std::vector<PricedCpuTile> priced;
    priced.reserve(tiles.size());
    for (CpuTile& tile : tiles) {
        const double cost = cost_ns(problem, tile);
        priced.push_back({std::move(tile), cost});
    }
    return priced;
}

bool is_cheaper(const PricedCpuTile& a, const PricedCpuTile& b) { return a.cost_ns < b.cost_ns; }

}  // namespace

double cost_ns(const TransposeProblem& problem, const CpuTile& tile) {
    if (problem.empty) return call_ns;
    const std::int64_t element_bytes = size_bytes(problem.dtype);
    const double bytes_each = to_double(element_bytes);
    const double count = to_double(volume(problem.modes));
    const bool cached = !exceeds_caches(problem);
    const double run = to_double(elements(tile.run));
    const double tile_elements = run * to_double(elements(tile.rows));
    double per_line = 1 + end_read_share * line_bytes / (elements_in_one_go(tile) * bytes_each) +
                      ends_share(tile, element_bytes, cached) +
                      crowding(tile_elements * bytes_each, l2_bytes, l2_share);
    if (tile.method == TransposeMethod::tiled) {
        const double rows_bytes = to_double(evenly_spaced_rows(tile, input, 1)) * bytes_each;
        per_line += crowding(run, l1_elements, l1_share);
        if (rows_bytes < line_bytes) per_line += short_rows_share * line_bytes / rows_bytes;
    }
    const double lines = count * bytes_each / line_bytes;
    const double tiles = std::ceil(count / tile_elements);
    const double page_ns = cached ? small_pages(tile, element_bytes) * small_page_ns : 0;
    const double moving_ns = element_ns(tile, element_bytes, cached ? in_caches : streamed);
    return call_ns + lines * line_ns * per_line + count * moving_ns + tiles * (tile_ns + page_ns);
}

PricedCpuTile cheapest_tile(const TransposeProblem& problem) {
    std::vector<PricedCpuTile> tiles = priced_tiles(problem);
    return std::move(*std::min_element(tiles.begin(), tiles.end(), is_cheaper));
}

std::vector<PricedCpuTile> tiles_by_cost(const TransposeProblem& problem) {
    std::vector<PricedCpuTile> tiles = priced_tiles(problem);
    std::stable_sort(tiles.begin(), tiles.end(), is_cheaper);
    return tiles;
}

}  // namespace ttgt
