// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/tiled/tile_grid.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "src/core/rounding.h"

namespace ttgt {
namespace {

enum class Kind { batch, free_l, free_r, summed };

Kind kind_of(Role role) {
    if (is_summed(role)) return Kind::summed;
    if (role == Role::batch) return Kind::batch;
    return role == Role::free_l ? Kind::free_l : Kind::free_r;
}

/// The smallest stride that the label has in an operand.
std::int64_t least_stride(const TiledProblem& tiled, std::size_t label) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t operand = 0; operand < operands_of(tiled.problem); ++operand) {
        const std::vector<std::size_t>& modes = tiled.modes[operand];
        if (std::find(modes.begin(), modes.end(), label) == modes.end()) continue;
        least = std::min(least, std::abs(tiled.problem.labels[label].strides[operand]));
    }
    return least;
}

/// The labels of a kind, the one that is cut first in front.
std::vector<std::size_t> labels_of_kind(const TiledProblem& tiled, Kind kind) {
    std::vector<std::size_t> labels;
    for (std::size_t label = 0; label < tiled.problem.labels.size(); ++label) {
        if (kind_of(tiled.problem.labels[label].role) == kind) labels.push_back(label);
    }
    std::stable_sort(labels.begin(), labels.end(), [&](std::size_t a, std::size_t b) {
        return least_stride(tiled, a) > least_stride(tiled, b);
    });
    return labels;
}

/// Tiles of at least so many values begin at multiples of `rounding`: products of matrices and
/// copies like that.
constexpr std::int64_t least_rounded = 512;
constexpr std::int64_t rounding = 64;

std::int64_t tile_extent(std::int64_t extent, std::int64_t parts) {
    const std::int64_t tile = divide_up(extent, parts);
    return tile < least_rounded ? tile : std::min(align_up(tile, rounding), extent);
}

void cut_kind(const TiledProblem& tiled, Kind kind, std::int64_t parts, TileGrid& grid) {
    for (const std::size_t label : labels_of_kind(tiled, kind)) {
        const std::int64_t extent = tiled.problem.labels[label].extent;
        if (extent == 0) continue;
        grid.tile[label] = tile_extent(extent, std::min(parts, extent));
        grid.counts[label] = divide_up(extent, grid.tile[label]);
        parts = divide_up(parts, grid.counts[label]);
    }
}

std::int64_t most_of_kind(const TiledProblem& tiled, Kind kind) {
    constexpr std::int64_t enough = std::int64_t{1} << 40;
    std::int64_t most = 1;
    for (const std::size_t label : labels_of_kind(tiled, kind)) {
        const std::int64_t extent = std::max<std::int64_t>(tiled.problem.labels[label].extent, 1);
        most = most > enough / extent ? enough : most * extent;
    }
    return most;
}

/// The product of the numbers of tiles along the labels with a role that `counts` holds for.
template <class Predicate>
std::int64_t count_tiles(const TiledProblem& tiled, const TileGrid& grid, Predicate counts) {
    std::int64_t count = 1;
    for (std::size_t label = 0; label < grid.counts.size(); ++label) {
        if (counts(tiled.problem.labels[label].role)) count *= grid.counts[label];
    }
    return count;
}

/// All labels, the one that a walk steps along fastest first.
std::vector<std::size_t> labels_of_walk(const TiledProblem& tiled, TileOrder order) {
    const bool free_l_slowest = order == TileOrder::free_l_slowest;
    std::vector<std::size_t> labels;
    for (const Kind kind : {Kind::summed, free_l_slowest ? Kind::free_r : Kind::free_l,
                            free_l_slowest ? Kind::free_l : Kind::free_r, Kind::batch}) {
        const std::vector<std::size_t> of_kind = labels_of_kind(tiled, kind);
        labels.insert(labels.end(), of_kind.rbegin(), of_kind.rend());
    }
    return labels;
}

}  // namespace

TileGrid cut(const TiledProblem& tiled, const TileParts& parts) {
    TileGrid grid;
    for (const ProblemLabel& label : tiled.problem.labels) {
        grid.tile.push_back(label.extent);
        grid.counts.push_back(1);
    }
    cut_kind(tiled, Kind::batch, parts.batch, grid);
    cut_kind(tiled, Kind::free_l, parts.free_l, grid);
    cut_kind(tiled, Kind::free_r, parts.free_r, grid);
    cut_kind(tiled, Kind::summed, parts.summed, grid);
    return grid;
}

TileParts most_parts(const TiledProblem& tiled) {
    return {most_of_kind(tiled, Kind::batch), most_of_kind(tiled, Kind::free_l),
            most_of_kind(tiled, Kind::free_r), most_of_kind(tiled, Kind::summed)};
}

std::vector<PerLabel> walk(const TiledProblem& tiled, const TileGrid& grid, TileOrder order) {
    const std::vector<std::size_t> labels = labels_of_walk(tiled, order);
    PerLabel place(grid.counts.size(), 0);
    PerLabel steps(grid.counts.size(), 1);  // to or fro
    std::vector<PerLabel> places;
    while (true) {
        places.push_back(place);
        std::size_t i = 0;
        for (; i < labels.size(); ++i) {
            const std::size_t label = labels[i];
            const std::int64_t next = place[label] + steps[label];
            if (next >= 0 && next < grid.counts[label]) {
                place[label] = next;
                break;
            }
            steps[label] = -steps[label];  // turns round while the next label takes a step
        }
        if (i == labels.size()) return places;
    }
}

std::int64_t output_tiles(const TiledProblem& tiled, const TileGrid& grid) {
    return count_tiles(tiled, grid, [](Role role) { return !is_summed(role); });
}

std::int64_t products_per_tile(const TiledProblem& tiled, const TileGrid& grid) {
    return count_tiles(tiled, grid, [](Role role) { return is_summed(role); });
}

PerLabel extents_at(const TiledProblem& tiled, const TileGrid& grid, const PerLabel& place) {
    PerLabel extents(place.size());
    for (std::size_t label = 0; label < place.size(); ++label) {
        extents[label] = std::min(
            grid.tile[label], tiled.problem.labels[label].extent - place[label] * grid.tile[label]);
    }
    return extents;
}

std::int64_t host_offset(const TiledProblem& tiled, const TileGrid& grid, std::size_t operand,
                         const PerLabel& place) {
    std::int64_t offset = 0;
    for (const std::size_t label : tiled.modes[operand]) {
        offset += place[label] * grid.tile[label] * tiled.problem.labels[label].strides[operand];
    }
    return offset;
}

std::int64_t tile_number(const TiledProblem& tiled, const TileGrid& grid, std::size_t operand,
                         const PerLabel& place) {
    std::int64_t number = 0;
    for (const std::size_t label : tiled.modes[operand]) {
        number = number * grid.counts[label] + place[label];
    }
    return number;
}

}  // namespace ttgt
