// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "transpose/cuda/grouped/grouped_arguments.h"

// Arguments and tables of the kernel of pairs. They have C arrays, because the members of
// std::array are host functions. Strides are in elements.

namespace ttgt::cuda {

/// How the kernel of the tiniest blocks cuts blocks of D. A thread has `rows` rows and `columns`
/// columns of a tile.
struct PairsPolicy {
    int tile;     ///< rows and columns of a tile of D
    int inners;   ///< inner positions that are staged at once
    int rows;     ///< rows of a thread, tile / rows threads apart
    int columns;  ///< columns of a thread
    int threads;  ///< tile / rows * tile / columns
};
/// Small tiles for the tiniest blocks; large ones, whose elements are used more often.
inline constexpr PairsPolicy pairs_policies[]{{32, 32, 2, 4, 128}, {64, 16, 4, 4, 256}};
/// Number of pairs_policies. Policies from this number on are tiles of GETT kernels (pairs_gett.h).
inline constexpr int pairs_lane_policies = 2;
/// Maximum number of labels of rows, of columns, and of inner tuples.
inline constexpr int most_pairs_modes = 6;
/// Maximum number of batch labels.
inline constexpr int most_pairs_batch = 4;

/// A block of an input. In the kernel, L is the input with the rows. The labels along which
/// neighbours of D are closest are columns of pairs_policies and rows of tiles of GETT kernels, so
/// the host may have exchanged the inputs.
struct PairsInput {
    std::int64_t outer_stride[most_pairs_modes];  ///< of rows (L) or of columns (R)
    std::int64_t inner_stride[most_pairs_modes];
    std::int64_t batch_stride[most_pairs_batch];
    std::int32_t inner_extent[most_pairs_modes];
    std::int32_t inner;           ///< product of the inner extents
    std::int32_t is_inner_first;  ///< 1 where neighbours along the inner tuples are closest
};

/// A block of D, and the pairs that are added up in it.
struct PairsOutput {
    std::int64_t row_stride[most_pairs_modes];
    std::int64_t column_stride[most_pairs_modes];
    std::int64_t batch_stride[most_pairs_batch];
    std::int32_t row_extent[most_pairs_modes];
    std::int32_t column_extent[most_pairs_modes];
    std::int32_t batch_extent[most_pairs_batch];
    std::int32_t rows;
    std::int32_t columns;
    std::uint32_t block;
    std::uint32_t first_pair;
    std::uint32_t pairs;
};

/// A block of L and a block of R.
struct PairsTerm {
    std::uint32_t l, r;
};

/// A part of a block of D, which one thread block computes.
struct PairsTile {
    std::uint32_t output;
    std::uint32_t number;  ///< within the output: rows fastest, then columns, then batch
};

struct PairsArguments {
    const PairsTile* tiles;  ///< one for each thread block
    const PairsOutput* outputs;
    const PairsTerm* terms;
    const PairsInput* l;  ///< by number of the block
    const PairsInput* r;
    GroupedPlaces places[3];  ///< of D, L and R
    std::int32_t row_modes, column_modes, inner_modes, batch_modes;
    std::int32_t l_is_real, r_is_real;  ///< 1 where elements are real though D's are complex
    std::int32_t conjugates_l, conjugates_r;
};

}  // namespace ttgt::cuda
