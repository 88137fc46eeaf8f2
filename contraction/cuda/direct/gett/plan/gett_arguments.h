// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "transpose/cuda/plan/kernel_arguments.h"

// Arguments of the GETT kernels, apart from pointers and scalars; passed by value. Arrays of three
// strides have the strides of D, of the kernel's L and of the kernel's R, in elements. The kernel's
// L is the contraction's R where GettChoice::swapped is true.

namespace ttgt::cuda {

/// A digit of a group's index. A mode that is cut into chunks has two digits, the position in the
/// chunk and the number of the chunk, which together give one position of the mode.
struct GettDigit {
    /// Number of values of the digit. The last digit of a group is the remaining quotient, and
    /// needs no division.
    Divisor extent;
    /// For each of the group's split modes (see GettGroup::limit), positions of the mode from one
    /// value of the digit to the next; 0 where the digit belongs to another mode.
    std::int32_t weight[2] = {};
    /// From one value of the digit to the next: bytes of D, elements of L and of R.
    std::int64_t stride[3] = {};
};

/// The modes of one role (rows, columns, inner or batch), taken as one index whose digits are
/// fastest first.
struct GettGroup {
    /// The first of the group's digits in GettArguments::digit.
    std::int32_t first = 0;
    /// Number of digits of the group.
    std::int32_t digits = 0;
    /// Number of indices of the group, including indices that are beyond a split mode.
    std::int32_t size = 1;
    /// Extents of the group's split modes: modes whose digits have more values than the mode has
    /// positions.
    std::int32_t limit[2] = {1, 1};
};

/// Maximum number of bits of a position in a TileWalk.
inline constexpr int gett_walk_bits = 14;

/// The order in which threads pass through a tile of two groups, a free one and another one. Each
/// bit of a position that is set adds to the index of one group.
struct TileWalk {
    /// What each bit of a position adds to the index of the free group.
    std::int32_t free[gett_walk_bits] = {};
    /// What each bit of a position adds to the index of the second group.
    std::int32_t other[gett_walk_bits] = {};
};

/// Maximum number of copies of a thread for a slice of one input.
inline constexpr int gett_most_copies = 32;

/// How a slice of an input's tile is copied to shared memory. The input's free group is rows for L
/// and columns for R.
struct GettStage {
    /// The order of the copies: free indices in `free`, inner positions in `other`.
    TileWalk walk;
    /// For each copy of a thread, rows (columns) from its first copy to this one; by `walk`.
    std::int32_t copy_free[gett_most_copies] = {};
    /// For each copy of a thread, bytes of shared memory from its first copy to this one.
    std::int32_t copy_bytes[gett_most_copies] = {};
    /// Number of elements that one copy moves.
    std::int32_t vector = 1;
    /// Elements of shared memory from one row (column) to the next.
    std::int32_t free_stride = 1;
    /// Elements of shared memory from one inner position to the next.
    std::int32_t inner_stride = 1;
    /// Number of elements of shared memory of one slice.
    std::int32_t size = 0;
};

/// Bytes that slices of R which are prepared for a warpgroup's tensor cores are aligned to.
inline constexpr int prepared_alignment = 1024;
/// Bytes of one such slice, which has 32 inner positions; with tf32x3, what rounding took from its
/// numbers follows the rounded ones.
[[nodiscard]] constexpr int prepared_slice_bytes(int columns, ComputeType compute) {
    return columns * 32 * 4 * (compute == ComputeType::tf32x3 ? 2 : 1);
}
/// Bytes of the slice that is multiplied and of the next one.
[[nodiscard]] constexpr int prepared_bytes(int columns, ComputeType compute) {
    return 2 * prepared_slice_bytes(columns, compute);
}

/// How outputs are written to D. single: one by one. along_rows, along_columns: in vectors of a
/// lane's outputs. staged: through shared memory, in the order of D.
enum class GettStore : std::int32_t { single, along_rows, along_columns, staged };

/// How tiles are numbered. A band is a few row tiles. The numbers run first through the row tiles
/// of a band, then through the column tiles, so that the row tiles share columns of R while L2 has
/// them; then through the bands, the indices of the batch, and the splits.
struct GettTiling {
    /// Number of tiles of a split.
    Divisor tiles;
    /// Number of tiles of an index of the batch.
    Divisor batch_tiles;
    /// Number of tiles of a band.
    Divisor band_tiles;
    /// Number of row tiles of a band.
    Divisor band_rows;
    /// Number of row tiles of the last band of an index of the batch.
    Divisor last_band_rows;
    /// Number of the last band of an index of the batch.
    std::int32_t last_band = 0;
};

/// Arguments of a GETT kernel: D(row, column) = alpha * sum of L(row, inner) * R(inner, column) +
/// beta * D(row, column) for each index of `batch`. An item is a tile of D for one split of the
/// sums; a slice is the inner positions that are staged at a time.
struct GettArguments {
    /// Modes of L and D.
    GettGroup rows;
    /// Modes of R and D.
    GettGroup columns;
    /// Modes of L and R, which are summed over.
    GettGroup inner;
    /// Modes of L, R and D.
    GettGroup batch;
    /// How L's tiles are copied to shared memory.
    GettStage stage_l;
    /// How R's tiles are copied to shared memory.
    GettStage stage_r;
    /// Number of slices of each input that shared memory has room for; no more than a split has.
    std::int32_t stages = 1;
    /// The order in which a staged tile of D is written: rows in `free`, columns in `other`.
    TileWalk store_walk;
    /// How outputs are written to D.
    GettStore store = GettStore::single;
    /// Number of elements of D that are written at once.
    std::int32_t store_vector = 1;
    /// Elements of shared memory from one row of a staged tile of D to the next.
    std::int32_t staged_row = 1;
    /// Elements of shared memory from one column of a staged tile of D to the next.
    std::int32_t staged_column = 1;
    /// Bytes of shared memory before a staged tile of D: 0 where it takes the place of the inputs.
    std::int32_t staged_begin = 0;
    /// 1 where L's elements are conjugated before they are multiplied. To conjugate R the kernel
    /// conjugates L and the sums instead: l * conj(r) = conj(conj(l) * r).
    std::int32_t conjugate_l = 0;
    /// 1 where sums are conjugated before they are written: where R is to be conjugated.
    std::int32_t conjugate_sums = 0;
    /// 1 where D has the type that sums of 16-bit inputs are computed in, float32; 0 where D has
    /// the inputs' type.
    std::int32_t keeps_sums = 0;
    /// How tiles are numbered.
    GettTiling tiling;
    /// Items: tiles of D times splits.
    std::int32_t items = 1;
    /// Number of slices of an item.
    std::int32_t slices_per_split = 1;
    /// Number of slices of a whole sum.
    std::int32_t slices = 1;
    /// Bytes from the sums of one split to those of the next; 0 where there is one split.
    std::int64_t split_stride = 0;
    /// The digits of rows, columns, inner and batch, in this order.
    GettDigit digit[most_modes] = {};
};

}  // namespace ttgt::cuda
