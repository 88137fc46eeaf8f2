// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/tile_walk.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/cuda/plan/tiled_policy.h"

namespace ttgt::cuda {

/// What of the tiled kernel is fixed when it is compiled.
template <class Element, class Policy>
struct TiledShape {
    /// Number of threads of a block.
    static constexpr int threads = Policy::threads;
    /// Number of elements of the input's run in a tile.
    static constexpr int in_block = Policy::in_bytes / static_cast<int>(sizeof(Element));
    /// Number of elements that a thread loads at once.
    static constexpr int load_vector = Policy::load_vector;
    /// Number of elements that a thread stores at once.
    static constexpr int store_vector = cuda::store_vector(Policy::store_bytes, sizeof(Element));
    /// Number of threads that together store a line of a column.
    static constexpr int store_lanes = cuda::store_lanes(Policy::store_bytes, sizeof(Element));
    /// Elements of shared memory from one row to the next: an odd number of loads, so that a column
    /// crosses all banks.
    static constexpr int pitch = in_block + load_vector;
    /// Number of loads of a row.
    static constexpr int loads_per_row = in_block / load_vector;
    /// Number of neighbouring threads that load a row of the tile together: at most a warp.
    static constexpr int load_lanes = loads_per_row < 32 ? loads_per_row : 32;
    /// Number of loads of a thread for a row.
    static constexpr int loads_per_thread = loads_per_row / load_lanes;
    /// Number of rows that all threads load at a time.
    static constexpr int row_step = threads / load_lanes;
    /// Number of columns that all threads store at a time.
    static constexpr int column_step = threads / store_lanes;
};

/// Starts to copy every row_step-th row of [row, end) to shared memory, a few at a time. load_lanes
/// neighbouring threads share a row. `offsets` are bytes from `source` to each row.
template <class Shape, bool whole_lines, class Element>
__device__ inline void load_rows(Element* stage, const char* source, const std::int64_t* offsets,
                                 int row, int end, int columns) {
    using Loaded = Vector<Element, Shape::load_vector>;
    const int column = static_cast<int>(threadIdx.x) % Shape::load_lanes * Shape::load_vector;
    Element* to = stage + row * Shape::pitch + column;
    const auto load_row = [&](int ahead) {
        const auto* const from =
            reinterpret_cast<const Element*>(source + offsets[row + ahead * Shape::row_step]) +
            column;
#pragma unroll
        for (int k = 0; k < Shape::loads_per_thread; ++k) {
            constexpr int step = Shape::load_lanes * Shape::load_vector;
            if (column + k * step >= columns) continue;
            copy_async<whole_lines>(
                reinterpret_cast<Loaded*>(to + ahead * Shape::row_step * Shape::pitch + k * step),
                reinterpret_cast<const Loaded*>(from + k * step));
        }
    };
    constexpr int together = Shape::loads_per_thread >= 4 ? 1 : 4 / Shape::loads_per_thread;
    for (; row + (together - 1) * Shape::row_step < end; row += together * Shape::row_step) {
#pragma unroll
        for (int ahead = 0; ahead < together; ++ahead) load_row(ahead);
        to += together * Shape::row_step * Shape::pitch;
    }
    for (; row < end; row += Shape::row_step) {
        load_row(0);
        to += Shape::row_step * Shape::pitch;
    }
}

/// Writes the columns of a tile, from sector to sector. store_lanes neighbouring threads share a
/// column; each writes vectors of store_vector elements. `block` is the output at the tile's first
/// row.
template <class Shape, class Element, class Finish>
__device__ inline void store_columns(const Element* stage, const TiledArguments& tile,
                                     const std::int64_t* offsets, Element* block, int out_first,
                                     int columns, const Finish& finish) {
    const int t = static_cast<int>(threadIdx.x);
    const int lane = t % Shape::store_lanes * Shape::store_vector;
    for (int column = t / Shape::store_lanes; column < columns; column += Shape::column_step) {
        Element* const target = block + offsets[column];
        const int shift = misalignment(target, tile.mask);
        const Element* staged = stage + (tile.mask - shift + lane) * Shape::pitch + column;
        const int end = tile.output.block - shift;
#pragma unroll 2
        for (int first = lane - shift; first < end;
             first += Shape::store_lanes * Shape::store_vector) {
            store<Shape::store_vector>(target - out_first, out_first + first, tile.output.extent,
                                       finish, [&](int e) { return staged[e * Shape::pitch]; });
            staged += Shape::store_lanes * Shape::store_vector * Shape::pitch;
        }
    }
}

/// Does what store_columns() does, where the output accumulates. A thread loads old elements of
/// several columns before it stores the first, because a store waits for them; of few columns, so
/// that registers are left for other blocks.
template <class Shape, class Element, class Finish>
__device__ inline void add_columns(const Element* stage, const TiledArguments& tile,
                                   const std::int64_t* offsets, Element* block, int out_first,
                                   int columns, const Finish& finish) {
    constexpr int vector = Shape::store_vector;
    constexpr int together = 2 * static_cast<int>(vector_bytes / (vector * sizeof(Element)));
    const int t = static_cast<int>(threadIdx.x);
    const int lane = t % Shape::store_lanes * vector;
    const int extent = tile.output.extent;
    Element* const out = block - out_first;
    for (int column = t / Shape::store_lanes; column < columns;
         column += together * Shape::column_step) {
        for (int row = lane; row < tile.output.block; row += Shape::store_lanes * vector) {
            Vector<Element, vector> old[together] = {};
            int shift[together] = {};
#pragma unroll
            for (int c = 0; c < together; ++c) {
                const int number = column + c * Shape::column_step;
                if (number >= columns) continue;
                shift[c] = misalignment(block + offsets[number], tile.mask);
                old[c] = load<vector>(out + offsets[number], out_first + row - shift[c], extent);
            }
#pragma unroll
            for (int c = 0; c < together; ++c) {
                const int number = column + c * Shape::column_step;
                if (number >= columns) continue;
                const Element* const staged =
                    stage + (tile.mask - shift[c] + row) * Shape::pitch + number;
                store<vector>(
                    out + offsets[number], out_first + row - shift[c], extent, finish,
                    [&](int e) { return staged[e * Shape::pitch]; }, old[c]);
            }
        }
    }
}

/// Blocks that a multiprocessor must have registers for; 0 leaves it to the compiler. Without this
/// limit the scaling kernels would take more registers than is worth it.
template <class Policy, class Finish>
inline constexpr int tiled_blocks = std::is_same_v<Finish, Move> ? 0 : 1536 / Policy::threads;

/// Tiled of the cuTT paper, on runs of merged modes, for elements of a word (4 bytes) and more. A
/// tile is staged in rows that are contiguous in the input: one row for each position of the
/// output's block, and `mask` rows before it. Each column is written from a multiple of mask + 1
/// elements in memory (the last one at or before its block) to the next such multiple after the
/// block: in whole sectors and in vectors, wherever the output's rows begin.
///
/// Threads: a warp reads one row, or several short ones; 16 or 8 lanes write 128 bytes of a column.
/// Shared memory: offsets of all rows and columns (8 bytes each), then rows * pitch elements.
/// Banks: lanes of a column are store_vector * pitch elements apart, where pitch is an odd number
/// of loads, and neighbouring columns are one element apart, so that a warp's 32 reads meet every
/// bank once, or twice where the vectors are short.
template <class Element, class Policy, class Finish>
__global__ void __launch_bounds__(Policy::threads, tiled_blocks<Policy, Finish>)
    tiled_kernel(const __grid_constant__ TiledArguments tile, const Element* in, Element* out,
                 const Finish finish) {
    using Shape = TiledShape<Element, Policy>;
    extern __shared__ uint4 shared_memory[];
    __shared__ TilePlace place;
    const int rows = tile.output.block + tile.mask;
    std::int64_t* const in_rows = reinterpret_cast<std::int64_t*>(shared_memory);
    std::int64_t* const out_columns = in_rows + rows;
    Element* const stage =
        reinterpret_cast<Element*>(reinterpret_cast<char*>(shared_memory) + tile.stage_offset);
    const int t = static_cast<int>(threadIdx.x);

    const int in_first = block_of(tile.input, blockIdx.x) * Shape::in_block;
    const int out_first = block_of(tile.output, blockIdx.x) * tile.output.block;
    const int columns = min(Shape::in_block, tile.input.extent - in_first);
    const int first_row = max(0, tile.mask - out_first);
    const int end_row = min(rows, tile.output.extent + tile.mask - out_first);
    share_place(tile.loops, place);
    for (int i = Shape::threads - 1 - t; i < rows + columns; i += Shape::threads) {
        if (i >= rows) {
            out_columns[i - rows] = cross_offset(tile.input, in_first + i - rows);
        } else if (i >= first_row && i < end_row) {
            in_rows[i] = cross_offset(tile.output, out_first + i - tile.mask) *
                         static_cast<std::int64_t>(sizeof(Element));
        }
    }
    __syncthreads();

    if (finish.reads_input()) {
        const char* const source = reinterpret_cast<const char*>(in + (place.in + in_first));
        const int row = first_row + t / Shape::load_lanes;
        if (tile.whole_lines) {
            load_rows<Shape, true>(stage, source, in_rows, row, end_row, columns);
        } else {
            load_rows<Shape, false>(stage, source, in_rows, row, end_row, columns);
        }
    }
    wait_for_copies();
    __syncthreads();

    Element* const block = out + (place.out + out_first);
    if (finish.accumulates()) {
        add_columns<Shape>(stage, tile, out_columns, block, out_first, columns, finish);
    } else {
        store_columns<Shape>(stage, tile, out_columns, block, out_first, columns, finish);
    }
}

}  // namespace ttgt::cuda
