// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "transpose/cuda/plan/shape.h"
#include "transpose/cuda/plan/tile.h"

namespace ttgt::cuda {

/// The modes of a packed tile on one side (input or output), fastest first: first the modes of a
/// run, among which only the last may be split, then the modes that lead to other rows.
struct PackedSide {
    /// Positions of the modes in Shape::modes.
    std::vector<std::size_t> modes;
    /// How many of the modes belong to the run.
    std::size_t run_modes = 0;
    /// Number of units of the run.
    std::int64_t run_units = 1;

    /// The modes of the run, as positions in Shape::modes.
    [[nodiscard]] std::span<const std::size_t> run() const {
        return std::span(modes).first(run_modes);
    }
    /// The modes that lead to other rows, as positions in Shape::modes.
    [[nodiscard]] std::span<const std::size_t> rows() const {
        return std::span(modes).subspan(run_modes);
    }
};

/// The side of a tile in one array.
[[nodiscard]] PackedSide side_of(const Shape& shape, const PackedTile& tile, std::size_t array);

/// The input's side as it is staged. Where the tile stages rows in parts (PackedTile::parts_rows),
/// a run ends early.
[[nodiscard]] PackedSide staged_side(const Shape& shape, const PackedTile& tile);

}  // namespace ttgt::cuda
