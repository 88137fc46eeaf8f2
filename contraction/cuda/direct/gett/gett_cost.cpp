// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/gett_cost.h"

#include <algorithm>
#include <cmath>

#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

constexpr int most_gett_tiles = 12;

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
    double partial_bytes;      ///< what a write of a part of a sector adds, of two sectors' bytes,
    double end_bytes;          ///< and what an end of a tile's piece of D adds
    double overlap;            ///< of multiprocessors and memory: the exponent of their norm
    double launch_us;
    double reduction_us;  ///< the launch of a split reduction
};

constexpr GettRates float64_rates = {
    .of_peak = {0.97, 0.792, 0.676, 0.544, 1, 0.91, 0.703, 0.844, 0.62, 0.662, 0.403, 0.7},
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
    .end_bytes = 0,
    .overlap = 2.87,
    .launch_us = 6.58,
    .reduction_us = 5.45,
};
constexpr GettRates complex128_rates = {
    .of_peak = {0.706, 0.914, 0.804, 0.812, 0.796, 0.409},
    .throttled = 0.3,
    .narrow_copies = 0.00198,
    .load_bytes_per_us = 5.87e4,
    .copy_us = 0.000107,
    .staged_us = 0.000482,
    .partial_us = 0.000334,
    .sector_us = 0.000499,
    .run_us = 0.00137,
    .slice_us = 0.188,
    .item_us = 1.81,
    .turns = 0.9,
    .short_runs = 0.0664,
    .partial_bytes = 0.0801,
    .end_bytes = 0,
    .overlap = 2.23,
    .launch_us = 6.34,
    .reduction_us = 6.53,
};
constexpr GettRates float32_rates = {
    .of_peak = {0.942, 0.955, 0.896, 0.936, 0.854, 0.826, 0.748, 0.94, 0.91},
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
    .end_bytes = 0,
    .overlap = 1.474,
    .launch_us = 6.44,
    .reduction_us = 4.43,
};
constexpr GettRates complex64_rates = {
    .of_peak = {0.831, 0.673, 0.816, 0.766, 0.733, 0.823},
    .throttled = 0.2,
    .narrow_copies = 0.0168,
    .load_bytes_per_us = 6.05e4,
    .copy_us = 0.000351,
    .staged_us = 0.00041,
    .partial_us = 0.000561,
    .sector_us = 0.00032,
    .run_us = 0.000427,
    .slice_us = 0.307,
    .item_us = 1.2,
    .turns = 0.999,
    .short_runs = 0.052,
    .partial_bytes = 0.137,
    .end_bytes = 0,
    .overlap = 1.38,
    .launch_us = 6.86,
    .reduction_us = 5.63,
};
constexpr GettRates half_rates = {
    .of_peak = {1, 1, 0.66, 0.919, 0.601, 0.267, 0.342},
    .throttled = 0.2,
    .narrow_copies = 3.86,
    .load_bytes_per_us = 1.14e5,
    .copy_us = 0.000128,
    .staged_us = 0.00322,
    .partial_us = 0.000641,
    .sector_us = 9.83e-07,
    .run_us = 0.00056,
    .slice_us = 0.793,
    .item_us = 1.59,
    .turns = 0.846,
    .short_runs = 0.702,
    .partial_bytes = 0,
    .end_bytes = 0.9,
    .overlap = 1.69,
    .launch_us = 7.36,
    .reduction_us = 1.33,
};
constexpr GettRates tf32_rates = {
    .of_peak = {0.253, 0.24, 0.274, 0.208, 0.0845, 0.157},
    .throttled = 0.2,
    .narrow_copies = 0.174,
    .load_bytes_per_us = 9.43e4,
    .copy_us = 8.04e-5,
    .staged_us = 0.00154,
    .partial_us = 0.000505,
    .sector_us = 0,
    .run_us = 0.000972,
    .slice_us = 0.261,
    .item_us = 1.82,
    .turns = 0.897,
    .short_runs = 0.334,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 1.6,
    .launch_us = 5.67,
    .reduction_us = 3.46,
};
constexpr GettRates tf32x3_rates = {
    .of_peak = {0.383, 0.298, 0.439, 0.427, 0.306, 0.316},
    .throttled = 0.2,
    .narrow_copies = 0.102,
    .load_bytes_per_us = 9.5e4,
    .copy_us = 0.000107,
    .staged_us = 0.00167,
    .partial_us = 0.000554,
    .sector_us = 9.98e-07,
    .run_us = 0.001,
    .slice_us = 0.442,
    .item_us = 1.04,
    .turns = 0.948,
    .short_runs = 0.209,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 1.53,
    .launch_us = 6.41,
    .reduction_us = 3.65,
};
constexpr GettRates complex_tf32_rates = {
    .of_peak = {0.244, 0.2, 0.224, 0.222},
    .throttled = 0.2,
    .narrow_copies = 1e-06,
    .load_bytes_per_us = 6.74e4,
    .copy_us = 9.14e-05,
    .staged_us = 0.00086,
    .partial_us = 0.00027,
    .sector_us = 0.000374,
    .run_us = 0.00175,
    .slice_us = 0.27,
    .item_us = 0.887,
    .turns = 0.989,
    .short_runs = 0.505,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 4,
    .launch_us = 6.24,
    .reduction_us = 5.69,
};
constexpr GettRates complex_tf32x3_rates = {
    .of_peak = {0.483, 0.406, 0.339, 0.51},
    .throttled = 0.2,
    .narrow_copies = 0.0477,
    .load_bytes_per_us = 5.64e4,
    .copy_us = 0.000167,
    .staged_us = 0.00075,
    .partial_us = 6.73e-05,
    .sector_us = 0.00101,
    .run_us = 0.00149,
    .slice_us = 0.504,
    .item_us = 0.587,
    .turns = 1,
    .short_runs = 0.372,
    .partial_bytes = 0,
    .end_bytes = 0,
    .overlap = 2.27,
    .launch_us = 6.23,
    .reduction_us = 5.83,
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

/// How much a cache has lost after so many bytes: nothing up to `none`, everything from `all` on.
double share_lost(double bytes, double none, double all) {
    return std::clamp((bytes - none) / (all - none), 0.0, 1.0);
}

/// How much of an operand of so many bytes the caches are too small for.
double missed(double bytes) { return share_lost(bytes, 20e6, 80e6); }

/// What all blocks read while they go through so many inner positions.
double bytes_read(const GettWork& work, double positions, const Architecture& gpu) {
    const GettTile& tile = gett_tiles(work.products).first[work.tile];
    const auto at_once =
        static_cast<double>(std::min(work.items, gpu.multiprocessors * work.resident_blocks));
    return at_once * sector_bytes * (work.l_sectors + work.r_sectors) / tile.inner * positions;
}

/// What memory moves for an input: more where a tile has less than a line of it side by side, and
/// most where L2 has lost the rest of a line when it is needed, since whole lines are fetched.
double input_bytes(double bytes, std::int64_t run_bytes, double between_bytes,
                   const GettRates& rates) {
    constexpr double most_lines = 8;
    constexpr double refetched = 0.7;
    const double lines = static_cast<double>(line_bytes) / static_cast<double>(run_bytes);
    const double fetches =
        rates.short_runs * std::min(most_lines, lines) +
        refetched * share_lost(between_bytes, 5e6, 40e6) * std::max(0.0, lines - 1);
    return bytes * (1 + missed(bytes) * fetches);
}

/// What memory moves for D: a sector of which a part is written is read first.
double output_bytes(const GettWork& work, const GettRates& rates) {
    const double partial = work.d.partial * static_cast<double>(work.items);
    const double ends = 2 * work.output_bytes / static_cast<double>(work.d_run_bytes);
    return work.output_bytes + missed(work.output_bytes) * 2 * sector_bytes *
                                   (rates.partial_bytes * partial + rates.end_bytes * ends);
}

}  // namespace

double predict_us(const GettWork& work, const Architecture& gpu) {
    const GettRates& rates = rates_of(work.products);
    const double blocks = blocks_us(work, rates, gpu);
    const double memory =
        (input_bytes(work.l_bytes, work.l_run_bytes, bytes_read(work, work.l_between, gpu), rates) +
         input_bytes(work.r_bytes, work.r_run_bytes, bytes_read(work, work.r_between, gpu), rates) +
         output_bytes(work, rates)) /
        gpu.bytes_per_us;
    // Neither hides the other wholly.
    const double both = std::pow(std::pow(blocks, rates.overlap) + std::pow(memory, rates.overlap),
                                 1 / rates.overlap);
    const double reduction =
        work.splits > 1 ? rates.reduction_us + work.output_bytes / gpu.bytes_per_us : 0;
    return rates.launch_us + both + reduction;
}

}  // namespace ttgt::cuda
