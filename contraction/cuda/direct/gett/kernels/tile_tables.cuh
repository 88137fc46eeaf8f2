// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/kernels/gett_tables.cuh"

namespace ttgt::cuda {

/// Where the `size` rows of a tile lie in D and L, or its columns in D and R.
template <int size>
struct SideTable {
    /// Offsets in D in bytes; `outside` for rows (columns) that D does not have.
    std::int64_t in_d[size];
    /// Lowest 32 bits of the offsets in the input, in elements. They are enough, because planners
    /// see to it that a tile's rows (columns) lie within 2^31 elements of each other.
    std::int32_t in_input[size];
    /// Offset of the tile's first row (column) in the input, in elements.
    std::int64_t first;
    /// Number of this tile along the rows (columns) of D.
    std::int32_t number;
};

/// Where an index of the batch lies.
struct BatchTable {
    /// Offset in D in bytes; that of the split's partial sums is included.
    std::int64_t in_d;
    /// Offset in L in elements.
    std::int64_t in_l;
    /// Offset in R in elements.
    std::int64_t in_r;
    /// The index of the batch.
    std::int32_t number;
};

/// Which of the two tables of rows, columns and batch in GettTables belong to a tile: 0 or 1 each.
struct TableTurns {
    /// Which of the two tables GettTables::rows belongs to the tile: 0 or 1.
    int rows = 0;
    /// Which of the two tables GettTables::columns belongs to the tile: 0 or 1.
    int columns = 0;
    /// Which of the two tables GettTables::batch belongs to the tile: 0 or 1.
    int batch = 0;
};

/// The tables that belong to a tile.
template <class Tile>
struct TileTables {
    /// Offsets of the tile's rows.
    const SideTable<Tile::rows>& rows;
    /// Offsets of the tile's columns.
    const SideTable<Tile::columns>& columns;
    /// Offsets of the tile's index of the batch.
    const BatchTable& batch;
};

/// A block's tables of offsets, in shared memory. There are two of each, so that the next one can
/// be filled in while one is in use.
template <class Tile>
struct GettTables {
    /// Rows of the tile in work and, where they differ, of the block's next tile.
    SideTable<Tile::rows> rows[2];
    /// Columns of the tile in work and, where they differ, of the block's next tile.
    SideTable<Tile::columns> columns[2];
    /// Index of the batch of the tile in work and, where it differs, of the block's next tile.
    BatchTable batch[2];
    /// Offsets in L of two runs of table_inner inner positions.
    std::int64_t inner_l[2][Tile::table_inner];
    /// Offsets in R of two runs of table_inner inner positions.
    std::int64_t inner_r[2][Tile::table_inner];

    /// The tables that `turns` names.
    __device__ TileTables<Tile> of(const TableTurns& turns) const {
        return {rows[turns.rows], columns[turns.columns], batch[turns.batch]};
    }
    /// Which tables belong to the tile at `place` after those of `before`: the same table where the
    /// tile has the same rows, columns or index of the batch, else the second one, which has to be
    /// filled in.
    __device__ TableTurns turns_of(const GettPlace& place, const TableTurns& before) const {
        return {turned(before.rows, rows[before.rows].number != place.row_tile),
                turned(before.columns, columns[before.columns].number != place.column_tile),
                turned(before.batch, batch[before.batch].number != place.batch)};
    }

private:
    __device__ static int turned(int turn, bool turns) { return turns ? 1 - turn : turn; }
};

/// Fills in entry `i` of the table of the rows (columns) of tile `number`. The tile's first row
/// (column) is an index inside the group, though its position may be beyond a split mode.
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

/// Fills in the table of the batch for the tile at `place`.
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

/// Fills in the tables of the tile at `place`, except those that the tile before has too. Each
/// thread writes entries of rows, of columns or of the batch, so that a block with a small tile
/// writes all entries at once.
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

/// Fills in a run of table_inner inner positions from `begin` on; thread t writes the entries t, t
/// + threads, ... Positions from `end` on are `outside`.
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
