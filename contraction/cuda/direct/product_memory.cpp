// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Shared memory of the tables and the staged inputs of a tile.
#include "contraction/cuda/direct/product_memory.h"

#include <algorithm>

#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/core/rounding.h"

namespace ttgt::cuda {
namespace {

/// The number of chunks of the modes of those groups for which counts(group) is true.
template <class Counts>
std::int64_t count_chunks(const ProductTile& tile, const Counts& counts) {
    std::int64_t count = 1;
    for (const TileMode& mode : tile.modes) {
        if (!counts(mode.group)) continue;
        count =
            checked_multiply(count, divide_up(mode.mode.extent, mode.chunk), "the number of tiles");
    }
    return count;
}

}  // namespace

StagePitch stage_pitch(const ProductTile& tile, Group free) {
    const auto odd = [](std::int64_t value) { return value | 1; };
    // The pitch has room for whole register tiles of all threads, since threads read beyond the
    // tile.
    const std::int64_t width = tile.threads[free] * register_outputs(tile.policy, free);
    StagePitch pitch;
    pitch.inner = odd(width);
    pitch.batch = odd(pitch.inner * tile.size[inner_group]);
    return pitch;
}

std::int64_t slices_per_table(const ProductTile& tile) {
    constexpr std::int64_t entries = 64;
    return std::clamp<std::int64_t>(entries / tile.size[inner_group], 1, count_slices(tile));
}

std::int64_t table_bytes(const ProductTile& tile) {
    const std::int64_t inner = tile.size[inner_group] * slices_per_table(tile);
    const std::int64_t entries =
        tile.size[batch_group] + tile.size[row_group] + tile.size[column_group] + inner;
    return align_up(3 * entries * 8, vector_bytes);
}

std::int64_t stage_bytes(const ProductTile& tile, Group free, DType dtype) {
    const std::int64_t batch =
        tile.threads[batch_group] * register_outputs(tile.policy, batch_group);
    return align_up(batch * stage_pitch(tile, free).batch * size_bytes(compute_of(dtype)),
                    vector_bytes);
}

std::int64_t count_tiles(const ProductTile& tile) {
    return count_chunks(tile, [](Group group) { return group != inner_group; });
}

std::int64_t count_slices(const ProductTile& tile) {
    return count_chunks(tile, [](Group group) { return group == inner_group; });
}

}  // namespace ttgt::cuda
