// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/emulated/kernels/tile.cuh"

namespace ttgt::cuda {

/// Adds an element to the size of its row. The largest magnitude leaves NaNs out; the sum of
/// squares does not.
template <class Real>
__device__ inline void add_element(RowSize& size, Real value) {
    const auto x = static_cast<double>(value);
    size.largest = fmax(size.largest, fabs(x));
    size.squares = fma(x, x, size.squares);
}
template <class Real>
__device__ inline void add_element(RowSize& size, Complex<Real> value) {
    add_element(size, value.real);
    add_element(size, value.imag);
}
__device__ inline void add_size(RowSize& size, const RowSize& other) {
    size.largest = fmax(size.largest, other.largest);
    size.squares += other.squares;
}

/// Measures rows of an operand: writes their sizes to sizes[split * rows + number in D's order].
/// A block has a tile of rows; each thread sums what it reads of a row, then the threads of a row
/// are added up in a fixed order. Sets *exceptions to 0 unless it is null.
template <class T>
__global__ void __launch_bounds__(emulated_threads)
    measure_kernel(const __grid_constant__ MeasureArguments arguments, const T* operand,
                   RowSize* sizes, std::int32_t* exceptions) {
    if (exceptions != nullptr && blockIdx.x == 0 && threadIdx.x == 0) *exceptions = 0;
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
                add_size(own[e], {__shfl_xor_sync(~0U, own[e].largest, distance),
                                  __shfl_xor_sync(~0U, own[e].squares, distance)});
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

/// Turns sizes of the rows of L and the columns of R into exponents: those of L first. Sets
/// *exceptions to 1 where one of them is not_finite. One thread for each row or column.
template <int threads>
__global__ void __launch_bounds__(threads)
    exponent_kernel(const __grid_constant__ ExponentArguments arguments, const RowSize* sizes_l,
                    const RowSize* sizes_r, std::int32_t* exponents, std::int32_t* exceptions) {
    const std::uint32_t index = blockIdx.x * threads + threadIdx.x;
    if (index >= arguments.rows[0] + arguments.rows[1]) return;
    const int side = index < arguments.rows[0] ? 0 : 1;
    const std::uint32_t row = side == 0 ? index : index - arguments.rows[0];
    const RowSize* const sizes = (side == 0 ? sizes_l : sizes_r) + row;
    RowSize size = sizes[0];
    for (std::int64_t split = 1; split < arguments.splits[side]; ++split) {
        add_size(size, sizes[split * arguments.rows[side]]);
    }
    const std::int32_t exponent = row_exponent(size, arguments.inner, arguments.limit);
    exponents[index] = exponent;
    if (exponent == not_finite) *exceptions = 1;
}

}  // namespace ttgt::cuda
