// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a tile costs, in nanoseconds of one core. The constants were fitted to the 57 cases of
// benchmarks/data/ttc57.tsv on an EPYC (Zen 4), 2026-11-21; docs/algorithms/cpu_transpose.md shows
// how well they choose. They rank candidates; no result depends on them.
#include <algorithm>
#include <cmath>

#include "transpose/tile.h"

namespace ttgt {
namespace {

constexpr double line_bytes = 64;
constexpr double line_ns = 2.5;  // to read or write one cache line, both sides busy

// A contiguous piece of the input costs this many lines more than it has: the prefetchers overshoot
// its end, and DRAM opens another page.
constexpr double piece_lines = 1.5;
// An output run ends in lines that it shares with its neighbours, which are read before written.
constexpr double run_lines = 1.0;

constexpr double tile_ns = 60;

// While rows are turned, one line for each element of the run stays in L1, and so does what they
// are turned into.
constexpr double l1_bytes = 16.0 * 1024;
// The tile after this one is prefetched into L2.
constexpr double l2_bytes = 128.0 * 1024;

/// Nanoseconds to move one element through registers.
double element_ns(const TransposeProblem& problem, const Tile& tile) {
    const auto bytes = static_cast<double>(size_bytes(problem.dtype));
    switch (tile.method) {
        case TransposeMethod::tiled: {
            const std::int64_t block = 16 / size_bytes(problem.dtype);
            const bool vectors = elements(tile.run) >= block && elements(tile.rows) >= block &&
                                 tile.rows.front().mode.strides[input] == 1;
            return vectors ? bytes / 40 : 0.5;
        }
        case TransposeMethod::packed:
            return 0.45;
        default:
            return bytes / 60;
    }
}

/// 1 up to the capacity, then growing with the share that does not fit.
double crowding(double bytes, double capacity) {
    return 1 + 0.15 * std::max(0.0, bytes / capacity - 1);
}

}  // namespace

double cost_ns(const TransposeProblem& problem, const Tile& tile) {
    if (problem.empty) return 0;
    const auto element_bytes = static_cast<double>(size_bytes(problem.dtype));
    const auto count = static_cast<double>(volume(problem.modes));
    const auto run = static_cast<double>(elements(tile.run));
    const double tile_elements = run * static_cast<double>(elements(tile.rows));
    const double lines = count * element_bytes / line_bytes;
    const double piece_bytes =
        static_cast<double>(elements(input_pieces(tile).inside)) * element_bytes;
    const double read = 1 + piece_lines * line_bytes / piece_bytes;
    const double written = 1 + run_lines * line_bytes / (run * element_bytes);
    const double l1 = tile.method == TransposeMethod::tiled ? 2 * line_bytes * run : 0.0;
    const double memory_ns = lines * line_ns *
                             (read * crowding(l1, l1_bytes) *
                                  crowding(tile_elements * element_bytes, l2_bytes) +
                              written);
    const double tiles = std::ceil(count / tile_elements);
    return memory_ns + count * element_ns(problem, tile) + tiles * tile_ns;
}

}  // namespace ttgt
