// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contraction/tiled/tile_grid.h"

namespace ttgt {

/// How many tiles of each operand a device holds at a time.
using TileSlots = std::array<int, operand_count>;

/// What a device does next: copy a tile in, multiply two into one of D, or copy one out.
struct TileStep {
    enum class Kind : std::uint8_t { bring, multiply, take };
    Kind kind = Kind::multiply;  ///< what the step does
    std::size_t place = 0;       ///< the product: index into TileSchedule::places
    std::size_t operand = 0;     ///< bring and take: the operand whose tile is copied
    /// The slots of the tiles, by operand. bring and take use only the slot of `operand`.
    std::array<int, operand_count> slots{};
    /// multiply: whether the product is added to that of an earlier step in the tile of D.
    bool accumulates = false;
};

/// The work of one device, in order.
struct TileSchedule {
    std::vector<PerLabel> places;  ///< the products: number of each label's tile
    std::vector<TileStep> steps;   ///< the steps in order
    std::array<std::int64_t, operand_count> brought{};  ///< for each operand: tiles copied in
};

/// Steps for products in this order, those of one tile of D next to each other. A tile that is to
/// make room is the one that is needed last, but not one of the product just before, which the copy
/// would have to wait for. Tiles of D take turns.
[[nodiscard]] TileSchedule make_schedule(const TiledProblem& tiled, const TileGrid& grid,
                                         std::vector<PerLabel> places, const TileSlots& slots);

/// What of the walk a device does of several: whole tiles of D, as many as others or one more, each
/// device with another part of the sums first.
[[nodiscard]] std::vector<PerLabel> share_of_walk(const TiledProblem& tiled, const TileGrid& grid,
                                                  std::span<const PerLabel> all, int device,
                                                  int devices);
/// How many different tiles of an operand these products use.
[[nodiscard]] int distinct_tiles(const TiledProblem& tiled, const TileGrid& grid,
                                 std::size_t operand, std::span<const PerLabel> places);

}  // namespace ttgt
