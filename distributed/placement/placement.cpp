// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/placement/placement.h"

#include <ttgt/error.h>

#include <algorithm>

#include "src/core/checked.h"

namespace ttgt {

std::int64_t count(const Share& share) {
    const std::int64_t full_blocks = share.extent / share.block;  // number of full blocks
    std::int64_t held = full_blocks / share.parts * share.block;
    const std::int64_t extra = full_blocks % share.parts;
    if (share.part < extra) held += share.block;
    if (share.part == extra) held += share.extent % share.block;
    return held;
}

std::int64_t largest_count(std::int64_t extent, std::int64_t block, std::int64_t parts) {
    return count({extent, block, parts, 0});  // part 0 gets the first block, so none holds more
}

std::int64_t one_block(std::int64_t extent, std::int64_t parts) {
    return std::max<std::int64_t>(extent / parts + (extent % parts != 0 ? 1 : 0), 1);
}

std::vector<int> prime_factors(int number) {
    std::vector<int> factors;
    for (int factor = 2; number > 1; ++factor) {
        for (; number % factor == 0; number /= factor) factors.push_back(factor);
    }
    std::reverse(factors.begin(), factors.end());
    return factors;
}

int coordinate(const std::vector<int>& grid, int rank, std::size_t axis) {
    for (std::size_t before = 0; before < axis; ++before) rank /= grid[before];
    return rank % grid[axis];
}

std::int64_t coordinate(const std::vector<int>& grid, int rank, const std::vector<int>& axes) {
    std::int64_t result = 0;
    std::int64_t factor = 1;
    for (const int axis : axes) {
        const auto at = static_cast<std::size_t>(axis);
        result += factor * coordinate(grid, rank, at);
        factor *= grid[at];
    }
    return result;
}

std::int64_t ranks_along(const std::vector<int>& grid, const std::vector<int>& axes) {
    std::int64_t product = 1;
    for (const int axis : axes) product *= grid[static_cast<std::size_t>(axis)];
    return product;
}

int ranks_of(const std::vector<int>& grid) {
    int product = 1;
    for (const int extent : grid) product *= extent;
    return product;
}

Share share_of(const Placement& placement, std::int64_t extent, std::size_t mode, int rank) {
    const ModeSpread& spread = placement.modes[mode];
    return {extent, spread.block, ranks_along(placement.grid, spread.axes),
            coordinate(placement.grid, rank, spread.axes)};
}

std::vector<std::int64_t> shard_extents(const Placement& placement,
                                        const std::vector<std::int64_t>& extents, int rank) {
    std::vector<std::int64_t> held(extents.size(), 0);
    if (rank >= ranks_of(placement.grid)) return held;
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
        held[mode] = count(share_of(placement, extents[mode], mode, rank));
    }
    return held;
}

bool holds_elements(const std::vector<int>& grid, const Layout& part, int rank) {
    return rank < ranks_of(grid) && volume(part) > 0;
}

std::int64_t shard_volume(const Placement& placement, const std::vector<std::int64_t>& extents,
                          int rank) {
    if (rank >= ranks_of(placement.grid)) return 0;
    return checked_product(shard_extents(placement, extents, rank), "the elements of a rank");
}

std::vector<int> unused_axes(const Placement& placement) {
    std::vector<int> unused;
    for (int axis = 0; axis < static_cast<int>(placement.grid.size()); ++axis) {
        const bool is_used = std::any_of(
            placement.modes.begin(), placement.modes.end(), [&](const ModeSpread& spread) {
                return std::count(spread.axes.begin(), spread.axes.end(), axis) > 0;
            });
        if (!is_used && placement.grid[static_cast<std::size_t>(axis)] > 1) unused.push_back(axis);
    }
    return unused;
}

bool is_first_holder(const Placement& placement, int rank) {
    return coordinate(placement.grid, rank, unused_axes(placement)) == 0;
}

Placement placement_of(const DistributedLayout& layout) {
    Placement placement{layout.distribution.grid, {}};
    for (std::size_t mode = 0; mode < layout.extents.size(); ++mode) {
        const ModeDistribution& given = layout.distribution.modes[mode];
        const std::int64_t extent = std::max<std::int64_t>(layout.extents[mode], 1);
        if (given.axis < 0 || placement.grid[static_cast<std::size_t>(given.axis)] == 1) {
            placement.modes.push_back({{}, extent});
            continue;
        }
        const std::int64_t parts = placement.grid[static_cast<std::size_t>(given.axis)];
        const std::int64_t block = given.block > 0 ? given.block : one_block(extent, parts);
        // Every block size above the extent gives the same placement: one rank holds the whole
        // mode.
        placement.modes.push_back({{given.axis}, std::min(block, extent)});
    }
    return placement;
}

}  // namespace ttgt
