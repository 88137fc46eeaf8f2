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

/// Thread blocks whose threads fill a multiprocessor.
constexpr std::int64_t most_resident = 2048 / grouped_threads;
/// Thread blocks of a launch.
constexpr std::int64_t most_blocks = std::numeric_limits<std::int32_t>::max();

std::int64_t elements_of(const GroupedShape& shape) {
    std::int64_t elements = 1;
    for (int m = 0; m < shape.modes; ++m) elements *= shape.mode[m].extent;
    return elements;
}

/// The most entries of each table, and the most staged elements, of any shape.
struct TableSizes {
    std::int64_t in_run = 1, in_rows = 1, out_run = 1, out_rows = 1, staged = 1;

    void include(const GroupedShape& shape) {
        TableSizes its;
        for (int m = 0; m < shape.modes; ++m) {
            const std::int64_t chunk = shape.mode[m].chunk;
            ((shape.in_fast >> m & 1U) != 0 ? its.in_run : its.in_rows) *= chunk;
            ((shape.out_fast >> m & 1U) != 0 ? its.out_run : its.out_rows) *= chunk;
        }
        in_run = std::max(in_run, its.in_run);
        in_rows = std::max(in_rows, its.in_rows);
        out_run = std::max(out_run, its.out_run);
        out_rows = std::max(out_rows, its.out_rows);
        staged = std::max(staged, (its.in_run + 1) * its.in_rows);
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
    // Small items have at most this many thread blocks behind those with tiles.
    const std::int64_t small_blocks = most_resident * multiprocessors_;
    if (tiles_ + costs.tiles > most_blocks - small_blocks) return false;
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
    constexpr auto entry = static_cast<std::int64_t>(sizeof(GroupedPair));
    GroupedArguments& arguments = launch_.arguments;
    std::int64_t place = aligned(sizes.in_run * entry);
    arguments.in_rows = static_cast<std::int32_t>(place);
    place += aligned(sizes.in_rows * entry);
    arguments.out_run = static_cast<std::int32_t>(place);
    place += aligned(sizes.out_run * entry);
    arguments.out_rows = static_cast<std::int32_t>(place);
    place += aligned(sizes.out_rows * entry);
    arguments.stage = static_cast<std::int32_t>(place);
    arguments.in_element_bytes = static_cast<std::int32_t>(size_bytes(launch_.in));
    arguments.out_element_bytes = static_cast<std::int32_t>(size_bytes(launch_.out));
    launch_.shared_bytes = place + aligned(sizes.staged * size_bytes(launch_.in));
}

void GroupedLaunchBuilder::number_tiles() {
    launch_.tile_items.reserve(static_cast<std::size_t>(tiles_));
    for (std::size_t i = 0; i + 1 < launch_.items.size(); ++i) {
        launch_.tile_items.resize(launch_.items[i + 1].first_tile, static_cast<std::uint32_t>(i));
    }
    launch_.arguments.tiles = static_cast<std::uint32_t>(tiles_);
    launch_.blocks = tiles_;
}

GroupedLaunch GroupedLaunchBuilder::finish() {
    GroupedItem behind{};
    behind.first_tile = static_cast<std::uint32_t>(tiles_);
    launch_.items.push_back(behind);
    place_tables();
    number_tiles();
    launch_.arguments.first_small = static_cast<std::uint32_t>(launch_.items.size());
    launch_.arguments.small_items = static_cast<std::uint32_t>(small_.size());
    launch_.items.insert(launch_.items.end(), small_.begin(), small_.end());
    constexpr std::int64_t warps = grouped_threads / 32;
    const auto small_blocks = divide_up(static_cast<std::int64_t>(small_.size()), warps);
    launch_.blocks += std::min(small_blocks, most_resident * multiprocessors_);
    return std::move(launch_);
}

}  // namespace ttgt::cuda
