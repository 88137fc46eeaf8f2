// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_options.h"

#include <algorithm>

#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

GettOrder first_leads(std::int64_t first_run, std::int64_t second_run) {
    return {.first_run = first_run, .second_run = second_run};
}
GettOrder second_leads(std::int64_t first_run, std::int64_t second_run) {
    return {.first_run = first_run, .second_run = second_run, .second_leads = true};
}

/// Share of the multiprocessors that blocks keep busy if each multiprocessor takes one of them in
/// a round.
double busy_share(std::int64_t blocks, std::int64_t multiprocessors) {
    return static_cast<double>(blocks) / static_cast<double>(align_up(blocks, multiprocessors));
}

/// How many splits there are if each but the last one has as many slices as the longest of `splits`
/// splits: at most `splits`.
std::int64_t even_splits(std::int64_t slices, std::int64_t splits) {
    return divide_up(slices, divide_up(slices, splits));
}

}  // namespace

GettOptionMaker::GettOptionMaker(const DirectShape& shape, const Architecture& gpu,
                                 std::int64_t scratch_bytes)
    : shape_(shape),
      gpu_(gpu),
      scratch_bytes_(scratch_bytes),
      groups_{given_groups(shape), swapped_groups(shape)} {}

std::vector<GettOptions> GettOptionMaker::without_lists() const {
    constexpr std::size_t usual = 64;
    std::vector<GettOptions> options;
    options.reserve(usual);
    for (const bool swapped : {false, true}) {
        add_tiles(shape_.compute, swapped, options);
        if (shape_.compute == ComputeType::tf32x3) add_tiles(ComputeType::full, swapped, options);
    }
    return options;
}

void GettOptionMaker::fill_lists(GettOptions& options) const {
    const GettGroups& groups = groups_of(options.swapped);
    const GettTile& tile = gett_tiles({shape_.dtypes[1], options.compute}).first[options.tile];
    options.rows = orders(groups.rows, groups.l, 0, tile.rows);
    options.columns = orders(groups.columns, groups.r, 0, tile.columns);
    options.inner = orders(groups.inner, groups.l, groups.r, tile.inner);
    // Where neither input runs along inner positions, the order follows the larger input.
    const bool r_leads =
        is_fast(groups.inner, groups.r) || shape_.bytes[groups.l] <= shape_.bytes[groups.r];
    for (GettOrder& order : options.inner) {
        if (order == GettOrder{} && !r_leads) order.first_run = endless_run;
    }
    options.stores = {groups.d_runs_along_rows() ? GettStore::along_rows : GettStore::along_columns,
                      GettStore::staged};
    options.splits = split_counts(groups, tile);
    options.full_splits = fullest_splits(groups, tile, options.splits);
}

bool GettOptionMaker::is_fast(const GroupModes& modes, std::size_t operand) const {
    return modes.least_stride(operand) * size_bytes(shape_.dtypes[operand]) < sector_bytes;
}

std::vector<GettOrder> GettOptionMaker::orders(const GroupModes& modes, std::size_t first,
                                               std::size_t second, std::int64_t tile) const {
    const bool by_first = is_fast(modes, first);
    const bool by_second = is_fast(modes, second);
    if (by_first && !by_second) return {{tile}};
    if (!by_first || modes.fastest(first) == modes.fastest(second)) return {{}};
    const std::int64_t longer = tile >= 96 ? 16 : tile >= 32 ? 8 : 4;
    const std::int64_t shorter = tile / longer;
    std::vector<GettOrder> orders{first_leads(longer, shorter), second_leads(shorter, longer), {}};
    if (longer == shorter) return orders;
    orders.push_back(second_leads(longer, shorter));
    orders.push_back(first_leads(shorter, longer));
    // Neighbouring threads follow runs of powers of two. The longer a run, the fewer extents it
    // divides; where the longer run does not divide both extents, pairs of shorter runs are
    // worth a try.
    const bool suits_longer =
        modes.fastest(first)->extent % longer == 0 && modes.fastest(second)->extent % longer == 0;
    if (suits_longer) return orders;
    orders.push_back(first_leads(shorter, shorter));
    orders.push_back(second_leads(shorter, shorter));
    return orders;
}

bool GettOptionMaker::suits(const GettTile& tile, const GettGroups& groups) const {
    // Products of tensor cores beyond the end of a short sum are many in slices of 32.
    if (tile.warpgroups && (!gpu_.has_warpgroups || is_short())) return false;
    // Warps that share sums add them up at the end, which few slices do not repay.
    constexpr std::int64_t least_slices = 2;
    if (tile.sum_warps > 1 && shape_.sum_count < least_slices * tile.inner) return false;
    // A square tile is tried with one order of the inputs only: the other order is its mirror
    // image.
    if (tile.rows == tile.columns && groups.d_runs_along_rows()) return false;
    constexpr double least_used = 0.3;
    const double used = static_cast<double>(shape_.output_count) /
                        (static_cast<double>(tiles_of(groups, tile)) * tile.rows * tile.columns);
    const bool is_small = tile.rows * tile.columns <= 32 * 32;
    if (used < least_used && !is_small) return false;
    // A thread with more sums than this spends long on its stores; sums of few products do not
    // hide that.
    constexpr int many_sums = 64;
    return tile.rows * tile.columns <= many_sums * tile.threads() || !is_short();
}

void GettOptionMaker::add_tiles(ComputeType compute, bool swapped,
                                std::vector<GettOptions>& options) const {
    const GettGroups& groups = groups_of(swapped);
    const GettTiles tiles = gett_tiles({shape_.dtypes[1], compute});
    for (int t = 0; t < tiles.count; ++t) {
        const GettTile& tile = tiles.first[t];
        if (!suits(tile, groups)) continue;
        GettOptions& of_tile = options.emplace_back();
        of_tile.compute = compute;
        of_tile.tile = t;
        of_tile.swapped = swapped;
        of_tile.least_us = least_us(share_of(groups, tile, of_tile), gpu_);
    }
}

std::int64_t GettOptionMaker::tiles_of(const GettGroups& groups, const GettTile& tile) {
    return divide_up(groups.rows.volume(), tile.rows) *
           divide_up(groups.columns.volume(), tile.columns) * groups.batch.volume();
}

GettShare GettOptionMaker::share_of(const GettGroups& groups, const GettTile& tile,
                                    const GettOptions& options) const {
    const std::int64_t m = groups.rows.volume();
    const std::int64_t n = groups.columns.volume();
    const double elements =
        static_cast<double>(m) * static_cast<double>(divide_up(n, tile.columns)) +
        static_cast<double>(n) * static_cast<double>(divide_up(m, tile.rows));
    return {.products = {shape_.dtypes[1], options.compute},
            .tile = options.tile,
            .tiles = tiles_of(groups, tile),
            .slices = slices_of(tile),
            .read_bytes = elements * static_cast<double>(shape_.sum_count) *
                          static_cast<double>(groups.batch.volume()) *
                          static_cast<double>(size_bytes(shape_.dtypes[1])),
            .bytes = shape_.bytes[0] + shape_.bytes[1] + shape_.bytes[2]};
}

std::int64_t GettOptionMaker::most_splits(const GettTile& tile) const {
    constexpr std::int64_t least_slices = 4;
    const std::int64_t by_scratch =
        scratch_bytes_ / (shape_.output_count * size_bytes(compute_of(shape_.dtypes[0])));
    return std::min(by_scratch, slices_of(tile) / least_slices);
}

std::vector<std::int64_t> GettOptionMaker::split_counts(const GettGroups& groups,
                                                        const GettTile& tile) const {
    const std::int64_t tiles = tiles_of(groups, tile);
    const std::int64_t slices = slices_of(tile);
    const std::int64_t most = most_splits(tile);
    const std::int64_t resident = std::int64_t{gpu_.multiprocessors} * tile.blocks;
    std::vector<std::int64_t> counts{1};
    for (const std::int64_t wanted : {resident / 2, resident, 2 * resident}) {
        const std::int64_t splits = std::min(wanted / tiles, most);
        if (splits < 2) continue;
        const std::int64_t even = even_splits(slices, splits);
        if (even != counts.back()) counts.push_back(even);
    }
    return counts;
}

std::int64_t GettOptionMaker::fullest_splits(const GettGroups& groups, const GettTile& tile,
                                             const std::vector<std::int64_t>& counts) const {
    // Of smaller tiles, whose blocks share multiprocessors, a round is a smaller part of the time.
    constexpr int few_blocks = 2;
    if (tile.blocks > few_blocks) return 1;
    constexpr std::int64_t few_rounds = 8;
    constexpr double clearly = 1.05;
    const std::int64_t tiles = tiles_of(groups, tile);
    double best = 0;
    for (const std::int64_t splits : counts)
        best = std::max(best, busy_share(splits * tiles, gpu_.multiprocessors));
    std::int64_t fullest = 1;
    const std::int64_t most =
        std::min(most_splits(tile), few_rounds * gpu_.multiprocessors / tiles);
    for (std::int64_t splits = 2; splits <= most; ++splits) {
        const double busy = busy_share(splits * tiles, gpu_.multiprocessors);
        if (busy <= clearly * best) continue;
        best = busy;
        fullest = splits;
    }
    return even_splits(slices_of(tile), fullest);
}

std::vector<GettOptions> gett_options(const DirectShape& shape, const Architecture& gpu,
                                      std::int64_t scratch_bytes) {
    const GettOptionMaker maker(shape, gpu, scratch_bytes);
    std::vector<GettOptions> options = maker.without_lists();
    for (GettOptions& of_tile : options) maker.fill_lists(of_tile);
    return options;
}

}  // namespace ttgt::cuda
