// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "operators/cpu/box_moves.h"
#include "operators/problem/operator_tile.h"

namespace ttgt::cpu {

/// A problem cut into tiles, and the order of loops in which each use of a tensor is read.
struct CpuTiles {
    CpuTiles(const OperatorProblem& given, const OperatorTile& chosen);

    OperatorProblem problem;
    OperatorTile tile;
    std::int64_t kept = 1;           ///< tiles along the output's modes
    std::int64_t reduced = 1;        ///< tiles along the reduced modes
    std::int64_t chunks = 1;         ///< parts of the reduced tiles, which are summed apart
    std::int64_t elements = 1;       ///< of a whole tile
    std::int64_t kept_elements = 1;  ///< of a tile's part of the output
    std::size_t depth = 1;           ///< of the stack of values
    std::vector<std::vector<std::size_t>> orders;  ///< for each use: tile modes, innermost first
};

/// Where a tile lies: offsets of all uses, and how many steps of each tile mode it has.
class TilePlace {
public:
    explicit TilePlace(const CpuTiles& tiles)
        : tiles_(tiles), kept_offsets_(tiles.problem.uses.size(), 0), offsets_(kept_offsets_) {}

    /// Goes to a tile along the output's modes; then to one along the reduced modes.
    void go_to_kept(std::int64_t position);
    void go_to_reduced(std::int64_t position);

    [[nodiscard]] std::int64_t offset(std::size_t use) const { return offsets_[use]; }
    /// Elements of the tile's part along its first `modes` modes.
    [[nodiscard]] std::int64_t elements(std::size_t modes) const;
    /// The loops over the tile's first `modes` modes, from a use to a packed buffer.
    [[nodiscard]] Box box(std::size_t use, std::size_t modes) const;

private:
    void go_to(std::int64_t position, bool is_reduced);

    const CpuTiles& tiles_;
    std::vector<std::int64_t> kept_offsets_;
    std::vector<std::int64_t> offsets_;
    std::array<std::int64_t, most_box_modes> length_{};
};

}  // namespace ttgt::cpu
