// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "operators/problem/operator_problem.h"

namespace ttgt {

/// One mode of a tile: `length` of its steps lie in a tile.
struct TileMode {
    std::size_t mode = 0;
    std::int64_t length = 1;

    friend bool operator==(const TileMode&, const TileMode&) = default;
};

/// Which modes a tile has: first those that the output has, its fastest first, then the reduced
/// ones. A tile is a box of the problem's index tuples that is evaluated at once, so that every
/// large tensor is read by whole lines of memory.
struct OperatorTile {
    std::vector<TileMode> modes;
    std::size_t kept = 0;  ///< how many of the modes the output has

    friend bool operator==(const OperatorTile&, const OperatorTile&) = default;
};

/// What a device wants of tiles.
struct TileWishes {
    std::int64_t elements = 1024;    ///< about how many a tile has, at most
    bool are_powers_of_two = false;  ///< whether lengths are
    std::size_t most_modes = 6;
    /// Of the steps along the fastest mode of a large tensor, where a tile has not all of them.
    std::int64_t multiple = 1;
    /// Bytes of each large tensor in one piece from which on a tile rather grows along reduced
    /// modes, then along the largest tensor.
    std::int64_t run_bytes = 160;  // more than two lines of a cache
    /// Bytes in one piece of tensors that are smaller than large ones, but by less than
    /// `smallest_part`; 0: tiles do not grow along them.
    std::int64_t small_run_bytes = 0;
};

/// Tensors with fewer elements than the largest divided by this are read piece by piece.
inline constexpr std::int64_t smallest_part = 128;

/// The tile for a problem: grows along the tensor of the shortest run in one piece, among the large
/// ones, until all runs are long enough or the tile has elements enough.
[[nodiscard]] OperatorTile choose_tile(const OperatorProblem& problem, const TileWishes& wishes);
/// The product of the lengths of the tile's modes [first, last).
[[nodiscard]] std::int64_t volume(const OperatorTile& tile, std::size_t first, std::size_t last);
/// The numbers of a tile's first `modes` modes.
[[nodiscard]] std::vector<std::size_t> first_modes(std::size_t modes);
/// The length of a mode in a tile, 1 where it has none.
[[nodiscard]] std::int64_t length_of(const OperatorTile& tile, std::size_t mode);
/// The numbers of the tile's modes by a use's strides, the smallest first; those along which the
/// use does not move last.
[[nodiscard]] std::vector<std::size_t> reading_order(const OperatorProblem& problem,
                                                     const OperatorTile& tile, std::size_t use);
/// The elements of the largest tensor.
[[nodiscard]] std::int64_t most_elements(const OperatorProblem& problem);
/// The elements from which on a tensor counts: smaller ones stay in caches.
[[nodiscard]] std::int64_t least_large_elements(const OperatorProblem& problem);
/// How many tiles there are along the modes that are, or are not, reduced.
[[nodiscard]] std::int64_t tile_count(const OperatorProblem& problem, const OperatorTile& tile,
                                      bool is_reduced);
/// "32 x 16 of D(a,b)'s and reduced modes": for explain().
[[nodiscard]] std::string to_string(const OperatorProblem& problem, const OperatorTile& tile);

}  // namespace ttgt
