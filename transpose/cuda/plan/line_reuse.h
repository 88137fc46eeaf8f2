// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "transpose/cuda/plan/loops.h"
#include "transpose/cuda/plan/shape.h"

namespace ttgt::cuda {

/// What a tile reads: pieces that are contiguous in the input. Tiles share a line where a piece
/// begins or ends within it.
struct Pieces {
    /// Number of units of a piece.
    std::int64_t units = 1;
    /// Whether pieces of one tile follow each other in the input.
    bool adjoin = false;
    /// Bytes of all pieces of a tile.
    std::int64_t tile_bytes = 0;
};

/// Whether one of the modes leads from a piece of `piece` units of the input to the place where the
/// piece ends.
[[nodiscard]] bool leads_on(const Shape& shape, std::span<const std::size_t> modes,
                            std::int64_t piece);

/// Whether tiles that share lines of the input follow each other so soon that L2 keeps the lines,
/// which are then best fetched as a whole. Where a short loop leads from one such tile to the next
/// too slowly, it is moved to the front of `order`.
[[nodiscard]] bool bring_near(std::vector<Loop>& order, const Shape& shape, const Pieces& pieces);

}  // namespace ttgt::cuda
