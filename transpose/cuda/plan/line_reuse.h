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

/// What a tile reads: pieces that are contiguous in the input. Where they begin or end within a
/// line, tiles share it.
struct Pieces {
    std::int64_t units = 1;       ///< of each
    bool adjoin = false;          ///< within a tile
    std::int64_t tile_bytes = 0;  ///< of all
};

/// Whether one of the modes leads from a piece of the input to where it ends.
[[nodiscard]] bool leads_on(const Shape& shape, std::span<const std::size_t> modes,
                            std::int64_t piece);

/// Whether tiles that share lines of the input follow each other so soon that L2 keeps the lines,
/// which are then best fetched as a whole. A short loop that leads from one to the other too slowly
/// becomes the first in `order`.
[[nodiscard]] bool bring_near(std::vector<Loop>& order, const Shape& shape, const Pieces& pieces);

}  // namespace ttgt::cuda
