// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/gett_cost.h"

#include <algorithm>
#include <cmath>

#include "contraction/cuda/direct/gett/gett_arguments.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

/// Maximum number of tiles of one kind of products.
constexpr int most_gett_tiles = 12;

/// What the GETT kernels of one kind of products reach on an H200. Fitted to measured launches of
/// contractions drawn at random, with up to 21 choices each; docs/algorithms/gett.md says how well
/// the rates predict. A slice is the inner positions that a block stages at a time; an item is a
/// tile of D for one split of the sums.
struct GettRates {
    /// For each tile of gett_tiles(), the share of peak_of() that its products reach. Further
    /// entries are not used.
    double of_peak[most_gett_tiles];
    /// Share that work of 2000 us or more takes longer because the hot card lowers its clock; see
    /// throttled(), which interpolates from 250 us on.
    double throttled;
    /// Share that a tile's products take longer for each input that is copied element by element
    /// instead of 16 bytes at a time.
    double narrow_copies;
    /// Bytes per microsecond that one multiprocessor loads of the inputs.
    double load_bytes_per_us;
    /// Microseconds of a multiprocessor to issue one copy of a vector or element to shared memory.
    double copy_us;
    /// Microseconds of a multiprocessor for each sector (32 bytes) of D that is staged in shared
    /// memory.
    double staged_us;
    /// Microseconds of a multiprocessor for each write of a part of a sector of D.
    double partial_us;
    /// Microseconds that a block waits for each sector of D that it writes, whole or in part.
    double sector_us;
    /// Microseconds that a block waits for each run of neighbours in D that it writes.
    double run_us;
    /// Microseconds that a block waits for each slice.
    double slice_us;
    /// Microseconds that a block waits for each item.
    double item_us;
    /// Factor of a block's waits where it may take several items: where the tables of offsets hold
    /// a whole sum.
    double turns;
    /// Share of an input's bytes that memory moves in addition where a tile has runs of one line
    /// (128 bytes) of the input; runs of half a line cost twice this share, up to eight times for
    /// shorter runs.
    double short_runs;
    /// Bytes that memory moves in addition for each write of a part of a sector of D, in units of
    /// 64 bytes (a sector read and written).
    double partial_bytes;
    /// Bytes that memory moves in addition for each end of a run of D in a tile, in units of 64
    /// bytes (a sector read and written).
    double end_bytes;
    /// Exponent p of the norm (a^p + b^p)^(1/p) that joins the time a of the multiprocessors and
    /// the time b of memory: 1 adds them, a large p takes the longer one.
    double overlap;
    /// Microseconds to launch the kernel.
    double launch_us;
    /// Microseconds to launch a split reduction after the kernel.
    double reduction_us;
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

/// Multiprocessors of the H200 that was measured.
constexpr double multiprocessors = 132;
/// Clock of the H200 that was measured, in cycles per microsecond. Times of multiprocessors are
/// scaled by the clock of the GPU that is planned for.
constexpr double cycles_per_us = 1755;
/// FLOP per microsecond of a multiprocessor in float64 on tensor cores.
constexpr double float64_peak = 64.5e6 / multiprocessors;
/// FLOP per microsecond of a multiprocessor in float32 without tensor cores.
constexpr double float32_peak = 51e6 / multiprocessors;

/// FLOP per microsecond of a multiprocessor with 16-bit inputs on tensor cores.
constexpr double half_peak = 989e6 / multiprocessors;
/// FLOP per microsecond of a multiprocessor in TF32 on tensor cores.
constexpr double tf32_peak = 495e6 / multiprocessors;
/// FLOP per microsecond of a multiprocessor in tf32x3, which takes three TF32 products for one.
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

/// The peak of a kind of products, in FLOP per microsecond of a multiprocessor.
double peak_of(const GettProducts& products) {
    if (is_half(products.dtype)) return half_peak;
    if (!uses_tensor_cores(products)) return float32_peak;
    if (real_of(products.dtype) == DType::float64) return float64_peak;
    return products.compute == ComputeType::tf32 ? tf32_peak : tf32x3_peak;
}

/// Microseconds of a multiprocessor for the products of an item.
double products_us(const GettWork& work, const GettTile& tile, const GettRates& rates) {
    const double peak = peak_of(work.products);
    const double flops =
        2.0 * tile.rows * tile.columns * tile.inner * (is_complex(work.products.dtype) ? 4 : 1);
    return static_cast<double>(work.slices) * flops / (peak * rates.of_peak[work.tile]);
}

/// Microseconds of a multiprocessor for an item, while other blocks hide its waits: the longer of
/// products and loads, and the stores.
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

/// Factor of the time of a multiprocessor whose products take `products_us`. Long work draws more
/// power than the card may, so that the clock falls: 1 up to 250 us, 1 + rates.throttled from 2000
/// us on.
double throttled(double products_us, const GettRates& rates) {
    constexpr double begin_us = 250;
    constexpr double doublings = 3;
    if (products_us <= begin_us) return 1;
    return 1 + rates.throttled * std::min(1.0, std::log2(products_us / begin_us) / doublings);
}

/// Microseconds of all blocks: the work of a multiprocessor, and a block's waits for each round of
/// resident blocks, which the multiprocessor's other blocks do not hide.
double blocks_us(const GettWork& work, const GettRates& rates, const Architecture& gpu) {
    const GettTile& tile = gett_tiles(work.products).first[work.tile];
    const auto items = static_cast<double>(work.items);
    const auto resident = static_cast<double>(work.resident_blocks);
    const double at_once = gpu.multiprocessors * resident;
    const double full = std::floor(items / at_once);
    const double last = std::ceil((items - full * at_once) / gpu.multiprocessors);
    // Items that one multiprocessor takes.
    const double of_one = full * resident + last;
    const bool takes_turns =
        work.splits == 1 && work.slices * tile.inner <= std::int64_t{2} * tile.table_inner();
    const double wait = static_cast<double>(work.slices) * rates.slice_us + rates.item_us +
                        rates.sector_us * work.d.sectors + rates.run_us * work.d.runs;
    const double work_us = of_one * item_us(work, tile, rates) *
                           throttled(of_one * products_us(work, tile, rates), rates);
    return cycles_per_us / gpu.cycles_per_us * work_us +
           (takes_turns ? rates.turns : 1) * std::ceil(items / at_once) * wait;
}

/// Share of its content that a cache has lost after `bytes` further bytes: 0 up to `none` bytes, 1
/// from `all` bytes on.
double share_lost(double bytes, double none, double all) {
    return std::clamp((bytes - none) / (all - none), 0.0, 1.0);
}

/// Share of an operand of `bytes` bytes that the caches are too small for.
double missed(double bytes) { return share_lost(bytes, 20e6, 80e6); }

/// Bytes that all resident blocks read of both inputs while each of them goes through `positions`
/// inner positions.
double bytes_read(const GettWork& work, double positions, const Architecture& gpu) {
    const GettTile& tile = gett_tiles(work.products).first[work.tile];
    const auto at_once =
        static_cast<double>(std::min(work.items, gpu.multiprocessors * work.resident_blocks));
    return at_once * sector_bytes * (work.l_sectors + work.r_sectors) / tile.inner * positions;
}

/// Bytes that memory moves for an input of `bytes` bytes. Memory fetches whole lines of 128 bytes,
/// so a tile with runs of `run_bytes` contiguous bytes costs more the shorter the runs are. Runs
/// cost most where L2 has lost a line before its next run is read; all blocks read `between_bytes`
/// bytes between.
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

/// Bytes that memory moves for D: a sector that is written in parts is read first.
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
    // Multiprocessors and memory work at the same time, but neither time hides the other one
    // wholly.
    const double both = std::pow(std::pow(blocks, rates.overlap) + std::pow(memory, rates.overlap),
                                 1 / rates.overlap);
    const double reduction =
        work.splits > 1 ? rates.reduction_us + work.output_bytes / gpu.bytes_per_us : 0;
    return rates.launch_us + both + reduction;
}

}  // namespace ttgt::cuda
