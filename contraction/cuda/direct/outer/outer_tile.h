// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/cuda/direct/direct_shape.h"

namespace ttgt::cuda {

/// How D is cut into tiles of the outer kernel: for each mode of DirectShape::outputs, the number
/// of its positions in a tile.
using OuterChunks = std::vector<std::int64_t>;

/// Ways to cut D that are worth a price; each once. All modes of D in turn, D's smallest stride
/// first, are in a tile as a whole until the tile is full. Some ways first give each input some
/// neighbours along its own fastest modes.
[[nodiscard]] std::vector<OuterChunks> outer_cuts(const DirectShape& shape);

/// Number of outputs of the contiguous pieces of D that a tile has, and of modes that such a piece
/// goes through, the first ones of DirectShape::outputs.
struct OuterRun {
    /// Number of outputs of a piece.
    std::int64_t outputs = 1;
    /// Number of modes that a piece goes through.
    std::size_t modes = 0;
};
[[nodiscard]] OuterRun outer_run(const DirectShape& shape, const OuterChunks& chunks);

/// The input with D's fastest mode: operand_l or operand_r; L where both have it, or none.
[[nodiscard]] std::size_t fast_input(const DirectShape& shape);

/// Number of threads so that thread t's outputs t, t + threads, ... of a tile all have the same
/// element of the fast input, and each warp begins at a sector of D. 0 where there is no such
/// number up to most_outer_threads: a mode after the first ones of the fast input belongs to it,
/// too; the tile has several runs; or the period of the fast input's elements is too long.
[[nodiscard]] int steady_threads(const DirectShape& shape, const OuterChunks& chunks);

}  // namespace ttgt::cuda
