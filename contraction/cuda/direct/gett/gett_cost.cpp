// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/gett_cost.h"

#include <algorithm>
#include <cmath>

#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

constexpr int most_gett_tiles = 9;

/// What the kernels of one dtype reach. Fitted to 5223 launches on an H200: 390 contractions drawn
/// at random, up to 18 choices each (docs/algorithms/gett.md says how well they predict).
struct GettRates {
    double of_peak[most_gett_tiles];  ///< by tile
    double narrow_copies;       ///< for an input copied element by element: more time by this share
    double load_bytes_per_us;   ///< of a multiprocessor
    double store_bytes_per_us;  ///< likewise
    double item_us;
    double slice_alone_us;  ///< of a block that is alone on a multiprocessor,
    double item_alone_us;   ///< and what precedes and follows its slices
    double bytes_per_us;    ///< of the device
    double launch_us;
    double reduction_us;  ///< the launch of a split reduction
    double staging;       ///< of D in shared memory: more time for its stores by this share
    double copy_us;       ///< to issue the copy of a vector
    double turns;         ///< share of item_alone_us that a block of several tiles waits
    double hot;  ///< the whole on a card that is hot from such work, and of the best of many
};

constexpr GettRates float64_rates = {
    .of_peak = {0.918, 0.686, 0.693, 0.65, 0.523, 0.374, 0.35, 0.779, 0.581},
    .narrow_copies = 0.234,
    .load_bytes_per_us = 4.07e4,
    .store_bytes_per_us = 2.03e4,
    .item_us = 0.0619,
    .slice_alone_us = 0.565,
    .item_alone_us = 1.55,
    .bytes_per_us = 2.59e6,
    .launch_us = 5.94,
    .reduction_us = 3.7,
    .staging = 0.551,
    .copy_us = 5.61e-5,
    .turns = 1.57,
    .hot = 1.1,
};
constexpr GettRates complex128_rates = {
    .of_peak = {0.767, 0.725, 0.649, 0.551, 0.475},
    .narrow_copies = 0,
    .load_bytes_per_us = 5.69e4,
    .store_bytes_per_us = 2.08e4,
    .item_us = 0.252,
    .slice_alone_us = 0.697,
    .item_alone_us = 3.62,
    .bytes_per_us = 2.24e6,
    .launch_us = 6.88,
    .reduction_us = 3.95,
    .staging = 0.144,
    .copy_us = 1.95e-4,
    .turns = 0.936,
    .hot = 1.1,
};
constexpr GettRates float32_rates = {
    .of_peak = {0.801, 0.824, 0.726, 0.78, 0.482},
    .narrow_copies = 0.0984,
    .load_bytes_per_us = 4.06e4,
    .store_bytes_per_us = 4.31e4,
    .item_us = 0.341,
    .slice_alone_us = 0.71,
    .item_alone_us = 0.466,
    .bytes_per_us = 2.61e6,
    .launch_us = 7.79,
    .reduction_us = 2.88,
    .staging = 1.19,
    .copy_us = 1.38e-4,
    .turns = 0.6,
    .hot = 1.4,
};
constexpr GettRates complex64_rates = {
    .of_peak = {0.704, 0.686, 0.701, 0.631},
    .narrow_copies = 0.0211,
    .load_bytes_per_us = 3.23e4,
    .store_bytes_per_us = 1.78e4,
    .item_us = 0.236,
    .slice_alone_us = 0.736,
    .item_alone_us = 0,
    .bytes_per_us = 2.28e6,
    .launch_us = 10.1,
    .reduction_us = 3.13,
    .staging = 0.306,
    .copy_us = 1.46e-4,
    .turns = 0.6,
    .hot = 1.2,
};

/// The H200 that was measured; others are scaled to.
constexpr double multiprocessors = 132;
constexpr double cycles_per_us = 1755;
constexpr double copy_bytes_per_us = 4.3e6;
constexpr double throttled = 0.8;  ///< the clock that long float64 work leaves, over the fitted one
constexpr double float64_peak = 64.5e6 / multiprocessors;  ///< FLOP per us of a multiprocessor
constexpr double float32_peak = 51.0e6 / multiprocessors;

const GettRates& rates_of(DType dtype) {
    switch (dtype) {
        case DType::float32:
            return float32_rates;
        case DType::complex64:
            return complex64_rates;
        case DType::complex128:
            return complex128_rates;
        default:
            return float64_rates;
    }
}

/// Microseconds of a multiprocessor for an item, others being in work there.
double item_us(const GettWork& work, const GettTile& tile, const GettRates& rates) {
    const auto slices = static_cast<double>(work.slices);
    const bool on_tensor_cores = uses_tensor_cores(work.dtype);
    const double peak = on_tensor_cores ? float64_peak : float32_peak;
    const double flops =
        2.0 * tile.rows * tile.columns * tile.inner * (is_complex(work.dtype) ? 4 : 1);
    const double vector =
        static_cast<double>(vector_bytes) / static_cast<double>(size_bytes(work.dtype));
    const double narrow = vector > 1 ? (work.vector_l ? 0 : 1) + (work.vector_r ? 0 : 1) : 0;
    const double of_peak = rates.of_peak[work.tile] * (on_tensor_cores ? throttled : 1);
    const double compute = slices * flops / (peak * of_peak) * (1 + rates.narrow_copies * narrow);
    const double copies = tile.inner * (tile.rows / (work.vector_l ? vector : 1) +
                                        tile.columns / (work.vector_r ? vector : 1));
    const double load =
        slices * ((work.l_sectors + work.r_sectors) * sector_bytes / rates.load_bytes_per_us +
                  rates.copy_us * copies);
    const double store = work.d_sectors * sector_bytes / rates.store_bytes_per_us *
                         (1 + (work.is_staged ? rates.staging : 0));
    return std::max(compute, load) + store + rates.item_us;
}

}  // namespace

double predict_us(const GettWork& work, const Architecture& gpu) {
    const GettTile& tile = gett_tiles(work.dtype).first[work.tile];
    const GettRates& rates = rates_of(work.dtype);
    const double slower = cycles_per_us / gpu.cycles_per_us;
    const double item = slower * item_us(work, tile, rates);
    const double alone =
        static_cast<double>(work.slices) * rates.slice_alone_us + rates.item_alone_us;
    const auto items = static_cast<double>(work.items);
    const auto resident = static_cast<double>(work.resident_blocks);
    const double at_once = gpu.multiprocessors * resident;
    const double full = std::floor(items / at_once);
    const double last = std::ceil((items - full * at_once) / gpu.multiprocessors);
    const bool takes_turns =
        work.splits == 1 && work.slices * tile.inner <= std::int64_t{2} * gett_table_inner;
    const double blocks_us = takes_turns
                                 ? std::max((full * resident + last) * item,
                                            rates.turns * std::ceil(items / at_once) * alone)
                                 : full * std::max(resident * item, alone) +
                                       (last > 0 ? std::max(last * item, alone) : 0);
    const double bytes_per_us = rates.bytes_per_us * gpu.bytes_per_us / copy_bytes_per_us;
    const double memory_us = (work.input_bytes + work.output_bytes) / bytes_per_us;
    // Neither hides the other wholly.
    const double both_us = std::pow(std::pow(blocks_us, 4) + std::pow(memory_us, 4), 0.25);
    const double reduction_us =
        work.splits > 1 ? rates.reduction_us + work.output_bytes / bytes_per_us : 0;
    return rates.hot * (rates.launch_us + both_us + reduction_us);
}

}  // namespace ttgt::cuda
