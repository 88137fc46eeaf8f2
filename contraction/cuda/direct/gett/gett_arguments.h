// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_arguments.h"
#include "transpose/cuda/plan/kernel_arguments.h"

// What the GETT kernels are told, the pointers and scalars apart; passed by value.

namespace ttgt::cuda {

/// A digit of a group's index. A mode that is split has two, its chunk and the number of the chunk,
/// which add to one position.
struct GettDigit {
    Divisor extent;               ///< the last digit of a group needs no division
    std::int32_t weight[2] = {};  ///< what it adds to the positions in the group's split modes
    std::int64_t stride[3] = {};
};

/// Modes of one role as one index, its digits fastest first.
struct GettGroup {
    std::int32_t first = 0;  ///< of GettArguments::digit
    std::int32_t digits = 0;
    std::int32_t size = 1;           ///< index tuples, those beyond a split mode too
    std::int32_t limit[2] = {1, 1};  ///< extents of the split modes
};

inline constexpr int gett_walk_bits = 14;

/// The order in which threads pass through a tile of two groups: what each bit of a position adds
/// to the index in either.
struct TileWalk {
    std::int32_t free[gett_walk_bits] = {};
    std::int32_t other[gett_walk_bits] = {};
};

/// How an input's tile is copied to shared memory: `vector` elements at a time.
struct GettStage {
    TileWalk walk;  ///< rows or columns; inner
    std::int32_t vector = 1;
    std::int32_t free_step = 1;  ///< elements of shared memory
    std::int32_t inner_step = 1;
    std::int32_t size = 0;  ///< elements of a stage
};

/// How a warp writes its outputs: one by one, in vectors along rows or columns, or through shared
/// memory in D's order.
enum class GettStore : std::int32_t { single, along_rows, along_columns, staged };

/// How tiles are counted: first the column tiles of a band of a few row tiles, which share each
/// tile of columns while it is in L2, then bands, batches and splits.
struct GettTiling {
    Divisor tiles;        ///< of a split
    Divisor batch_tiles;  ///< of an index of the batch
    Divisor band_tiles;
    Divisor band_rows;       ///< row tiles of a band
    Divisor last_band_rows;  ///< of the last one of a batch
    std::int32_t last_band = 0;
};

/// D(row, column) = alpha * sum of L(row, inner) * R(inner, column) + beta * D(row, column) for
/// each index of `batch`.
struct GettArguments {
    GettGroup rows;
    GettGroup columns;
    GettGroup inner;
    GettGroup batch;
    GettStage stage_l;
    GettStage stage_r;
    std::int32_t stages = 1;  ///< of either: no more than there are slices
    TileWalk store_walk;      ///< rows; columns
    GettStore store = GettStore::single;
    std::int32_t store_vector = 1;
    std::int32_t staged_row = 1;  ///< elements of shared memory, where D's tile is staged
    std::int32_t staged_column = 1;
    std::int32_t staged_begin = 0;  ///< bytes; where it has memory of its own, after the inputs
    // Where R is conjugated the sums are instead: l * conj(r) = conj(conj(l) * r).
    std::int32_t conjugate_l = 0;
    std::int32_t conjugate_sums = 0;
    std::int32_t keeps_sums = 0;  ///< D is of the type that is summed in, not that of the inputs
    GettTiling tiling;
    std::int32_t items = 1;  ///< tiles of all splits
    std::int32_t slices_per_split = 1;
    std::int32_t slices = 1;
    std::int64_t split_stride = 0;
    GettDigit digit[most_modes] = {};
};

}  // namespace ttgt::cuda
