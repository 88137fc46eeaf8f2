// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/product_tile.h"

namespace ttgt::cuda {

/// Elements of shared memory from one inner position to the next, and from one batch index to the
/// next; odd, for the banks.
struct StagePitch {
    std::int64_t inner = 1;
    std::int64_t batch = 1;
};
[[nodiscard]] StagePitch stage_pitch(const ProductTile& tile, Group free);
/// Bytes of tables and of both staged tiles.
[[nodiscard]] std::int64_t table_bytes(const ProductTile& tile);
[[nodiscard]] std::int64_t stage_bytes(const ProductTile& tile, Group free, DType dtype);
/// Chunks of the inner modes whose offsets are kept at a time.
[[nodiscard]] std::int64_t slices_per_table(const ProductTile& tile);
/// Tiles of D; chunks of the inner modes in a sum.
[[nodiscard]] std::int64_t count_chunks(const ProductTile& tile, bool inner);

}  // namespace ttgt::cuda
