// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/emulated/kernels/tile.cuh"

namespace ttgt::cuda {

template <class T>
__device__ inline T conjugated_if(T value, bool conjugates) {
    return conjugates ? conjugated(value) : value;
}

/// Whether no further product changes a sum: all of its parts are NaNs.
template <class Real>
__device__ inline bool is_lost(Real sum) {
    return sum != sum;
}
template <class Real>
__device__ inline bool is_lost(Complex<Real> sum) {
    return is_lost(sum.real) && is_lost(sum.imag);
}

/// The sum over the lanes of a warp, in a fixed order.
template <class Real>
__device__ inline Real sum_of_lanes(Real sum) {
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += static_cast<Real>(__shfl_xor_sync(~0U, static_cast<double>(sum), distance));
    }
    return sum;
}
template <class Real>
__device__ inline Complex<Real> sum_of_lanes(Complex<Real> sum) {
    return {sum_of_lanes(sum.real), sum_of_lanes(sum.imag)};
}

/// Computes the elements of D whose row or column is not finite, from L and R as they are; does
/// nothing where there are none. Each warp computes elements, one after the other; a lane ends its
/// part of a sum where it is lost, so that inputs full of NaNs cost little.
template <class T>
__global__ void __launch_bounds__(emulated_threads)
    exception_kernel(const __grid_constant__ ExceptionArguments arguments,
                     const std::int32_t* exponents, const ProductChoice* choice, const T* l,
                     const T* r, T* d, const Scale<T> finish) {
    if (choice->exceptions[0] == 0 && choice->exceptions[1] == 0) return;
    exponents = in_item(exponents, arguments.item.scratch_bytes);
    const GroupPosition item = position_of(arguments.item.items, arguments.item.first + blockIdx.y);
    l += item.offset[0];
    r += item.offset[1];
    d += position_of(arguments.items_of_d, arguments.item.first + blockIdx.y).offset[0];
    constexpr unsigned lanes = 32;
    constexpr unsigned warps = emulated_threads / lanes;
    const std::uint64_t rows = arguments.rows.size;
    const std::uint64_t count = rows * arguments.columns.size;
    const std::uint64_t step = std::uint64_t{gridDim.x} * warps;
    const unsigned lane = threadIdx.x % lanes;
    for (std::uint64_t e = std::uint64_t{blockIdx.x} * warps + threadIdx.x / lanes; e < count;
         e += step) {
        const auto row = static_cast<std::uint32_t>(e % rows);
        const auto column = static_cast<std::uint32_t>(e / rows);
        if (exponents[row] != not_finite && exponents[rows + column] != not_finite) continue;
        const GroupPosition at_row = position_of(arguments.rows, row);
        const GroupPosition at_column = position_of(arguments.columns, column);
        T sum{};
        for (std::uint32_t k = lane; k < arguments.inner.size && !is_lost(sum); k += lanes) {
            const GroupPosition at = position_of(arguments.inner, k);
            add_product(
                sum, conjugated_if(l[at_row.offset[1] + at.offset[0]], arguments.conjugate_l != 0),
                conjugated_if(r[at_column.offset[1] + at.offset[1]], arguments.conjugate_r != 0),
                false);
        }
        sum = sum_of_lanes(sum);
        if (lane != 0) continue;
        T* const to = d + at_row.offset[0] + at_column.offset[0];
        *to = finish(sum, finish.accumulates() ? *to : T{});
    }
}

}  // namespace ttgt::cuda
