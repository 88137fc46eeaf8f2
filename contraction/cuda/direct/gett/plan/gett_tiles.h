// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/dtype.h>

namespace ttgt::cuda {

/// A block's tile of D, how it is cut into tiles of warps, and how its inputs are staged.
struct GettTile {
    /// Number of rows of D in the block's tile.
    int rows;
    /// Number of columns of D in the block's tile.
    int columns;
    /// Number of inner positions in a slice. A block stages one slice of the inputs at a time.
    int inner;
    /// Number of rows of D in the tile that one warp computes.
    int warp_rows;
    /// Number of columns of D in the tile that one warp computes.
    int warp_columns;
    /// Number of slices of each input that shared memory holds at a time: the slice that is
    /// multiplied, and those that are copied ahead.
    int stages;
    /// Number of blocks that the kernel's registers allow on a multiprocessor.
    int blocks;
    /// Whether short sums that are added to D have a kernel of their own (reads_old_early()).
    bool updates = false;
    /// Whether four warps, whose tiles follow each other along the rows, multiply together (a
    /// warpgroup), by instructions that Hopper alone has.
    bool warpgroups = false;
    /// Number of warps that compute the same outputs, each from its part of a slice's inner
    /// positions. Their sums are added before they are written.
    int sum_warps = 1;

    /// Number of threads of a block.
    [[nodiscard]] constexpr int threads() const {
        return rows / warp_rows * (columns / warp_columns) * sum_warps * 32;
    }
    /// Number of inner positions of one table of offsets; a block has two tables for each input.
    [[nodiscard]] constexpr int table_inner() const { return inner > 32 ? 256 : 128; }
};

/// Entry `index` of a list of tiles as a type.
template <auto& tiles, int index>
struct GettTileOf {
    static constexpr int rows = tiles[index].rows;
    static constexpr int columns = tiles[index].columns;
    static constexpr int inner = tiles[index].inner;
    static constexpr int warp_rows = tiles[index].warp_rows;
    static constexpr int warp_columns = tiles[index].warp_columns;
    static constexpr int stages = tiles[index].stages;
    static constexpr int blocks = tiles[index].blocks;
    static constexpr bool updates = tiles[index].updates;
    static constexpr bool warpgroups = tiles[index].warpgroups;
    static constexpr int sum_warps = tiles[index].sum_warps;
    static constexpr int threads = tiles[index].threads();
    static constexpr int table_inner = tiles[index].table_inner();
};

/// Elements of shared memory from one inner position of a slice to the next where lanes without
/// tensor cores read the `free_size` rows (columns) of one inner position at a time. Padded by 16
/// bytes, so that copies of several inner positions meet different banks.
[[nodiscard]] constexpr int lane_inner_step(int free_size, int element_bytes) {
    return free_size + 16 / element_bytes;
}

/// What is multiplied, and how. float32 and complex64 have three ways: full precision, tf32,
/// tf32x3.
struct GettProducts {
    /// Element type of both inputs.
    DType dtype = DType::float64;
    /// How the elements are multiplied.
    ComputeType compute = ComputeType::full;
};

/// Whether elements of a type may be multiplied in several ways.
[[nodiscard]] constexpr bool has_several_products(DType dtype) {
    return dtype == DType::float32 || dtype == DType::complex64;
}

/// Whether the kernels for these products use tensor cores: all but those for float32 and complex64
/// in full precision.
[[nodiscard]] constexpr bool uses_tensor_cores(const GettProducts& products) {
    return !has_several_products(products.dtype) || products.compute != ComputeType::full;
}

/// A tile for few outputs of long sums, whose warps share the inner positions of each slice.
[[nodiscard]] constexpr GettTile long_sum_tile(int stages, int blocks) {
    return {.rows = 16,
            .columns = 16,
            .inner = 64,
            .warp_rows = 16,
            .warp_columns = 16,
            .stages = stages,
            .blocks = blocks,
            .sum_warps = 8};
}

inline constexpr GettTile gett_tiles_float64[] = {
    {128, 128, 16, 64, 32, 4, 1},
    {128, 64, 16, 64, 32, 4, 2, true},
    {64, 64, 16, 32, 32, 3, 3, true},
    {128, 32, 16, 32, 32, 3, 3},
    {64, 32, 16, 32, 16, 4, 3},
    {32, 32, 32, 16, 16, 3, 3},
    {128, 16, 16, 32, 16, 4, 3},
    {96, 128, 16, 48, 32, 4, 1},
    {48, 128, 16, 48, 32, 4, 2},
    {64, 64, 8, 32, 32, 4, 3, true},
    {128, 24, 8, 32, 24, 4, 4, true},
    {128, 72, 8, 32, 72, 4, 2, true},
    long_sum_tile(4, 2),
};
inline constexpr GettTile gett_tiles_complex128[] = {
    {128, 64, 8, 32, 32, 4, 1}, {64, 64, 8, 32, 32, 4, 2},  {64, 32, 8, 32, 16, 4, 3},
    {32, 32, 16, 16, 16, 3, 4}, {128, 16, 8, 32, 16, 4, 3}, long_sum_tile(3, 2),
};
inline constexpr GettTile gett_tiles_float32[] = {
    {128, 128, 16, 64, 32, 4, 2}, {128, 64, 16, 64, 32, 4, 3}, {64, 64, 16, 32, 32, 4, 4},
    {128, 32, 16, 32, 32, 4, 4},  {32, 32, 32, 16, 16, 4, 6},  {64, 64, 8, 32, 32, 4, 4},
    {128, 24, 16, 32, 24, 4, 4},  {128, 64, 8, 64, 32, 4, 3},  {128, 96, 8, 64, 48, 4, 2},
    long_sum_tile(4, 3),
};
inline constexpr GettTile gett_tiles_complex64[] = {
    {128, 64, 16, 32, 32, 3, 1}, {64, 64, 16, 32, 32, 3, 3},  {64, 32, 16, 32, 16, 4, 4},
    {32, 32, 16, 16, 16, 4, 4},  {128, 24, 16, 32, 24, 3, 3}, {64, 64, 8, 32, 32, 4, 3},
    long_sum_tile(4, 2),
};

inline constexpr GettTile gett_tiles_half[] = {
    {128, 128, 32, 64, 32, 4, 1}, {128, 64, 32, 32, 32, 4, 2}, {64, 64, 32, 32, 32, 4, 4},
    {128, 32, 32, 32, 32, 4, 4},  {32, 32, 64, 16, 16, 3, 6},  {128, 24, 32, 32, 24, 4, 4},
    {128, 64, 32, 64, 32, 4, 3},
};
/// A tile of float32 with two warpgroups, which multiply 64 rows by all columns each.
[[nodiscard]] constexpr GettTile warpgroup_tile(int columns) {
    return {.rows = 128,
            .columns = columns,
            .inner = 32,
            .warp_rows = 16,
            .warp_columns = columns,
            .stages = 4,
            .blocks = 1,
            .warpgroups = true};
}
inline constexpr GettTile gett_tiles_tf32[] = {
    {128, 128, 32, 64, 32, 3, 1}, {128, 64, 16, 32, 32, 4, 2}, {64, 64, 16, 32, 32, 4, 3},
    {128, 32, 16, 32, 32, 4, 3},  {32, 32, 32, 16, 16, 4, 5},  {128, 24, 16, 32, 24, 4, 4},
    warpgroup_tile(128),          warpgroup_tile(64),
};
/// Tiles for tf32x3, whose three products take more registers than the one product of tf32.
inline constexpr GettTile gett_tiles_tf32x3[] = {
    {128, 128, 32, 64, 32, 3, 1}, {128, 64, 16, 32, 32, 4, 2}, {64, 64, 16, 32, 32, 4, 3},
    {128, 32, 16, 32, 32, 4, 3},  {32, 32, 32, 16, 16, 4, 4},  {128, 24, 16, 32, 24, 4, 3},
    warpgroup_tile(128),          warpgroup_tile(64),
};
inline constexpr GettTile gett_tiles_complex_tf32[] = {
    {64, 64, 16, 32, 32, 3, 2},
    {64, 32, 16, 32, 16, 4, 3},
    {32, 32, 16, 16, 16, 4, 4},
    {128, 24, 16, 32, 24, 3, 2},
};

/// The number of tiles in a list.
template <int count>
constexpr int count_of(const GettTile (&)[count]) {
    return count;
}

/// A list of the tiles that the GETT kernels have for one kind of products (GettProducts).
struct GettTiles {
    /// The first of the list's `count` tiles (sizes that the kernels are compiled for); null where
    /// GETT has no kernels for this kind of products.
    const GettTile* first = nullptr;
    /// Number of tiles in the list.
    int count = 0;
};
/// The tiles that the GETT kernels have for this kind of products; an empty list where there are no
/// kernels for it.
[[nodiscard]] constexpr GettTiles gett_tiles(const GettProducts& products) {
    const bool is_full = products.compute == ComputeType::full;
    switch (products.dtype) {
        case DType::float16:
        case DType::bfloat16:
            return {gett_tiles_half, count_of(gett_tiles_half)};
        case DType::float64:
            return {gett_tiles_float64, count_of(gett_tiles_float64)};
        case DType::complex128:
            return {gett_tiles_complex128, count_of(gett_tiles_complex128)};
        case DType::float32:
            if (is_full) return {gett_tiles_float32, count_of(gett_tiles_float32)};
            if (products.compute == ComputeType::tf32)
                return {gett_tiles_tf32, count_of(gett_tiles_tf32)};
            return {gett_tiles_tf32x3, count_of(gett_tiles_tf32x3)};
        case DType::complex64:
            if (is_full) return {gett_tiles_complex64, count_of(gett_tiles_complex64)};
            return {gett_tiles_complex_tf32, count_of(gett_tiles_complex_tf32)};
        default:
            return {};
    }
}

}  // namespace ttgt::cuda
