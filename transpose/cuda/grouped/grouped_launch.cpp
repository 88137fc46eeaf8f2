// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "src/core/element.h"
#include "src/core/rounding.h"
#include "transpose/cuda/grouped/grouped_plan.h"

namespace ttgt::cuda {
namespace {

/// Shared memory of a multiprocessor that thread blocks of one launch fill.
constexpr std::int64_t shared_of_multiprocessor = std::int64_t{200} * 1024;
/// Thread blocks whose threads fill a multiprocessor.
constexpr std::int64_t most_resident = 2048 / grouped_threads;
/// What the beginning of a tile costs, as bytes that are moved in the same time.
constexpr std::int64_t tile_overhead_bytes = 4096;

std::int64_t elements_of(const GroupedShape& shape) {
    std::int64_t elements = 1;
    for (int m = 0; m < shape.modes; ++m) elements *= shape.mode[m].extent;
    return elements;
}

/// The most entries of each table, and the most staged elements, of any shape.
struct TableSizes {
    std::int64_t in_fast = 1, in_slow = 1, out_fast = 1, out_slow = 1, staged = 1;

    void include(const GroupedShape& shape) {
        TableSizes its;
        for (int m = 0; m < shape.modes; ++m) {
            const std::int64_t chunk = shape.mode[m].chunk;
            ((shape.in_fast >> m & 1U) != 0 ? its.in_fast : its.in_slow) *= chunk;
            ((shape.out_fast >> m & 1U) != 0 ? its.out_fast : its.out_slow) *= chunk;
        }
        in_fast = std::max(in_fast, its.in_fast);
        in_slow = std::max(in_slow, its.in_slow);
        out_fast = std::max(out_fast, its.out_fast);
        out_slow = std::max(out_slow, its.out_slow);
        staged = std::max(staged, (its.in_fast + 1) * its.in_slow);
    }
};

}  // namespace

std::string GroupedLaunch::describe() const {
    return fmt::format("{} items of {} shapes, {} of them small, {} tiles, {} thread blocks",
                       items.size() - 1, shapes.size(), arguments.small_items,
                       items[arguments.first_small - 1].first_tile, blocks);
}

bool grouped_takes(DType in, DType out) {
    return in == out || (in == DType::float32 && is_half(out));
}

GroupedLaunchBuilder::GroupedLaunchBuilder(DType in, DType out, int multiprocessors)
    : multiprocessors_(multiprocessors) {
    launch_.in = in;
    launch_.out = out;
}

std::optional<std::uint32_t> GroupedLaunchBuilder::add_shape(const GroupedBlock& block) {
    const std::int64_t element_bytes = std::max(size_bytes(launch_.in), size_bytes(launch_.out));
    const std::optional<GroupedShape> shape = make_grouped_shape(block, element_bytes);
    if (!shape) return std::nullopt;
    launch_.shapes.push_back(*shape);
    const bool is_small = shape->elements <= most_small_elements;
    costs_.push_back({elements_of(*shape), is_small ? 0 : tiles_of(*shape)});
    return static_cast<std::uint32_t>(costs_.size() - 1);
}

bool GroupedLaunchBuilder::add(std::uint32_t shape, const GroupedPlace& in, const GroupedPlace& out,
                               std::uint32_t flags) {
    const ShapeCosts& costs = costs_[shape];
    if (tiles_ + costs.tiles > std::numeric_limits<std::uint32_t>::max()) return false;
    (costs.tiles == 0 ? small_ : launch_.items)
        .push_back({static_cast<std::uint32_t>(tiles_), shape, in.block, out.block, in.bytes,
                    out.bytes, static_cast<std::uint8_t>(in.array),
                    static_cast<std::uint8_t>(out.array), static_cast<std::uint8_t>(flags)});
    tiles_ += costs.tiles;
    const std::int64_t reads = (flags & grouped_reads) != 0 ? size_bytes(launch_.in) : 0;
    const std::int64_t writes = size_bytes(launch_.out) * ((flags & grouped_adds) != 0 ? 2 : 1);
    launch_.bytes += costs.elements * (reads + writes);
    return true;
}

void GroupedLaunchBuilder::place_tables() {
    TableSizes sizes;
    for (const GroupedShape& shape : launch_.shapes) {
        if (shape.elements > most_small_elements) sizes.include(shape);
    }
    const auto aligned = [](std::int64_t bytes) { return align_up(bytes, 16); };
    constexpr auto word = static_cast<std::int64_t>(sizeof(std::int32_t));
    GroupedArguments& arguments = launch_.arguments;
    std::int64_t place = aligned(sizes.in_fast * word);
    arguments.in_slow = static_cast<std::int32_t>(place);
    place += aligned(sizes.in_slow * word);
    arguments.out_fast = static_cast<std::int32_t>(place);
    place += aligned(sizes.out_fast * 2 * word);
    arguments.out_slow = static_cast<std::int32_t>(place);
    place += aligned(sizes.out_slow * 2 * word);
    arguments.stage = static_cast<std::int32_t>(place);
    arguments.in_element_bytes = static_cast<std::int32_t>(size_bytes(launch_.in));
    arguments.out_element_bytes = static_cast<std::int32_t>(size_bytes(launch_.out));
    launch_.shared_bytes = place + aligned(sizes.staged * size_bytes(launch_.in));
}

/// Divides the tiles between as many thread blocks as the device holds at once, so that all have
/// about the same to do.
void GroupedLaunchBuilder::share() {
    const std::int64_t resident =
        std::clamp<std::int64_t>(shared_of_multiprocessor / launch_.shared_bytes, 1, most_resident);
    const std::int64_t tiled = std::min(resident * multiprocessors_, tiles_);
    launch_.arguments.tiled_blocks = static_cast<std::uint32_t>(tiled);
    launch_.blocks = tiled;
    const auto cost_of_tile = [&](const GroupedItem& item) {
        const ShapeCosts& costs = costs_[item.shape];
        return costs.elements * size_bytes(launch_.out) / costs.tiles + tile_overhead_bytes;
    };
    const std::size_t items = launch_.items.size() - 1;
    double all = 0;
    const auto tiles_in = [&](std::size_t i) {
        return launch_.items[i + 1].first_tile - launch_.items[i].first_tile;
    };
    for (std::size_t i = 0; i < items; ++i) {
        all += static_cast<double>(cost_of_tile(launch_.items[i])) * tiles_in(i);
    }
    double before = 0;  // cost of the items before item i
    std::size_t i = 0;
    for (std::int64_t block = 0; block < launch_.blocks; ++block) {
        const double begin = all * static_cast<double>(block) / static_cast<double>(launch_.blocks);
        double its = static_cast<double>(cost_of_tile(launch_.items[i]));
        while (i + 1 < items && before + its * tiles_in(i) <= begin) {
            before += its * tiles_in(i++);
            its = static_cast<double>(cost_of_tile(launch_.items[i]));
        }
        const auto within = static_cast<std::uint32_t>(std::max(0.0, (begin - before) / its));
        launch_.starts.push_back({launch_.items[i].first_tile + std::min(within, tiles_in(i) - 1),
                                  static_cast<std::uint32_t>(i)});
    }
    launch_.starts.push_back(
        {static_cast<std::uint32_t>(tiles_), static_cast<std::uint32_t>(items)});
}

GroupedLaunch GroupedLaunchBuilder::finish() {
    GroupedItem behind{};
    behind.first_tile = static_cast<std::uint32_t>(tiles_);
    launch_.items.push_back(behind);
    place_tables();
    if (tiles_ > 0) share();
    launch_.arguments.first_small = static_cast<std::uint32_t>(launch_.items.size());
    launch_.arguments.small_items = static_cast<std::uint32_t>(small_.size());
    launch_.items.insert(launch_.items.end(), small_.begin(), small_.end());
    constexpr std::int64_t warps = grouped_threads / 32;
    const auto small_blocks = divide_up(static_cast<std::int64_t>(small_.size()), warps);
    launch_.blocks += std::min(small_blocks, most_resident * multiprocessors_);
    return std::move(launch_);
}

}  // namespace ttgt::cuda
