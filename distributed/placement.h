// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/distributed.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

/// How a mode is spread: in blocks dealt out in turn over the ranks along several axes together,
/// the first axis fastest; no axes: not spread.
struct ModeSpread {
    std::vector<int> axes;
    std::int64_t block = 1;  ///< at least 1

    friend bool operator==(const ModeSpread&, const ModeSpread&) = default;
};

/// Which rank holds which elements of one tensor: a Distribution whose modes may take several axes.
struct Placement {
    std::vector<int> grid;
    std::vector<ModeSpread> modes;

    friend bool operator==(const Placement&, const Placement&) = default;
};

/// Where one mode's indices lie, as one rank sees it.
struct Share {
    std::int64_t extent = 0;
    std::int64_t block = 1;
    std::int64_t parts = 1;
    std::int64_t part = 0;
};

/// How many indices a part holds (ScaLAPACK's NUMROC).
[[nodiscard]] std::int64_t count(const Share& share);
/// What of [0, extent) the part holds with the largest share.
[[nodiscard]] std::int64_t largest_count(std::int64_t extent, std::int64_t block,
                                         std::int64_t parts);
/// One block for each part.
[[nodiscard]] std::int64_t one_block(std::int64_t extent, std::int64_t parts);

[[nodiscard]] int coordinate(const std::vector<int>& grid, int rank, std::size_t axis);
/// Over several axes together, the first fastest.
[[nodiscard]] std::int64_t coordinate(const std::vector<int>& grid, int rank,
                                      const std::vector<int>& axes);
[[nodiscard]] std::int64_t ranks_along(const std::vector<int>& grid, const std::vector<int>& axes);
/// All ranks of the grid; those beyond hold nothing.
[[nodiscard]] int ranks_of(const std::vector<int>& grid);

[[nodiscard]] Share share_of(const Placement& placement, std::int64_t extent, std::size_t mode,
                             int rank);
/// What a rank of the grid holds; beyond the grid, extents 0.
[[nodiscard]] std::vector<std::int64_t> shard_extents(const Placement& placement,
                                                      const std::vector<std::int64_t>& extents,
                                                      int rank);
/// Elements that a rank holds: 0 beyond the grid, whatever the number of modes.
[[nodiscard]] std::int64_t shard_volume(const Placement& placement,
                                        const std::vector<std::int64_t>& extents, int rank);

/// Axes of more than one rank that no mode is spread over.
[[nodiscard]] std::vector<int> unused_axes(const Placement& placement);

/// Throws InvalidArgument naming `operand` where extents, distribution and strides do not fit each
/// other or `ranks`, how many there are.
void check_distributed_layout(const DistributedLayout& layout, int ranks,
                              const std::string& operand);
/// Of a layout that is right.
[[nodiscard]] Placement placement_of(const DistributedLayout& layout);
/// "4x5 on grid 2x2: mode 0 over axis 1 in blocks of 2".
[[nodiscard]] std::string to_string(const DistributedLayout& layout);

}  // namespace ttgt
