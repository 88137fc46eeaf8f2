// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/product_tile.h"

namespace ttgt::cuda {

/// Distances in the staged tile of an input. Both are odd, so that lanes that read along inner
/// positions or the batch meet different banks.
struct StagePitch {
    /// Elements of shared memory from one inner position to the next.
    std::int64_t inner = 1;
    /// Elements of shared memory from one index of the batch to the next.
    std::int64_t batch = 1;
};
/// Distances in the staged tile of the input with the group `free`: rows (of L) or columns (of R).
[[nodiscard]] StagePitch stage_pitch(const ProductTile& tile, Group free);
/// Bytes of shared memory of all tables of offsets.
[[nodiscard]] std::int64_t table_bytes(const ProductTile& tile);
/// Bytes of shared memory of the staged tile of the input with the group `free`: rows (of L) or
/// columns (of R). `dtype` is the element type of D.
[[nodiscard]] std::int64_t stage_bytes(const ProductTile& tile, Group free, DType dtype);
/// Number of slices (chunks of the inner modes) whose offsets the tables hold at a time.
[[nodiscard]] std::int64_t slices_per_table(const ProductTile& tile);
/// The number of tiles of D. Throws SizeOverflow.
[[nodiscard]] std::int64_t count_tiles(const ProductTile& tile);
/// The number of slices of a sum. Throws SizeOverflow.
[[nodiscard]] std::int64_t count_slices(const ProductTile& tile);

}  // namespace ttgt::cuda
