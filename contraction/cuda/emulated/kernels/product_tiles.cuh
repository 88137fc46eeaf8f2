// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/emulated/emulated_arguments.h"

// What the kernels that multiply planes share.

namespace ttgt::cuda {

/// Pairs of tiles with neighbouring columns that are done side by side: a square part of a plane of
/// products is in work at a time, whose planes of L and R stay in the cache.
inline constexpr std::uint32_t pairs_together = 8;

/// A tile of a plane of products: of an item, a plane, and tiles of columns and rows.
struct PlaneTile {
    std::uint32_t item, plane, columns, rows;
};

/// The number of pairs of tiles with neighbouring columns. `planes`: of a product.
__device__ inline std::uint64_t pair_count(const ProductsArguments& arguments, int planes) {
    return std::uint64_t{arguments.items} * static_cast<unsigned>(planes) *
           (arguments.column_tiles / 2) * arguments.row_tiles;
}

/// The tile of a pair with an even number of columns.
__device__ inline PlaneTile tile_of_pair(const ProductsArguments& arguments, int planes,
                                         std::uint64_t pair) {
    const std::uint32_t column_pairs = arguments.column_tiles / 2;
    const std::uint32_t of_plane = column_pairs * arguments.row_tiles;
    const auto all_planes = static_cast<std::uint32_t>(pair / of_plane);
    const auto place = static_cast<std::uint32_t>(pair - std::uint64_t{all_planes} * of_plane);
    const std::uint32_t group = place / (pairs_together * arguments.row_tiles);
    const std::uint32_t first = group * pairs_together;
    const std::uint32_t width = umin(pairs_together, column_pairs - first);
    const std::uint32_t inside = place - first * arguments.row_tiles;
    return {all_planes / static_cast<unsigned>(planes), all_planes % static_cast<unsigned>(planes),
            2 * (first + inside % width), inside / width};
}

/// The planes of a product.
__device__ inline int plane_count(const ProductsArguments& arguments, const ProductChoice& choice) {
    return (arguments.fewest_moduli + choice.moduli) * arguments.parts;
}
__device__ inline const std::int8_t* blocks_of_rows(const ProductsArguments& arguments,
                                                    const std::int8_t* planes_l,
                                                    const PlaneTile& tile) {
    return planes_l + tile.item * arguments.scratch_bytes + tile.plane * arguments.plane_bytes_l +
           static_cast<std::int64_t>(tile.rows) * 2 * arguments.inner_blocks * block_bytes;
}
__device__ inline const std::int8_t* blocks_of_columns(const ProductsArguments& arguments,
                                                       const std::int8_t* planes_r,
                                                       const PlaneTile& tile) {
    return planes_r + tile.item * arguments.scratch_bytes + tile.plane * arguments.plane_bytes_r +
           static_cast<std::int64_t>(tile.columns) * arguments.inner_blocks * block_bytes;
}
__device__ inline std::uint32_t* words_of(const ProductsArguments& arguments,
                                          std::uint32_t* products, const PlaneTile& tile) {
    return products +
           (tile.item * arguments.scratch_bytes + tile.plane * arguments.product_plane_bytes) / 4 +
           (static_cast<std::int64_t>(tile.columns) * arguments.row_tiles + tile.rows) *
               product_words;
}

/// Four sums, reduced, as the bytes of a word.
__device__ inline std::uint32_t reduced_word(std::int32_t a, std::int32_t b, std::int32_t c,
                                             std::int32_t d, const Reduction& by) {
    const std::uint32_t low = reduced(a, by) + (reduced(b, by) << 8);
    const std::uint32_t high = reduced(c, by) + (reduced(d, by) << 8);
    return low + (high << 16);
}

}  // namespace ttgt::cuda
