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

/// The modes of a packed tile on one side, fastest first: those of its run, of which only the last
/// may be split, then those that lead to other rows.
struct PackedSide {
    std::vector<std::size_t> modes;
    std::size_t run_modes = 0;  ///< of them
    std::int64_t run_units = 1;

    [[nodiscard]] std::span<const std::size_t> run() const {
        return std::span(modes).first(run_modes);
    }
    [[nodiscard]] std::span<const std::size_t> rows() const {
        return std::span(modes).subspan(run_modes);
    }
};

[[nodiscard]] PackedSide side_of(const Shape& shape, const PackedTile& tile, std::size_t array);

/// The input's side as it is staged: where the tile parts rows, a run ends early.
[[nodiscard]] PackedSide staged_side(const Shape& shape, const PackedTile& tile);

}  // namespace ttgt::cuda
