// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "blocks/cuda/pairs/pairs_launch.h"
#include "contraction/cuda/direct/gett/plan/gett_rates.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

double lanes_us(const PairsWork& work, int policy, DType dtype, int multiprocessors) {
    // Microseconds of a step of one tile alone: its loads wait for tables, which wait for others.
    constexpr double step_us = 1.5;
    // Thread blocks that a multiprocessor works on at once.
    constexpr std::array<double, pairs_lane_policies> resident{6, 3};
    // Microseconds that the arithmetic of a step keeps a multiprocessor busy.
    constexpr std::array<double, pairs_lane_policies> busy_of_single{0.5, 0.55};
    constexpr std::array<double, pairs_lane_policies> busy_of_double{0.7, 0.95};
    const auto number = static_cast<std::size_t>(policy);
    const bool is_double = real_of(dtype) == DType::float64;
    const double busy_us =
        (is_double ? busy_of_double : busy_of_single)[number] * (is_complex(dtype) ? 4 : 1);
    // Finding and writing a tile takes about as long as a step.
    const double steps = work.steps + work.tiles;
    const double shared = std::max(step_us / resident[number], busy_us) * steps / multiprocessors;
    return std::max(shared, std::max(step_us, busy_us) * (work.longest + 1));
}

/// As predict_us() of GETT kernels, whose rates these are, for tiles of all blocks.
double gett_us(const PairsWork& work, int policy, DType dtype, const Architecture& gpu) {
    const GettProducts products{dtype};
    const GettRates& rates = rates_of(products, gpu);
    const int index = pairs_gett_tile(policy, dtype);
    const GettTile& tile = gett_tiles(products).first[index];
    const auto element = static_cast<double>(size_bytes(dtype));
    const double flops = 2.0 * tile.rows * tile.columns * tile.inner * (is_complex(dtype) ? 4 : 1);
    const double copies = tile.inner * (tile.rows + tile.columns);
    const double narrow = size_bytes(dtype) < vector_bytes ? 2 * rates.narrow_copies : 0;
    const double busy_us = std::max(
        flops / (peak_of(products) * rates.of_peak[static_cast<std::size_t>(index)]) * (1 + narrow),
        copies * (element / rates.load_bytes_per_us + rates.copy_us));
    const double store_us = rates.staged_us * tile.rows * tile.columns * element / sector_bytes;
    const double shared =
        (work.steps * busy_us + work.tiles * store_us +
         (work.steps * rates.slice_us + work.tiles * rates.item_us) / tile.blocks) /
        gpu.multiprocessors;
    const double alone = work.longest * (busy_us + rates.slice_us) + store_us + rates.item_us;
    const double blocks = std::max(shared, alone);
    const double memory = work.bytes / gpu.bytes_per_us;
    return std::pow(std::pow(blocks, rates.overlap) + std::pow(memory, rates.overlap),
                    1 / rates.overlap);
}

}  // namespace

double pairs_ms(const PairsWork& work, int policy, DType dtype, const Architecture& gpu) {
    return 1e-3 * (policy < pairs_lane_policies ? lanes_us(work, policy, dtype, gpu.multiprocessors)
                                                : gett_us(work, policy, dtype, gpu));
}

}  // namespace ttgt::cuda
