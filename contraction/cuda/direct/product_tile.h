// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/cuda/direct/direct_shape.h"
#include "contraction/cuda/direct/product_policy.h"
#include "src/context/cuda/architecture.h"

namespace ttgt::cuda {

/// Groups of modes in a product: batch_group modes are in L, R and D; row_group in L and D;
/// column_group in R and D; inner_group in L and R, summed over. group_count is the number of
/// groups.
enum Group : std::size_t { batch_group, row_group, column_group, inner_group, group_count };

/// A mode and how it is cut.
struct TileMode {
    /// The mode, with its strides in D, L and R.
    Mode<3> mode;
    /// The group that the mode belongs to.
    Group group = batch_group;
    /// Number of positions of the mode in a tile.
    std::int64_t chunk = 1;
};

/// How D is cut into tiles, and how a block's threads share one tile.
struct ProductTile {
    /// The modes of D in the order of D's strides, then the inner modes.
    std::vector<TileMode> modes;
    /// The register tile of a thread: an index of product_policies.
    int policy = square;
    /// Index tuples of each group in a tile.
    std::array<std::int64_t, group_count> size{1, 1, 1, 1};
    /// Threads of a block along batch, rows and columns.
    std::array<std::int64_t, 3> threads{1, 1, 1};
    /// The output groups in the order in which the numbers of threads run through them, fastest
    /// first.
    std::array<Group, 3> thread_order{};
};

/// The tile for a shape on a GPU. The same shape and GPU give the same tile.
[[nodiscard]] ProductTile choose_tile(const DirectShape& shape, const Architecture& gpu);

/// Number of outputs of one thread along a group of D, for an index of product_policies.
[[nodiscard]] constexpr std::int64_t register_outputs(int policy, Group group) {
    const ProductPolicy& chosen = product_policies[policy];
    return group == batch_group ? chosen.batch : group == row_group ? chosen.rows : chosen.columns;
}

}  // namespace ttgt::cuda
