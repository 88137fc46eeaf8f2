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

/// Roles of modes in a tile: of both inputs, of L, of R, summed.
enum Group : std::size_t { batch_group, row_group, column_group, inner_group, group_count };

struct TileMode {
    Mode<3> mode;
    Group group = batch_group;
    std::int64_t chunk = 1;  ///< of it in a tile
};

/// How D is cut into tiles, and how a block's threads share one.
struct ProductTile {
    std::vector<TileMode> modes;  ///< outputs by D's stride, then inner ones
    int policy = square;
    std::array<std::int64_t, group_count> size{1, 1, 1, 1};  ///< index tuples in a tile
    std::array<std::int64_t, 3> threads{1, 1, 1};            ///< along batch, rows, columns
    std::array<Group, 3> thread_order{};                     ///< fastest first
};

/// The tile of a shape. Deterministic.
[[nodiscard]] ProductTile choose_tile(const DirectShape& shape, const Architecture& gpu);

/// Outputs of one thread in a group.
[[nodiscard]] constexpr std::int64_t register_outputs(int policy, Group group) {
    const ProductPolicy& chosen = product_policies[policy];
    return group == batch_group ? chosen.batch : group == row_group ? chosen.rows : chosen.columns;
}

}  // namespace ttgt::cuda
