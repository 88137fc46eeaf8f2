// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "contraction/tiled/tile_problem.h"

namespace ttgt {

/// A problem cut into tiles: of each label as many values as `tile` says, the last tile has what is
/// left. `counts` is how many tiles there are along each label, at least 1.
struct TileGrid {
    PerLabel tile;
    PerLabel counts;

    friend bool operator==(const TileGrid&, const TileGrid&) = default;
};

/// Parts that the labels of each kind together are cut into.
struct TileParts {
    std::int64_t batch = 1;
    std::int64_t free_l = 1;
    std::int64_t free_r = 1;
    std::int64_t summed = 1;  ///< contracted and lone labels
};

/// Cuts the labels of a kind in the order of their strides, the slowest first, so that rows stay
/// long: as many parts as asked for, or as there are values.
[[nodiscard]] TileGrid cut(const TiledProblem& tiled, const TileParts& parts);
/// How many parts a kind of label can have at most.
[[nodiscard]] TileParts most_parts(const TiledProblem& tiled);

/// Whose tiles come one after the other: a device keeps those of L, or of R, for longer.
enum class TileOrder : std::uint8_t { free_l_slowest, free_r_slowest };

/// The products of tiles, each by its place along every label, in an order where neighbours share
/// what they can: that of a walk to and fro along each label, the summed ones fastest.
[[nodiscard]] std::vector<PerLabel> walk(const TiledProblem& tiled, const TileGrid& grid,
                                         TileOrder order);
/// How many tiles of D there are, and products for each.
[[nodiscard]] std::int64_t output_tiles(const TiledProblem& tiled, const TileGrid& grid);
[[nodiscard]] std::int64_t products_per_tile(const TiledProblem& tiled, const TileGrid& grid);

/// Extents of the tile at a place.
[[nodiscard]] PerLabel extents_at(const TiledProblem& tiled, const TileGrid& grid,
                                  const PerLabel& place);
/// Elements from the operand's first to the tile's.
[[nodiscard]] std::int64_t host_offset(const TiledProblem& tiled, const TileGrid& grid,
                                       std::size_t operand, const PerLabel& place);
/// Which of an operand's tiles it is.
[[nodiscard]] std::int64_t tile_number(const TiledProblem& tiled, const TileGrid& grid,
                                       std::size_t operand, const PerLabel& place);

}  // namespace ttgt
