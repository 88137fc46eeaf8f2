// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a tile costs, in nanoseconds of one core. The constants were fitted to the 57 cases of
// benchmarks/data/ttc57.tsv on an EPYC (Zen 4), 2026-11-21; docs/algorithms/cpu_transpose.md shows
// how well they choose. They rank candidates; no result depends on them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "transpose/cpu/tile.h"

namespace ttgt {
namespace {

constexpr auto line_bytes = static_cast<double>(cache_line_bytes);
constexpr double line_ns = 5.0;  // to read one cache line and write one, both sides busy

// A contiguous piece of the input costs this share of a line more: the prefetchers overshoot its
// end, and DRAM opens another page.
constexpr double piece_share = 0.10;
// An output run ends in lines that it shares with its neighbours, which are read before written.
constexpr double run_share = 0.70;

// While rows are transposed, one line for each element of the run stays in L1, and so does what
// they become: 8 KiB without loss.
constexpr double l1_elements = 64;
constexpr double l1_share = 0.08;
// The next tile is prefetched into L2, beside all that passes through.
constexpr double l2_bytes = 128.0 * 1024;
constexpr double l2_share = 0.02;

// A tile touches every page under its rows again; so many pieces apart, the first-level TLB holds
// none of them from one tile to the next. Pages of 2 MiB, which ttgt's own memory asks for.
constexpr std::int64_t page_bytes = std::int64_t{2} << 20;
constexpr double page_ns = 8;

// What is not written by non-temporal stores: a run that begins on another small page than the run
// before waits for its first line. Fitted to the transposes of 100 contractions of up to 2 M
// elements.
constexpr std::int64_t cached_bytes = std::int64_t{16} << 20;
constexpr std::int64_t small_page_bytes = 4096;
constexpr double small_page_ns = 4;

// Copying a row of a few elements takes this long, however short it is.
constexpr double row_ns = 3;

// Elements go through registers by in-register transposes of vectors, or one by one; by a table; or
// with their row.
constexpr double transposed_bytes_per_ns = 40;
constexpr double single_element_ns = 0.5;
constexpr double table_element_ns = 0.45;
constexpr double copied_bytes_per_ns = 60;
constexpr std::int64_t least_vector_bytes = 16;

constexpr double call_ns = 100;
constexpr double tile_ns = 30;

/// Nanoseconds to move one element through registers.
double element_ns(const TransposeProblem& problem, const CpuTile& tile) {
    const auto bytes = static_cast<double>(size_bytes(problem.dtype));
    switch (tile.method) {
        case TransposeMethod::tiled: {
            const std::int64_t block = least_vector_bytes / size_bytes(problem.dtype);
            const bool vectors = elements(tile.run) >= block && elements(tile.rows) >= block &&
                                 tile.rows.front().mode.strides[input] == 1;
            return vectors ? bytes / transposed_bytes_per_ns : single_element_ns;
        }
        case TransposeMethod::packed:
            return table_element_ns;
        default: {
            const std::int64_t row = tile.run.empty() ? 1 : tile.run.front().block;
            return bytes / copied_bytes_per_ns + row_ns / static_cast<double>(row);
        }
    }
}

/// Elements of one contiguous piece of the input; as input_pieces says, but this runs for every
/// candidate.
std::int64_t piece_elements(const CpuTile& tile) {
    std::int64_t length = 1;
    for (bool grows = true; grows;) {
        grows = false;
        for (const auto* part : {&tile.run, &tile.rows}) {
            for (const BlockedMode& blocked : *part) {
                if (blocked.block == 1 || blocked.mode.strides[input] != length) continue;
                length *= blocked.block;
                grows = true;
            }
        }
    }
    return length;
}

/// Pages of `array` under a tile, as many as can be.
double pages(const CpuTile& tile, std::size_t array, std::int64_t element_bytes,
             std::int64_t bytes = page_bytes) {
    double product = 1;
    for (const auto* part : {&tile.run, &tile.rows}) {
        for (const BlockedMode& blocked : *part) {
            const std::int64_t step = std::abs(blocked.mode.strides[array]) * element_bytes;
            const std::int64_t reach = (blocked.block - 1) * step / bytes + 1;
            product *= static_cast<double>(std::min(blocked.block, reach));
        }
    }
    return product;
}

/// 0 up to the capacity, then growing by `share` each time the size doubles.
double crowding(double size, double capacity, double share) {
    return share * std::max(0.0, std::log2(size / capacity));
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
    const auto element_bytes = static_cast<double>(size_bytes(problem.dtype));
    const auto count = static_cast<double>(volume(problem.modes));
    const auto run = static_cast<double>(elements(tile.run));
    const double tile_elements = run * static_cast<double>(elements(tile.rows));
    const double lines = count * element_bytes / line_bytes;
    const double piece_bytes = static_cast<double>(piece_elements(tile)) * element_bytes;
    const bool transposes_in_registers = tile.method == TransposeMethod::tiled;
    const double per_line = 1 + piece_share * line_bytes / piece_bytes +
                            run_share * line_bytes / (run * element_bytes) +
                            (transposes_in_registers ? crowding(run, l1_elements, l1_share) : 0.0) +
                            crowding(tile_elements * element_bytes, l2_bytes, l2_share);
    const double tiles = std::ceil(count / tile_elements);
    const double pages_touched = pages(tile, input, size_bytes(problem.dtype)) +
                                 pages(tile, output, size_bytes(problem.dtype));
    const bool cached = count * element_bytes < static_cast<double>(cached_bytes);
    const double small_pages =
        cached ? pages(tile, output, size_bytes(problem.dtype), small_page_bytes) : 0;
    return call_ns + lines * line_ns * per_line + count * element_ns(problem, tile) +
           tiles * (tile_ns + pages_touched * page_ns + small_pages * small_page_ns);
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
