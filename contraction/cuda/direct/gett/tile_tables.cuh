// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_tables.cuh"

namespace ttgt::cuda {

/// Offsets of a tile's rows and columns, and of its batch. Those of inputs lie within 2^31 of the
/// tile's first, so that 32 bits of them are enough.
template <class Tile>
struct TileTables {
    std::int64_t row_d[Tile::rows];
    std::int64_t column_d[Tile::columns];
    std::int32_t row_l[Tile::rows];
    std::int32_t column_r[Tile::columns];
    std::int64_t first_row_l;
    std::int64_t first_column_r;
    std::int64_t batch_d;
    std::int64_t batch_l;
    std::int64_t batch_r;
};

/// Those of the tile in work and of the block's next one; of two runs of inner positions: while one
/// is in use, the next is filled in.
template <class Tile>
struct GettTables {
    TileTables<Tile> tile[2];
    std::int64_t inner_l[2][Tile::table_inner];
    std::int64_t inner_r[2][Tile::table_inner];
};

/// Each thread finds a row, a column or the batch, so that a block of a small tile finds all at
/// once. The tile's first row and column lie inside their groups, if not inside D.
template <class Tile>
__device__ inline void fill_tile(const GettArguments& arguments, const GettPlace& place,
                                 TileTables<Tile>& to) {
    constexpr int sides = Tile::rows + Tile::columns;
    const auto first_row = static_cast<std::uint32_t>(place.row_tile * Tile::rows);
    const auto first_column = static_cast<std::uint32_t>(place.column_tile * Tile::columns);
    for (int i = static_cast<int>(threadIdx.x); i < sides + 1; i += Tile::threads) {
        if (i < Tile::rows) {
            const std::uint32_t row = first_row + static_cast<std::uint32_t>(i);
            const IndexPlace at = index_place(arguments, arguments.rows, row, gett_d, gett_l);
            to.row_d[i] = at.is_inside(arguments.rows, row) ? at.offsets.first : outside;
            to.row_l[i] = low_bits(at.offsets.second);
            if (i == 0) to.first_row_l = at.offsets.second;
        } else if (i < sides) {
            const int c = i - Tile::rows;
            const std::uint32_t column = first_column + static_cast<std::uint32_t>(c);
            const IndexPlace at = index_place(arguments, arguments.columns, column, gett_d, gett_r);
            to.column_d[c] = at.is_inside(arguments.columns, column) ? at.offsets.first : outside;
            to.column_r[c] = low_bits(at.offsets.second);
            if (c == 0) to.first_column_r = at.offsets.second;
        } else {
            const auto batch = static_cast<std::uint32_t>(place.batch);
            const OffsetPair inputs =
                index_place(arguments, arguments.batch, batch, gett_l, gett_r).offsets;
            to.batch_l = inputs.first;
            to.batch_r = inputs.second;
            to.batch_d =
                index_place(arguments, arguments.batch, batch, gett_d, gett_l).offsets.first +
                place.split * arguments.split_stride;
        }
    }
}

/// Fills in the inner positions from `begin` on; those from `end` on are outside.
template <class Tile>
__device__ inline void fill_inner(const GettArguments& arguments, std::int64_t begin,
                                  std::int64_t end, std::int64_t* of_l, std::int64_t* of_r) {
    for (int i = static_cast<int>(threadIdx.x); i < Tile::table_inner; i += Tile::threads) {
        OffsetPair at{outside, outside};
        if (begin + i < end) {
            at = offsets_of(arguments, arguments.inner, static_cast<std::uint32_t>(begin + i),
                            gett_l, gett_r);
        }
        of_l[i] = at.first;
        of_r[i] = at.second;
    }
}

}  // namespace ttgt::cuda
