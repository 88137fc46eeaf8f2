// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

/// How one mode is distributed: in blocks that are assigned in turn to the coordinates of one or
/// several axes of the grid, the first axis fastest.
struct ModeSpread {
    std::vector<int> axes;   ///< numbers of the axes; empty: each rank holds the whole mode
    std::int64_t block = 1;  ///< indices of the mode in one block; at least 1

    friend bool operator==(const ModeSpread&, const ModeSpread&) = default;
};

/// Which rank holds which elements of one tensor. Unlike in a Distribution, a mode may be
/// distributed along several axes.
struct Placement {
    std::vector<int> grid;          ///< number of ranks along each axis
    std::vector<ModeSpread> modes;  ///< one for each mode of the tensor

    friend bool operator==(const Placement&, const Placement&) = default;
};

/// The indices of one mode that one rank holds. The mode's indices are cut into blocks; block b
/// belongs to part b mod `parts`.
struct Share {
    std::int64_t extent = 0;  ///< indices of the mode
    std::int64_t block = 1;   ///< indices of one block
    std::int64_t parts = 1;   ///< number of parts that the blocks are assigned to
    std::int64_t part = 0;    ///< number of the part that the rank holds, from 0
};

/// The number of indices that the rank holds (ScaLAPACK's NUMROC).
[[nodiscard]] std::int64_t count(const Share& share);
/// The number of indices in the largest of `parts` parts of a mode.
[[nodiscard]] std::int64_t largest_count(std::int64_t extent, std::int64_t block,
                                         std::int64_t parts);
/// The block size with which each part has one block: extent / parts, rounded up.
[[nodiscard]] std::int64_t one_block(std::int64_t extent, std::int64_t parts);

/// The prime factors of a number of ranks, the largest first.
[[nodiscard]] std::vector<int> prime_factors(int number);

/// The coordinate of a rank on one axis of the grid.
[[nodiscard]] int coordinate(const std::vector<int>& grid, int rank, std::size_t axis);
/// The coordinate of a rank on several axes taken as one, the first axis fastest.
[[nodiscard]] std::int64_t coordinate(const std::vector<int>& grid, int rank,
                                      const std::vector<int>& axes);
/// The product of the numbers of ranks along these axes.
[[nodiscard]] std::int64_t ranks_along(const std::vector<int>& grid, const std::vector<int>& axes);
/// The number of ranks of the grid. Ranks with this number or a higher one hold no elements.
[[nodiscard]] int ranks_of(const std::vector<int>& grid);

/// The share of a mode of this extent that `rank` holds. Precondition: the rank is in the grid.
[[nodiscard]] Share share_of(const Placement& placement, std::int64_t extent, std::size_t mode,
                             int rank);
/// The extents of the part that a rank holds; all 0 if the rank is beyond the grid.
[[nodiscard]] std::vector<std::int64_t> shard_extents(const Placement& placement,
                                                      const std::vector<std::int64_t>& extents,
                                                      int rank);
/// Whether a rank holds elements, where `part` is the layout of its part. A rank beyond the grid
/// does not, not even of a tensor without modes, whose layout has one element on every rank.
[[nodiscard]] bool holds_elements(const std::vector<int>& grid, const Layout& part, int rank);
/// The number of elements that a rank holds; 0 if the rank is beyond the grid.
[[nodiscard]] std::int64_t shard_volume(const Placement& placement,
                                        const std::vector<std::int64_t>& extents, int rank);

/// Axes of the grid with more than one rank along which no mode is distributed.
[[nodiscard]] std::vector<int> unused_axes(const Placement& placement);

/// Whether a rank of the grid is the lowest of those that hold the same elements.
[[nodiscard]] bool is_first_holder(const Placement& placement, int rank);

/// Throws InvalidArgument, naming `operand`, where extents, strides and distribution of a layout do
/// not fit each other, or its grid needs more than `ranks` ranks.
void check_distributed_layout(const DistributedLayout& layout, int ranks,
                              const std::string& operand);
/// The placement of a layout. Precondition: check_distributed_layout() accepts the layout.
[[nodiscard]] Placement placement_of(const DistributedLayout& layout);
/// The layout as text, such as "float64 4x5 on grid 2x2, mode 0 over axis 1 in blocks of 2".
[[nodiscard]] std::string to_string(const DistributedLayout& layout);

}  // namespace ttgt
