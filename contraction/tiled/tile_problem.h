// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/layout.h>

#include <array>
#include <cstdint>
#include <vector>

#include "contraction/problem/problem.h"
#include "contraction/problem/statement.h"

namespace ttgt {

/// One number for each label of a problem: extents of a tile, or where it lies.
using PerLabel = std::vector<std::int64_t>;

/// A problem that is done tile by tile: a tile of an operand is packed, its modes in the order of
/// the operand's strides, so that it is copied in long rows.
struct TiledProblem {
    Problem problem;
    /// The labels of each operand, the one with the smallest stride first.
    std::array<std::vector<std::size_t>, operand_count> modes;
};

[[nodiscard]] TiledProblem make_tiled(Problem problem);

/// The number of operands of a problem: two or three.
[[nodiscard]] inline std::size_t operands_of(const Problem& problem) { return problem.inputs + 1; }

/// The layout of a tile of these extents where it lies in the operand, in host memory.
[[nodiscard]] Layout host_layout(const TiledProblem& tiled, std::size_t operand,
                                 const PerLabel& extents);
/// The layout of a tile of these extents on a device, where it is packed.
[[nodiscard]] Layout tile_layout(const TiledProblem& tiled, std::size_t operand,
                                 const PerLabel& extents);
/// Bytes of a tile of these extents on a device. Throws SizeOverflow.
[[nodiscard]] std::int64_t tile_bytes(const TiledProblem& tiled, std::size_t operand,
                                      const PerLabel& extents);

/// The product of tiles of these extents.
[[nodiscard]] Statement tile_statement(const TiledProblem& tiled, const PerLabel& extents);
/// The operations of the product of tiles of these extents, as flops() counts them.
[[nodiscard]] double tile_flops(const TiledProblem& tiled, const PerLabel& extents);

}  // namespace ttgt
