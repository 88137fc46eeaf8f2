// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/gett_walk.cuh"
#include "contraction/cuda/direct/gett/tile_tables.cuh"
#include "transpose/cuda/finish.cuh"
#include "transpose/cuda/global_access.cuh"

namespace ttgt::cuda {

/// Elements of 16 bytes.
template <class Element>
inline constexpr int vector_elements = 16 / static_cast<int>(sizeof(Element));

/// Writes a warp's outputs from its registers, `row_run` by `column_run` at a time.
template <int row_run, int column_run, class Warp, class Out, class Sum>
__device__ inline void store_warp(const Warp& warp, const std::int64_t* rows,
                                  const std::int64_t* columns, Out* d, const Scale<Sum>& finish) {
    constexpr int run = row_run * column_run;
    const bool is_plain = finish.is_plain();
#pragma unroll
    for (int i = 0; i < Warp::rows; i += row_run) {
        const std::int64_t row = rows[Warp::row(i)];
        if (is_plain) {
#pragma unroll
            for (int j = 0; j < Warp::columns; j += column_run) {
                const std::int64_t offset = row + columns[Warp::column(j)];
                if (offset <= lowest_offset) continue;
                Vector<Out, run> value;
#pragma unroll
                for (int e = 0; e < run; ++e)
                    value.element[e] = narrowed<Out>(warp.value(i + e % row_run, j + e / row_run));
                *reinterpret_cast<Vector<Out, run>*>(d + offset) = value;
            }
            continue;
        }
        Vector<Out, run> old[Warp::columns / column_run] = {};
        if (finish.accumulates()) {
#pragma unroll
            for (int j = 0; j < Warp::columns; j += column_run) {
                const std::int64_t offset = row + columns[Warp::column(j)];
                if (offset <= lowest_offset) continue;
                old[j / column_run] = *reinterpret_cast<const Vector<Out, run>*>(d + offset);
            }
        }
#pragma unroll
        for (int j = 0; j < Warp::columns; j += column_run) {
            const std::int64_t offset = row + columns[Warp::column(j)];
            if (offset <= lowest_offset) continue;
            Vector<Out, run> value;
#pragma unroll
            for (int e = 0; e < run; ++e) {
                value.element[e] =
                    narrowed<Out>(finish(warp.value(i + e % row_run, j + e / row_run),
                                         promoted(old[j / column_run].element[e])));
            }
            *reinterpret_cast<Vector<Out, run>*>(d + offset) = value;
        }
    }
}

/// Writes D's tile, which is staged in shared memory, in the order of the walk.
template <class Tile, int vector, class Out, class Sum>
__device__ inline void store_vectors(const GettArguments& arguments, const TileTables<Tile>& tables,
                                     const Sum* staged, Out* d, const Scale<Sum>& finish) {
    constexpr int count = side_of<Tile::rows> * side_of<Tile::columns> / vector;
    constexpr int log2_threads = log2_of<Tile::threads>;
    constexpr int each = (count + Tile::threads - 1) / Tile::threads;
    const auto t = static_cast<int>(threadIdx.x);
    const TilePosition start = walk_bits<0, log2_threads>(arguments.store_walk, t);
#pragma unroll 4
    for (int i = 0; i < each; ++i) {
        if (count < Tile::threads && t >= count) break;
        const TilePosition step = walk_bits<log2_threads, log2_of<each>>(arguments.store_walk, i);
        const int row = start.free + step.free;
        const int column = start.other + step.other;
        if (row >= Tile::rows || column >= Tile::columns) continue;
        const std::int64_t offset = tables.row_d[row] + tables.column_d[column];
        if (offset <= lowest_offset) continue;
        auto* const to = reinterpret_cast<Vector<Out, vector>*>(d + offset);
        const Sum* const sums =
            staged + row * arguments.staged_row + column * arguments.staged_column;
        constexpr int together = vector_elements<Sum> < vector ? vector_elements<Sum> : vector;
        Vector<Sum, together> sum[vector / together];
#pragma unroll
        for (int v = 0; v < vector / together; ++v)
            sum[v] = reinterpret_cast<const Vector<Sum, together>*>(sums)[v];
        Vector<Out, vector> old{};
        if (finish.accumulates()) old = *to;
        Vector<Out, vector> value;
#pragma unroll
        for (int e = 0; e < vector; ++e) {
            value.element[e] = narrowed<Out>(
                finish(sum[e / together].element[e % together], promoted(old.element[e])));
        }
        *to = value;
    }
}

template <class Tile, class Warp, class Out, class Sum>
__device__ inline void store_staged(const GettArguments& arguments, const TileTables<Tile>& tables,
                                    const Warp& warp, const TilePosition& first, Sum* staged,
                                    Out* d, const Scale<Sum>& finish) {
#pragma unroll
    for (int i = 0; i < Warp::rows; ++i) {
#pragma unroll
        for (int j = 0; j < Warp::columns; ++j) {
            staged[(first.free + Warp::row(i)) * arguments.staged_row +
                   (first.other + Warp::column(j)) * arguments.staged_column] = warp.value(i, j);
        }
    }
    __syncthreads();
    constexpr int widest = vector_elements<Out>;
    if (widest > 1 && arguments.store_vector > 1) {
        store_vectors<Tile, widest>(arguments, tables, staged, d, finish);
    } else {
        store_vectors<Tile, 1>(arguments, tables, staged, d, finish);
    }
}

/// Writes a warp's outputs, which begin at a row (free) and a column (other) of D's tile.
template <class Tile, class Warp, class Out, class Sum>
__device__ inline void store(const GettArguments& arguments, const TileTables<Tile>& tables,
                             const Warp& warp, const TilePosition& first, void* staged, Out* d,
                             const Scale<Sum>& finish) {
    d += tables.batch_d;
    const std::int64_t* const rows = tables.row_d + first.free;
    const std::int64_t* const columns = tables.column_d + first.other;
    if (arguments.store == GettStore::staged) {
        store_staged<Tile>(arguments, tables, warp, first, static_cast<Sum*>(staged), d, finish);
    } else if (Warp::row_run > 1 && arguments.store == GettStore::along_rows) {
        store_warp<Warp::row_run, 1>(warp, rows, columns, d, finish);
    } else if (Warp::column_run > 1 && arguments.store == GettStore::along_columns) {
        store_warp<1, Warp::column_run>(warp, rows, columns, d, finish);
    } else {
        store_warp<1, 1>(warp, rows, columns, d, finish);
    }
}

}  // namespace ttgt::cuda
