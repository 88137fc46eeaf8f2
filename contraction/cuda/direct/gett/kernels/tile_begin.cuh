// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/kernels/gett_walk.cuh"
#include "contraction/cuda/direct/gett/kernels/tile_tables.cuh"
#include "contraction/cuda/direct/gett/kernels/warp_tile.cuh"
#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"

// Old elements of D for D = alpha * sums + beta * D that are read before the first products, so
// that nothing waits for them at the end: see reads_old_early().

namespace ttgt::cuda {

/// Elements that 16 bytes hold.
template <class Element>
inline constexpr int vector_elements = 16 / static_cast<int>(sizeof(Element));

/// Sets a warp's sums to the old elements of D, `row_run` by `column_run` at a time, as
/// store_warp() writes them. Nothing waits for what is read.
template <int row_run, int column_run, class Warp, class Element>
__device__ inline void read_old(Warp& warp, const std::int64_t* rows, const std::int64_t* columns,
                                const Element* d) {
    constexpr int run = row_run * column_run;
#pragma unroll
    for (int i = 0; i < Warp::rows / row_run; ++i) {
        const std::int64_t row = rows[Warp::row(i * row_run)];
#pragma unroll
        for (int j = 0; j < Warp::columns / column_run; ++j) {
            const std::int64_t offset = row + columns[Warp::column(j * column_run)];
            if (is_outside(row) || is_outside(offset)) continue;
            const auto old =
                *reinterpret_cast<const Vector<Element, run>*>(bytes_behind(d, offset));
#pragma unroll
            for (int e = 0; e < run; ++e) {
                warp.set(i * row_run + e % row_run, j * column_run + e / row_run, old.element[e]);
            }
        }
    }
}

/// Sets a warp's sums to the old elements of D. `first` is the row (free) and column (other) of D's
/// tile where the warp's outputs begin.
template <class Tile, class Warp, class Element>
__device__ inline void read_old(const GettArguments& arguments, const TileTables<Tile>& tables,
                                Warp& warp, const TilePosition& first, const Element* d) {
    d = bytes_behind(d, tables.batch.in_d);
    const std::int64_t* const rows = tables.rows.in_d + first.free;
    const std::int64_t* const columns = tables.columns.in_d + first.other;
    if (Warp::row_run > 1 && arguments.store == GettStore::along_rows) {
        read_old<Warp::row_run, 1>(warp, rows, columns, d);
    } else if (Warp::column_run > 1 && arguments.store == GettStore::along_columns) {
        read_old<1, Warp::column_run>(warp, rows, columns, d);
    } else {
        read_old<1, 1>(warp, rows, columns, d);
    }
}

/// Multiplies the old elements that read_old() has read by what they count in sums that are
/// multiplied by alpha at the end: beta / alpha, which is beta * alpha where alpha is 1 or -1.
template <class Warp, class Sum>
__device__ inline void scale_old(Warp& warp, const Scale<Sum>& finish) {
    if (is_one(finish.alpha) && is_one(finish.beta)) return;
    const Sum factor = finish.beta * finish.alpha;
#pragma unroll
    for (int i = 0; i < Warp::rows; ++i) {
#pragma unroll
        for (int j = 0; j < Warp::columns; ++j) warp.set(i, j, factor * warp.value(i, j));
    }
}

/// Starts the copies of a tile's old elements of D to where the tile is staged, `vector` at a time,
/// in the order of store_walk; all threads of the block take part.
template <class Tile, int vector, class Element>
__device__ inline void copy_old(const GettArguments& arguments, const TileTables<Tile>& tables,
                                Element* staged, const Element* d) {
    using Unit = Vector<Element, vector>;
    constexpr int count = side_of<Tile::rows> * side_of<Tile::columns> / vector;
    constexpr int log2_threads = log2_of<Tile::threads>;
    constexpr int each = (count + Tile::threads - 1) / Tile::threads;
    const auto t = static_cast<int>(threadIdx.x);
    if (count < Tile::threads && t >= count) return;
    const TileWalk& walk = arguments.store_walk;
    const TilePosition start = walk_bits<0, log2_threads>(walk, t);
    d = bytes_behind(d, tables.batch.in_d);
#pragma unroll 4
    for (int i = 0; i < each; ++i) {
        const TilePosition at = start + walk_bits<log2_threads, log2_of<each>>(walk, i);
        if (!in_side<Tile::rows>(at.free) || !in_side<Tile::columns>(at.other)) continue;
        const std::int64_t offset = tables.rows.in_d[at.free] + tables.columns.in_d[at.other];
        if (is_outside(offset)) continue;
        Element* const to =
            staged + at.free * arguments.staged_row + at.other * arguments.staged_column;
        copy_async<false>(reinterpret_cast<Unit*>(to),
                          reinterpret_cast<const Unit*>(bytes_behind(d, offset)));
    }
}

/// The same with the widest vectors that the launch allows.
template <class Tile, class Element>
__device__ inline void copy_old(const GettArguments& arguments, const TileTables<Tile>& tables,
                                Element* staged, const Element* d) {
    constexpr int widest = vector_elements<Element>;
    if (widest > 1 && arguments.store_vector > 1) {
        copy_old<Tile, widest>(arguments, tables, staged, d);
    } else {
        copy_old<Tile, 1>(arguments, tables, staged, d);
    }
}

}  // namespace ttgt::cuda
