// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_cost.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "contraction/cuda/direct/gett/plan/gett_arguments.h"
#include "contraction/cuda/direct/gett/plan/gett_rates.h"
#include "src/core/element.h"

namespace ttgt::cuda {
namespace {

/// Clock of the H200 that was measured, in cycles per microsecond. Times of multiprocessors are
/// scaled by the clock of the GPU that is planned for.
constexpr double cycles_per_us = 1755;

/// Microseconds of a multiprocessor for the products of a slice. `number` is the tile's index in
/// gett_tiles(products).
double slice_products_us(const GettProducts& products, int number, const GettRates& rates) {
    const GettTile& tile = gett_tiles(products).first[number];
    const double flops =
        2.0 * tile.rows * tile.columns * tile.inner * (is_complex(products.dtype) ? 4 : 1);
    return flops / (peak_of(products) * rates.of_peak[static_cast<std::size_t>(number)]);
}
/// Microseconds of a multiprocessor for the products of an item.
double products_us(const GettWork& work, const GettRates& rates) {
    return static_cast<double>(work.slices) * slice_products_us(work.products, work.tile, rates);
}

/// Number of elements that a copy of 16 bytes moves.
double vector_of(const GettProducts& products) {
    return static_cast<double>(vector_bytes) / static_cast<double>(size_bytes(products.dtype));
}

/// The norm (a^p + b^p)^(1/p) of two times, with p = rates.overlap.
double overlapped(double a, double b, const GettRates& rates) {
    const auto [shorter, longer] = std::minmax(a, b);
    return longer * std::pow(1 + std::pow(shorter / longer, rates.overlap), 1 / rates.overlap);
}

/// Share of the products' time that copies of single elements add, where `narrow` inputs are copied
/// so. The few warps of a warpgroup tile are held up by one such input about as long as by two.
double narrow_share(const GettTile& tile, double narrow, const GettRates& rates) {
    constexpr double of_warpgroups = 0.6;
    if (tile.warpgroups) return narrow > 0 ? of_warpgroups : 0;
    return rates.narrow_copies * narrow;
}

/// Microseconds of a multiprocessor to issue the copies of a slice: `of_position` at each inner
/// position. The many warps that share sums issue them while others multiply, and some of these
/// copies are but zeros for places outside D.
double copies_us(const GettTile& tile, double of_position, const GettRates& rates) {
    constexpr double of_sum_warps = 0.6;
    return rates.copy_us * tile.inner * of_position * (tile.sum_warps > 1 ? of_sum_warps : 1);
}

/// Microseconds of a multiprocessor for an item, while other blocks hide its waits: the longer of
/// products and loads, and the stores.
double item_us(const GettWork& work, const GettTile& tile, const GettRates& rates) {
    const double vector = vector_of(work.products);
    const double narrow = vector > 1 ? (work.vector_l ? 0 : 1) + (work.vector_r ? 0 : 1) : 0;
    const double products = products_us(work, rates) * (1 + narrow_share(tile, narrow, rates));
    const double copies =
        tile.rows / (work.vector_l ? vector : 1) + tile.columns / (work.vector_r ? vector : 1);
    const double loads =
        static_cast<double>(work.slices) *
        ((work.l_sectors + work.r_sectors) * sector_bytes / rates.load_bytes_per_us +
         copies_us(tile, copies, rates));
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
    const double work_us =
        of_one * item_us(work, tile, rates) * throttled(of_one * products_us(work, rates), rates);
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

/// Bytes that memory moves for D: a sector that is written in parts is read first. L2 joins most
/// parts, but where another index of the batch writes the rest, the whole line comes and goes.
double output_bytes(const GettWork& work, const GettRates& rates) {
    const double partial = work.d.partial * static_cast<double>(work.items);
    const double ends = 2 * work.output_bytes / static_cast<double>(work.d_run_bytes);
    const double of_sectors =
        sector_bytes * (rates.partial_bytes * partial + rates.end_bytes * ends);
    const double of_lines = line_bytes * work.d_line_parts;
    return work.output_bytes + missed(work.output_bytes) * 2 * std::max(of_sectors, of_lines);
}

/// The times of a launch in microseconds. Multiprocessors and memory work at the same time, but the
/// longer time hides the shorter one only in part: both together take between the longer time and
/// the sum.
struct Price {
    /// The time of the multiprocessors.
    double blocks;
    /// The time of memory.
    double memory;
    /// What comes before and after: the launch, and a split reduction.
    double beside;

    double us(const GettRates& rates) const { return beside + overlapped(blocks, memory, rates); }
    double least_us() const { return beside + std::max(blocks, memory); }
};

Price price_of(const GettWork& work, const GettRates& rates, const Architecture& gpu) {
    const double bytes =
        input_bytes(work.l_bytes, work.l_run_bytes, bytes_read(work, work.l_between, gpu), rates) +
        input_bytes(work.r_bytes, work.r_run_bytes, bytes_read(work, work.r_between, gpu), rates) +
        output_bytes(work, rates);
    const double reduction =
        work.splits > 1 ? rates.reduction_us + work.output_bytes / gpu.bytes_per_us : 0;
    return {.blocks = blocks_us(work, rates, gpu),
            .memory = bytes / gpu.bytes_per_us,
            .beside = rates.launch_us + reduction};
}

}  // namespace

double predict_us(const GettWork& work, const Architecture& gpu) {
    return predict_us(work, rates_of(work.products, gpu), gpu);
}

double predict_us(const GettWork& work, const GettRates& rates, const Architecture& gpu) {
    return price_of(work, rates, gpu).us(rates);
}

double predict_us(const GettWork& work, const Architecture& gpu, double most_us) {
    const GettRates& rates = rates_of(work.products, gpu);
    const Price price = price_of(work, rates, gpu);
    const double least_us = price.least_us();
    return least_us > most_us ? least_us : price.us(rates);
}

double least_us(const GettShare& share, const Architecture& gpu) {
    const GettRates& rates = rates_of(share.products, gpu);
    const GettTile& tile = gett_tiles(share.products).first[share.tile];
    const double copies = (tile.rows + tile.columns) / vector_of(share.products);
    const double slices = static_cast<double>(share.tiles) * static_cast<double>(share.slices);
    const double products = slices * slice_products_us(share.products, share.tile, rates);
    const double loads =
        share.read_bytes / rates.load_bytes_per_us + slices * copies_us(tile, copies, rates);
    const double blocks =
        cycles_per_us / gpu.cycles_per_us * std::max(products, loads) / gpu.multiprocessors +
        std::min(1.0, rates.turns) * rates.item_us;
    return rates.launch_us + overlapped(blocks, share.bytes / gpu.bytes_per_us, rates);
}

}  // namespace ttgt::cuda
