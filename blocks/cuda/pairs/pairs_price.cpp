// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>

#include "blocks/cuda/pairs/pairs_launch.h"

namespace ttgt::cuda {
namespace {

/// Microseconds that work keeps a multiprocessor busy whose resident thread blocks share it.
struct PairsTimes {
    double step;  ///< of a step: a slice of a tile
    double pair;  ///< to find a pair's offsets for a tile, and to wait for its first slices
    double tile;  ///< to find a tile of D, and to write it
};
using PairsTimesOf = std::array<PairsTimes, pairs_policy_count>;

// Fitted to launches of all pairs of the cases in benchmarks/data/blocksparse, one policy each
// (docs/lab-notes/2026-11-28-blocks-gpu.md): float64 to 29, 26, 42 and 7 cases. float32 and
// complex64 in tiles of GETT kernels are from one case each; complex128, and the first two policies
// of other dtypes than float64, are float64's scaled by their arithmetic.
constexpr PairsTimesOf float64_times{
    {{0.63, 0, 0.05}, {1.87, 0, 0.87}, {1.40, 4.0, 6.2}, {0.44, 1.39, 0.94}}};
constexpr PairsTimesOf float32_times{
    {{0.57, 0, 0.47}, {1.08, 0, 0.87}, {2.3, 4.0, 6.2}, {0.58, 1.14, 0.77}}};
constexpr PairsTimesOf complex64_times{
    {{2.3, 0, 0.47}, {4.32, 0, 0.87}, {3.4, 4.0, 6.2}, {2.2, 1.14, 0.77}}};
constexpr PairsTimesOf complex128_times{
    {{3.2, 0, 0.94}, {7.48, 0, 1.74}, {1.40, 4.0, 6.2}, {0.8, 1.7, 1.5}}};

const PairsTimesOf& times_of(DType dtype) {
    switch (dtype) {
        case DType::float64:
            return float64_times;
        case DType::complex64:
            return complex64_times;
        case DType::complex128:
            return complex128_times;
        default:
            return float32_times;  // 16-bit elements are promoted to it
    }
}

}  // namespace

double pairs_ms(const PairsWork& work, int policy, DType dtype, const Architecture& gpu) {
    // Share of the time of memory that work of multiprocessors does not hide.
    constexpr double unhidden = 0.4;
    // Microseconds of a tile that a multiprocessor works on alone: nothing hides its waits.
    constexpr double alone_pair_us = 2.5;
    constexpr double alone_us = 3;
    const PairsTimes& times = times_of(dtype)[static_cast<std::size_t>(policy)];
    const double shared =
        (work.steps * times.step + work.pairs * times.pair + work.tiles * times.tile) /
        gpu.multiprocessors;
    const double alone = work.longest * times.step + work.longest_pairs * alone_pair_us + alone_us;
    const double memory = work.bytes / gpu.bytes_per_us;
    return 1e-3 * std::max(std::max(shared, alone) + unhidden * memory, memory);
}

}  // namespace ttgt::cuda
