// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/emulated/kernels/tile.cuh"

namespace ttgt::cuda {

/// Adds an element to the size of its row.
template <class Real>
__device__ inline void add_element(RowSize& size, Real value) {
    const auto x = static_cast<double>(value);
    size.largest = max(size.largest, high_word(x));
    size.squares = fma(x, x, size.squares);
    size.magnitudes += fabs(x);
}
template <class Real>
__device__ inline void add_element(RowSize& size, Complex<Real> value) {
    add_element(size, value.real);
    add_element(size, value.imag);
}
__device__ inline void add_size(RowSize& size, const RowSize& other) {
    size.largest = max(size.largest, other.largest);
    size.squares += other.squares;
    size.magnitudes += other.magnitudes;
}

/// Measures rows of an operand: writes their sizes to sizes[split * rows + number in D's order].
/// A block has a tile of rows; each thread sums what it reads of a row, then the threads of a row
/// are added up in a fixed order. Resets what *choice says of the side.
template <class T>
__global__ void __launch_bounds__(emulated_threads, 2)
    measure_kernel(const __grid_constant__ MeasureArguments arguments, const T* operand,
                   RowSize* sizes, ProductChoice* choice) {
    if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x < norm_steps) {
        const int side = arguments.side;
        choice->exceptions[side] = 0;
        choice->flatness[side] = __float_as_uint(1.0F);
        choice->norms[side][threadIdx.x] = 0;
    }
    operand += item_offset(arguments.item);
    sizes = in_item(sizes, arguments.item.scratch_bytes);
    constexpr int rows = tile_rows<T>;
    constexpr int row_threads = emulated_threads / rows;
    __shared__ TileOffsets<rows> offsets;
    __shared__ RowSize parts[rows][row_threads + 1];
    const InputRows& input = arguments.input;
    const std::uint32_t split = blockIdx.x % static_cast<std::uint32_t>(arguments.splits);
    const std::uint32_t first_row =
        blockIdx.x / static_cast<std::uint32_t>(arguments.splits) * rows;
    const std::uint32_t begin = split * arguments.inner_per_split;
    const std::uint32_t end = min(begin + arguments.inner_per_split, input.inner.size);
    fill_rows(offsets, input, first_row);
    const bool along_inner = input.along_inner != 0;
    constexpr int most_rows_of_thread = elements_of_thread<rows>;
    RowSize own[most_rows_of_thread] = {};
    for (std::uint32_t first = begin; first < end; first += tile_inner) {
        __syncthreads();
        fill_inner(offsets, input, first, end);
        __syncthreads();
        T value[elements_of_thread<rows>];
#pragma unroll
        for (int e = 0; e < elements_of_thread<rows>; ++e) {
            const InputPlace place = place_of<rows>(along_inner, e);
            value[e] = operand[offsets.row[place.row] + offsets.inner[place.inner]];
        }
        if (along_inner) {
            if (first + threadIdx.x % tile_inner < end) {
#pragma unroll
                for (int e = 0; e < elements_of_thread<rows>; ++e) add_element(own[e], value[e]);
            }
        } else {
#pragma unroll
            for (int e = 0; e < elements_of_thread<rows>; ++e) {
                if (first + static_cast<std::uint32_t>(place_of<rows>(false, e).inner) < end) {
                    add_element(own[0], value[e]);
                }
            }
        }
    }
    const int thread = static_cast<int>(threadIdx.x);
    if (along_inner) {
        // The 32 lanes of a warp have the same rows; 4 warps share a row.
        constexpr int row_warps = tile_inner / warp_lanes;
#pragma unroll
        for (int e = 0; e < elements_of_thread<rows>; ++e) {
            for (int distance = 16; distance > 0; distance /= 2) {
                add_size(own[e], {__shfl_xor_sync(~0U, own[e].squares, distance),
                                  __shfl_xor_sync(~0U, own[e].magnitudes, distance),
                                  __shfl_xor_sync(~0U, own[e].largest, distance)});
            }
            if (thread % warp_lanes == 0) {
                parts[place_of<rows>(true, e).row][thread / warp_lanes % row_warps] = own[e];
            }
        }
    } else {
        parts[thread % rows][thread / rows] = own[0];
    }
    __syncthreads();
    if (thread >= rows || first_row + static_cast<std::uint32_t>(thread) >= input.rows.size) return;
    const int count = along_inner ? tile_inner / static_cast<int>(warp_lanes) : row_threads;
    RowSize size = parts[thread][0];
    for (int p = 1; p < count; ++p) add_size(size, parts[thread][p]);
    sizes[static_cast<std::int64_t>(split) * input.rows.size + offsets.other[thread]] = size;
}

}  // namespace ttgt::cuda
