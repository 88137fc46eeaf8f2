// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "transpose/cuda/kernels/finish.cuh"
#include "transpose/cuda/kernels/global_access.cuh"
#include "transpose/cuda/kernels/narrow_tile.cuh"
#include "transpose/cuda/kernels/tile_walk.cuh"
#include "transpose/cuda/kernels/word_access.cuh"
#include "transpose/cuda/plan/kernel_arguments.h"
#include "transpose/cuda/plan/narrow_stage.h"

namespace ttgt::cuda {

/// Finishes a vector of elements and writes it to out[first, ...); elements outside [0, end) are
/// left out.
template <class Element, class Finish>
__device__ inline void write_vector(Element* out, int first, int end, const Finish& finish,
                                    const uint4& vector) {
    constexpr int count = static_cast<int>(vector_bytes) / static_cast<int>(sizeof(Element));
    if constexpr (std::is_same_v<Finish, Move>) {
        if (first >= 0 && first + count <= end) {
            *reinterpret_cast<uint4*>(out + first) = vector;
            return;
        }
    }
    Vector<Element, count> values;
    std::memcpy(&values, &vector, sizeof(vector));
    store<count>(out, first, end, finish, [&](int e) { return values.element[e]; });
}

/// The 16 bytes of a staged column that begin `bytes` bytes after its first row. Where `bytes` is
/// negative, the bytes before the first row have any value.
template <class Shape>
__device__ inline uint4 read_column(const NarrowMemory<Shape>& memory, int column, int bytes) {
    const std::uint32_t* const from = memory.column(column) + (bytes >> 2);
    const auto word = [&](int i) {
        return __funnelshift_r(from[i], from[i + 1], static_cast<std::uint32_t>(8 * bytes));
    };
    return {word(0), word(1), word(2), word(3)};
}

/// Writes each column of a tile by itself, from sector to sector. Eight threads share a column;
/// each writes a vector of 16 bytes at a time.
template <class Shape, class Element, class Finish>
__device__ inline void store_columns(const NarrowMemory<Shape>& memory, const TiledArguments& tile,
                                     const std::int64_t* offsets, Element* out, int out_first,
                                     int columns, const Finish& finish) {
    constexpr int element_bytes = sizeof(Element);
    constexpr int vector = static_cast<int>(vector_bytes) / element_bytes;
    constexpr int lanes = static_cast<int>(line_bytes / vector_bytes);
    const int t = static_cast<int>(threadIdx.x);
    for (int column = t / lanes; column < columns; column += Shape::threads / lanes) {
        Element* const target = out + offsets[column];
        const int shift = misalignment(target + out_first, tile.mask);
        const int end = tile.output.block - shift;
        for (int first = t % lanes * vector - shift; first < end; first += lanes * vector) {
            write_vector(target, out_first + first, tile.output.extent, finish,
                         read_column(memory, column, (tile.mask + first) * element_bytes));
        }
    }
}

/// The first `bytes` bytes of `head`, followed by the further bytes of `tail`.
__device__ inline uint4 join(const uint4& head, const uint4& tail, int bytes) {
    const auto word = [&](int i, std::uint32_t a, std::uint32_t b) {
        const int bits = 8 * min(max(bytes - 4 * i, 0), 4);
        const std::uint32_t of_tail = bits == 32 ? 0U : ~0U << bits;
        return (a & ~of_tail) | (b & of_tail);
    };
    return {word(0, head.x, tail.x), word(1, head.y, tail.y), word(2, head.z, tail.z),
            word(3, head.w, tail.w)};
}

/// Writes columns that follow each other in the output as one segment. Each thread writes vectors
/// of 16 bytes, whose end may come from the next column.
template <class Shape, class Element, class Finish>
__device__ inline void store_segment(const NarrowMemory<Shape>& memory, const TiledArguments& tile,
                                     Element* target, int columns, const Finish& finish) {
    constexpr int element_bytes = sizeof(Element);
    constexpr int vector = static_cast<int>(vector_bytes) / element_bytes;
    const int extent = tile.output.extent;
    const int length = columns * extent;
    const int shift = misalignment(target, vector - 1);
    for (int first = static_cast<int>(threadIdx.x) * vector - shift; first < length;
         first += Shape::threads * vector) {
        const int column = static_cast<int>(quotient(max(first, 0), tile.column));
        const int row = first - column * extent;
        const int left = extent - row;
        uint4 values = read_column(memory, column, row * element_bytes);
        if (left < vector && column + 1 < columns) {
            values = join(values, read_column(memory, column + 1, -left * element_bytes),
                          left * element_bytes);
        }
        write_vector(target, first, length, finish, values);
    }
}

/// Tiled of the cuTT paper for elements shorter than a word (4 bytes). As in tiled_kernel, each
/// column of a tile is written from sector to sector, for which up to `mask` rows before the tile's
/// block are staged too. Elements are not moved one by one: (1) vectors of 16 bytes are staged as
/// they lie in the input; (2) each warp takes words of two or four rows, shifts them to where the
/// rows begin, and transposes them in registers; (3) the columns are staged in the place of the
/// rows; (4) threads shift them to where the output's vectors begin and write them. Where the
/// columns adjoin in the output, they are written as one segment, and no rows are staged twice.
///
/// Shared memory: offsets of all rows and columns (8 bytes each), then a NarrowStage. Banks: rows
/// are read in neighbouring words; columns are written an odd number of words apart, and read in
/// vectors that are one word apart from column to column, apart from their shifts.
template <class Element, class Policy, class Finish>
__global__ void __launch_bounds__(Policy::threads)
    narrow_kernel(const __grid_constant__ TiledArguments tile, const Element* in, Element* out,
                  const Finish finish) {
    using Shape = NarrowShape<Element, Policy>;
    constexpr auto element_bytes = static_cast<int>(sizeof(Element));
    extern __shared__ uint4 shared_memory[];
    __shared__ TilePlace place;
    const int rows = tile.output.block + tile.mask;
    std::int64_t* const in_rows = reinterpret_cast<std::int64_t*>(shared_memory);
    std::int64_t* const out_columns = in_rows + rows;
    const NarrowMemory<Shape> memory(reinterpret_cast<char*>(shared_memory) + tile.stage_offset);
    const int t = static_cast<int>(threadIdx.x);

    const int in_first = block_of(tile.input, blockIdx.x) * Shape::stage.columns;
    const int out_first = block_of(tile.output, blockIdx.x) * tile.output.block;
    const int columns = min(Shape::stage.columns, tile.input.extent - in_first);
    const int first_row = max(0, tile.mask - out_first);
    const int end_row = min(rows, tile.output.extent + tile.mask - out_first);
    share_place(tile.loops, place);
    for (int i = Shape::threads - 1 - t; i < rows + columns; i += Shape::threads) {
        if (i >= rows) {
            out_columns[i - rows] = cross_offset(tile.input, in_first + i - rows);
        } else if (i >= first_row && i < end_row) {
            in_rows[i] = cross_offset(tile.output, out_first + i - tile.mask) * element_bytes;
        }
    }
    // Rows that the output does not have are transposed with their neighbours, but never written.
    for (int i = t; i < Shape::stage.rows; i += Shape::threads) {
        if (i < first_row || i >= end_row) memory.starts[i] = i * Shape::stage.row_bytes;
    }
    __syncthreads();

    if (finish.reads_input()) {
        const NarrowRows staged{reinterpret_cast<const char*>(in + (place.in + in_first)),
                                reinterpret_cast<const char*>(in + tile.reach.end), in_rows,
                                columns * element_bytes};
        stage_rows(memory, staged, first_row, end_row);
        wait_for_copies();
        __syncthreads();
        transpose_tile(memory, first_row, end_row);
    }
    __syncthreads();

    Element* const target = out + place.out;
    if (tile.adjoins) {
        store_segment(memory, tile, target + out_columns[0], columns, finish);
    } else {
        store_columns(memory, tile, out_columns, target, out_first, columns, finish);
    }
}

}  // namespace ttgt::cuda
