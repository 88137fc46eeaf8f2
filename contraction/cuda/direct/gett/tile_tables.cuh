// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_tables.cuh"

namespace ttgt::cuda {

/// Where the rows (columns) of a tile lie in D, and in an input: there within 2^31 of the first, so
/// that 32 bits are enough.
template <int size>
struct SideTable {
    std::int64_t in_d[size];
    std::int32_t in_input[size];
    std::int64_t first;   ///< in the input
    std::int32_t number;  ///< of the tile
};

/// Where an index of the batch lies.
struct BatchTable {
    std::int64_t in_d;
    std::int64_t in_l;
    std::int64_t in_r;
    std::int32_t number;
};

/// Which of two tables each are those of a tile.
struct TableTurns {
    int rows = 0;
    int columns = 0;
    int batch = 0;
};

/// Those of a tile.
template <class Tile>
struct TileTables {
    const SideTable<Tile::rows>& rows;
    const SideTable<Tile::columns>& columns;
    const BatchTable& batch;
};

/// Those of the tile in work and of the block's next one, where they differ; of two runs of inner
/// positions: while one is in use, the next is filled in.
template <class Tile>
struct GettTables {
    SideTable<Tile::rows> rows[2];
    SideTable<Tile::columns> columns[2];
    BatchTable batch[2];
    std::int64_t inner_l[2][Tile::table_inner];
    std::int64_t inner_r[2][Tile::table_inner];

    __device__ TileTables<Tile> of(const TableTurns& turns) const {
        return {rows[turns.rows], columns[turns.columns], batch[turns.batch]};
    }
    /// Which tables are those of another tile: the same where they need not be filled in again.
    __device__ TableTurns turns_of(const GettPlace& place, const TableTurns& before) const {
        return {turned(before.rows, rows[before.rows].number != place.row_tile),
                turned(before.columns, columns[before.columns].number != place.column_tile),
                turned(before.batch, batch[before.batch].number != place.batch)};
    }

private:
    __device__ static int turned(int turn, bool turns) { return turns ? 1 - turn : turn; }
};

/// Fills in entry `i`. The tile's first row (column) lies inside its group, if not inside D.
template <int size>
__device__ inline void fill_entry(const GettArguments& arguments, const GettGroup& group,
                                  GettOperand input, int number, int i, SideTable<size>& to) {
    const auto index = static_cast<std::uint32_t>(number * size + i);
    const IndexPlace at = index_place(arguments, group, index, gett_d, input);
    to.in_d[i] = at.is_inside(group, index) ? at.offsets.first : outside;
    to.in_input[i] = low_bits(at.offsets.second);
    if (i > 0) return;
    to.first = at.offsets.second;
    to.number = number;
}

__device__ inline void fill_batch(const GettArguments& arguments, const GettPlace& place,
                                  BatchTable& to) {
    const auto index = static_cast<std::uint32_t>(place.batch);
    const OffsetPair inputs =
        index_place(arguments, arguments.batch, index, gett_l, gett_r).offsets;
    to.in_l = inputs.first;
    to.in_r = inputs.second;
    to.in_d = index_place(arguments, arguments.batch, index, gett_d, gett_l).offsets.first +
              place.split * arguments.split_stride;
    to.number = place.batch;
}

/// Fills in those that are not those of the tile before. Each thread finds a row, a column or the
/// batch, so that a block of a small tile finds all at once.
template <class Tile>
__device__ inline void fill_tile(const GettArguments& arguments, const GettPlace& place,
                                 const TableTurns& before, const TableTurns& turns,
                                 GettTables<Tile>& tables) {
    const int rows = turns.rows != before.rows ? Tile::rows : 0;
    const int sides = rows + (turns.columns != before.columns ? Tile::columns : 0);
    const int all = sides + (turns.batch != before.batch ? 1 : 0);
    for (int i = static_cast<int>(threadIdx.x); i < all; i += Tile::threads) {
        if (i < rows) {
            fill_entry(arguments, arguments.rows, gett_l, place.row_tile, i,
                       tables.rows[turns.rows]);
        } else if (i < sides) {
            fill_entry(arguments, arguments.columns, gett_r, place.column_tile, i - rows,
                       tables.columns[turns.columns]);
        } else {
            fill_batch(arguments, place, tables.batch[turns.batch]);
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
