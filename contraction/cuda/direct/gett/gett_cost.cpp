// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/gett_cost.h"

#include <algorithm>
#include <cmath>

#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

constexpr int most_gett_tiles = 11;

/// What the kernels of one kind of products reach. Fitted to launches on an H200 of contractions
/// drawn at random, by up to 21 choices each (docs/algorithms/gett.md says how well they predict).
struct GettRates {
    double of_peak[most_gett_tiles];  ///< by tile
    double throttled;          ///< long work on a hot card: more time for products by this share
    double narrow_copies;      ///< for an input copied element by element: likewise
    double load_bytes_per_us;  ///< of a multiprocessor
    double copy_us;            ///< to issue the copy of a vector
    double staged_us;          ///< for a sector of D that is staged in shared memory,
    double partial_us;         ///< for the write of a part of one,
    double sector_us;          ///< and for any: a block waits for it,
    double run_us;             ///< for each run of neighbours that it writes,
    double slice_us;           ///< for each slice,
    double item_us;            ///< and for each item;
    double turns;              ///< times those waits, of a block of several tiles
    double short_runs;         ///< share of an input's bytes that runs of one line cost more
    double partial_bytes;      ///< what a write of a part of a sector adds, of two sectors' bytes
    double overlap;            ///< of multiprocessors and memory: the exponent of their norm
    double launch_us;
    double reduction_us;  ///< the launch of a split reduction
};

constexpr GettRates float64_rates = {
    .of_peak = {0.97, 0.792, 0.676, 0.544, 1, 0.91, 0.703, 0.844, 0.62, 0.662, 0.403},
    .throttled = 0.33,
    .narrow_copies = 0.109,
    .load_bytes_per_us = 7.17e4,
    .copy_us = 1.4e-4,
    .staged_us = 1.25e-3,
    .partial_us = 5.78e-4,
    .sector_us = 2.94e-4,
    .run_us = 8.58e-4,
    .slice_us = 0.127,
    .item_us = 0.84,
    .turns = 1.37,
    .short_runs = 0.214,
    .partial_bytes = 1.85,
    .overlap = 2.87,
    .launch_us = 6.58,
    .reduction_us = 5.45,
};
constexpr GettRates complex128_rates = {
    .of_peak = {0.92, 0.904, 0.998, 0.998, 0.603, 0.44},
    .throttled = 0.3,
    .narrow_copies = 0,
    .load_bytes_per_us = 8.98e4,
    .copy_us = 2.39e-4,
    .staged_us = 1.06e-3,
    .partial_us = 2.97e-4,
    .sector_us = 2.41e-4,
    .run_us = 8.9e-4,
    .slice_us = 0.231,
    .item_us = 0.813,
    .turns = 1.26,
    .short_runs = 0.326,
    .partial_bytes = 0,
    .overlap = 2.09,
    .launch_us = 6.86,
    .reduction_us = 6.3,
};
constexpr GettRates float32_rates = {
    .of_peak = {0.942, 0.955, 0.896, 0.936, 0.854, 0.826, 0.748, 0.94},
    .throttled = 0.3,
    .narrow_copies = 0.15,
    .load_bytes_per_us = 5.71e4,
    .copy_us = 1.31e-4,
    .staged_us = 8.62e-4,
    .partial_us = 6.18e-4,
    .sector_us = 0,
    .run_us = 8.9e-4,
    .slice_us = 0.209,
    .item_us = 1.03,
    .turns = 1.34,
    .short_runs = 0.125,
    .partial_bytes = 0.877,
    .overlap = 1.474,
    .launch_us = 6.44,
    .reduction_us = 4.43,
};
constexpr GettRates complex64_rates = {
    .of_peak = {0.767, 0.71, 0.799, 0.784, 0.693, 0.71},
    .throttled = 0.2,
    .narrow_copies = 0.0219,
    .load_bytes_per_us = 2.91e4,
    .copy_us = 0,
    .staged_us = 1.14e-3,
    .partial_us = 3.7e-4,
    .sector_us = 3.08e-4,
    .run_us = 4.47e-4,
    .slice_us = 0.299,
    .item_us = 1.28,
    .turns = 1.12,
    .short_runs = 0.226,
    .partial_bytes = 0.521,
    .overlap = 1.632,
    .launch_us = 6.5,
    .reduction_us = 7.25,
};
constexpr GettRates half_rates = {
    .of_peak = {0.266, 0.717, 0.453, 0.432, 0.206, 0.238},
    .throttled = 0.2,
    .narrow_copies = 0.0543,
    .load_bytes_per_us = 1.14e+05,
    .copy_us = 0.000186,
    .staged_us = 0.00246,
    .partial_us = 0.00092,
    .sector_us = 0,
    .run_us = 0.000598,
    .slice_us = 0.171,
    .item_us = 1.63,
    .turns = 0.9,
    .short_runs = 0.36,
    .partial_bytes = 0,
    .overlap = 1.59,
    .launch_us = 6.97,
    .reduction_us = 3.69,
};
constexpr GettRates tf32_rates = {
    .of_peak = {0.277, 0.859, 0.729, 0.764, 0.464, 0.126},
    .throttled = 0.2,
    .narrow_copies = 0.492,
    .load_bytes_per_us = 7.51e+04,
    .copy_us = 0.000107,
    .staged_us = 0.000943,
    .partial_us = 0.000806,
    .sector_us = 0,
    .run_us = 0.001,
    .slice_us = 0.134,
    .item_us = 2.96,
    .turns = 0.875,
    .short_runs = 0.334,
    .partial_bytes = 0,
    .overlap = 1.96,
    .launch_us = 6.39,
    .reduction_us = 4.17,
};
constexpr GettRates tf32x3_rates = {
    .of_peak = {0.396, 0.393, 0.377, 0.368, 0.427, 0.294},
    .throttled = 0.2,
    .narrow_copies = 0.186,
    .load_bytes_per_us = 1.09e+05,
    .copy_us = 0.000141,
    .staged_us = 0.00128,
    .partial_us = 0.000769,
    .sector_us = 0,
    .run_us = 0.000865,
    .slice_us = 0.292,
    .item_us = 2.07,
    .turns = 1.05,
    .short_runs = 0.113,
    .partial_bytes = 0,
    .overlap = 1.48,
    .launch_us = 6.63,
    .reduction_us = 3.79,
};
constexpr GettRates complex_tf32_rates = {
    .of_peak = {0.238, 0.259, 0.725, 0.197},
    .throttled = 0.2,
    .narrow_copies = 0.118,
    .load_bytes_per_us = 5.35e+04,
    .copy_us = 8.34e-05,
    .staged_us = 0.00164,
    .partial_us = 0.00012,
    .sector_us = 0.000477,
    .run_us = 0.00177,
    .slice_us = 0.166,
    .item_us = 1.95,
    .turns = 1.03,
    .short_runs = 0.495,
    .partial_bytes = 3.24e-06,
    .overlap = 2.4,
    .launch_us = 6.09,
    .reduction_us = 6.03,
};
constexpr GettRates complex_tf32x3_rates = {
    .of_peak = {0.436, 0.422, 0.412, 0.407},
    .throttled = 0.2,
    .narrow_copies = 0.0726,
    .load_bytes_per_us = 4.61e+04,
    .copy_us = 6.8e-05,
    .staged_us = 0.00166,
    .partial_us = 1.43e-05,
    .sector_us = 0.00078,
    .run_us = 0.00162,
    .slice_us = 0.243,
    .item_us = 1.88,
    .turns = 0.951,
    .short_runs = 0.489,
    .partial_bytes = 0.0154,
    .overlap = 2.5,
    .launch_us = 6.35,
    .reduction_us = 5.7,
};

/// The H200 that was measured; others are scaled to.
constexpr double multiprocessors = 132;
constexpr double cycles_per_us = 1755;
constexpr double float64_peak = 64.5e6 / multiprocessors;  ///< FLOP per us of a multiprocessor
constexpr double float32_peak = 51e6 / multiprocessors;

constexpr double half_peak = 989e6 / multiprocessors;
constexpr double tf32_peak = 495e6 / multiprocessors;
constexpr double tf32x3_peak = tf32_peak / 3;

const GettRates& rates_of(const GettProducts& products) {
    const bool is_full = products.compute == ComputeType::full;
    const bool is_once = products.compute == ComputeType::tf32;
    switch (products.dtype) {
        case DType::float16:
        case DType::bfloat16:
            return half_rates;
        case DType::float32:
            return is_full ? float32_rates : is_once ? tf32_rates : tf32x3_rates;
        case DType::complex64:
            return is_full ? complex64_rates : is_once ? complex_tf32_rates : complex_tf32x3_rates;
        case DType::complex128:
            return complex128_rates;
        default:
            return float64_rates;
    }
}

double peak_of(const GettProducts& products) {
    if (is_half(products.dtype)) return half_peak;
    if (!uses_tensor_cores(products)) return float32_peak;
    if (real_of(products.dtype) == DType::float64) return float64_peak;
    return products.compute == ComputeType::tf32 ? tf32_peak : tf32x3_peak;
}

double products_us(const GettWork& work, const GettTile& tile, const GettRates& rates) {
    const double peak = peak_of(work.products);
    const double flops =
        2.0 * tile.rows * tile.columns * tile.inner * (is_complex(work.products.dtype) ? 4 : 1);
    return static_cast<double>(work.slices) * flops / (peak * rates.of_peak[work.tile]);
}

/// Microseconds of a multiprocessor for an item, others being in work there.
double item_us(const GettWork& work, const GettTile& tile, const GettRates& rates) {
    const double vector =
        static_cast<double>(vector_bytes) / static_cast<double>(size_bytes(work.products.dtype));
    const double narrow = vector > 1 ? (work.vector_l ? 0 : 1) + (work.vector_r ? 0 : 1) : 0;
    const double products = products_us(work, tile, rates) * (1 + rates.narrow_copies * narrow);
    const double copies = tile.inner * (tile.rows / (work.vector_l ? vector : 1) +
                                        tile.columns / (work.vector_r ? vector : 1));
    const double loads =
        static_cast<double>(work.slices) *
        ((work.l_sectors + work.r_sectors) * sector_bytes / rates.load_bytes_per_us +
         rates.copy_us * copies);
    const double sectors = work.output_bytes / sector_bytes / static_cast<double>(work.items);
    const double stores =
        (work.is_staged ? rates.staged_us * sectors : 0) + rates.partial_us * work.d.partial;
    return std::max(products, loads) + stores;
}

/// Long work draws more power than the card may: its clock falls.
double throttled(double products_us, const GettRates& rates) {
    constexpr double begin_us = 250;
    constexpr double doublings = 3;
    if (products_us <= begin_us) return 1;
    return 1 + rates.throttled * std::min(1.0, std::log2(products_us / begin_us) / doublings);
}

/// Of all blocks; a block's waits are not hidden by the others of its multiprocessor.
double blocks_us(const GettWork& work, const GettRates& rates, const Architecture& gpu) {
    const GettTile& tile = gett_tiles(work.products).first[work.tile];
    const auto items = static_cast<double>(work.items);
    const auto resident = static_cast<double>(work.resident_blocks);
    const double at_once = gpu.multiprocessors * resident;
    const double full = std::floor(items / at_once);
    const double last = std::ceil((items - full * at_once) / gpu.multiprocessors);
    const double of_one = full * resident + last;  ///< items that one multiprocessor takes
    const bool takes_turns =
        work.splits == 1 && work.slices * tile.inner <= std::int64_t{2} * tile.table_inner();
    const double wait = static_cast<double>(work.slices) * rates.slice_us + rates.item_us +
                        rates.sector_us * work.d.sectors + rates.run_us * work.d.runs;
    const double work_us = of_one * item_us(work, tile, rates) *
                           throttled(of_one * products_us(work, tile, rates), rates);
    return cycles_per_us / gpu.cycles_per_us * work_us +
           (takes_turns ? rates.turns : 1) * std::ceil(items / at_once) * wait;
}

/// How much of an operand of so many bytes the caches are too small for.
double missed(double bytes) {
    constexpr double fits = 20e6;
    constexpr double never_fits = 80e6;
    return std::clamp((bytes - fits) / (never_fits - fits), 0.0, 1.0);
}

/// What memory moves for an input: more where a tile has less than a line of it side by side.
double input_bytes(double bytes, std::int64_t run_bytes, const GettRates& rates) {
    constexpr double most_lines = 8;
    const double lines =
        std::min(most_lines, static_cast<double>(line_bytes) / static_cast<double>(run_bytes));
    return bytes * (1 + rates.short_runs * missed(bytes) * lines);
}

/// What memory moves for D: a sector of which a part is written is read first.
double output_bytes(const GettWork& work, const GettRates& rates) {
    const double partial = 2 * sector_bytes * work.d.partial * static_cast<double>(work.items);
    return work.output_bytes + rates.partial_bytes * missed(work.output_bytes) * partial;
}

}  // namespace

double predict_us(const GettWork& work, const Architecture& gpu) {
    const GettRates& rates = rates_of(work.products);
    const double blocks = blocks_us(work, rates, gpu);
    const double memory =
        (input_bytes(work.l_bytes, work.l_run_bytes, rates) +
         input_bytes(work.r_bytes, work.r_run_bytes, rates) + output_bytes(work, rates)) /
        gpu.bytes_per_us;
    // Neither hides the other wholly.
    const double both = std::pow(std::pow(blocks, rates.overlap) + std::pow(memory, rates.overlap),
                                 1 / rates.overlap);
    const double reduction =
        work.splits > 1 ? rates.reduction_us + work.output_bytes / gpu.bytes_per_us : 0;
    return rates.launch_us + both + reduction;
}

}  // namespace ttgt::cuda
