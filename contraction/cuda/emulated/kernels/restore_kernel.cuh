// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/emulated/kernels/residue_kernel.cuh"
#include "contraction/cuda/emulated/kernels/tile.cuh"

namespace ttgt::cuda {

/// Columns of D of a block of the kernel that restores elements.
inline constexpr int restored_columns = 8;

/// alpha * value + beta * old, computed in double precision.
template <class Real>
__device__ inline Real finished(double value, Real old, const Scale<double>& finish) {
    const double added = finish.accumulates() ? finish.beta * static_cast<double>(old) : 0.0;
    return static_cast<Real>(fma(finish.alpha, value, added));
}
template <class Real>
__device__ inline Complex<Real> finished(Complex<double> value, Complex<Real> old,
                                         const Scale<Complex<double>>& finish) {
    Complex<double> added{0, 0};
    if (finish.accumulates()) {
        const Complex<double> before{static_cast<double>(old.real), static_cast<double>(old.imag)};
        added = multiply_add(finish.beta, before, added);
    }
    const Complex<double> sum = multiply_add(finish.alpha, value, added);
    return {static_cast<Real>(sum.real), static_cast<Real>(sum.imag)};
}

/// The type in which results are finished.
template <class T>
struct FinishedIn {
    using Type = double;
};
template <class Real>
struct FinishedIn<Complex<Real>> {
    using Type = Complex<double>;
};

/// Writes elements of D: sums over the moduli what the products of residues say of an element
/// (Chinese remainders), scales it by the exponents of its row and column, and adds beta * D.
/// Leaves out rows and columns that are not finite. A thread has a row of D and up to
/// restored_columns columns; neighbouring threads have neighbouring rows.
template <class T>
__global__ void __launch_bounds__(emulated_threads)
    restore_kernel(const __grid_constant__ RestoreArguments arguments, const std::int32_t* products,
                   const std::int32_t* exponents, T* d,
                   const Scale<typename FinishedIn<T>::Type> finish) {
    using Real = typename ElementTraits<T>::Real;
    constexpr bool is_complex = ElementTraits<T>::is_complex;
    __shared__ std::int64_t offset_of_column[restored_columns];
    __shared__ std::int32_t exponent_of_column[restored_columns];
    const std::uint32_t row_blocks =
        (arguments.rows.size + emulated_threads - 1) / emulated_threads;
    const std::uint32_t first_column = blockIdx.x / row_blocks * restored_columns;
    const int columns =
        static_cast<int>(min(arguments.column_count - first_column, restored_columns + 0U));
    if (static_cast<int>(threadIdx.x) < columns) {
        const std::uint32_t column = arguments.first_column + first_column + threadIdx.x;
        offset_of_column[threadIdx.x] = position_of(arguments.columns, column).offset[0];
        exponent_of_column[threadIdx.x] = exponents[arguments.rows.size + column];
    }
    __syncthreads();
    const std::uint32_t row = blockIdx.x % row_blocks * emulated_threads + threadIdx.x;
    if (row >= arguments.rows.size) return;
    const std::int32_t exponent_of_row = exponents[row];
    if (exponent_of_row == not_finite) return;
    const std::int64_t offset_of_row = position_of(arguments.rows, row).offset[0];
    const std::int32_t* from =
        products + static_cast<std::int64_t>(first_column) * arguments.padded_rows + row;
    for (int c = 0; c < columns; ++c, from += arguments.padded_rows) {
        if (exponent_of_column[c] == not_finite) continue;
        const std::int32_t exponent = -exponent_of_row - exponent_of_column[c];
        const auto restored = [&](const Fraction& fraction) {
            return times_power_of_two(represented(fraction, arguments.table), exponent);
        };
        T* const to = d + offset_of_row + offset_of_column[c];
        const T old = finish.accumulates() ? *to : T{};
        constexpr int count = ScaledInteger<Real>::moduli_count;
        if constexpr (is_complex) {
            Fraction real, imaginary;
#pragma unroll
            for (int s = 0; s < count; ++s) {
                const std::int32_t* const plane = from + 3 * s * arguments.plane_elements;
                const std::int32_t reals = plane[0];
                const std::int32_t imaginaries = plane[arguments.plane_elements];
                const std::int32_t sums = plane[2 * arguments.plane_elements];
                add_residue(real, reals - imaginaries, arguments.table.of[s]);
                add_residue(imaginary, sums - reals - imaginaries, arguments.table.of[s]);
            }
            *to = finished(Complex<double>{restored(real), restored(imaginary)}, old, finish);
        } else {
            Fraction fraction;
#pragma unroll
            for (int s = 0; s < count; ++s) {
                add_residue(fraction, from[s * arguments.plane_elements], arguments.table.of[s]);
            }
            *to = finished(restored(fraction), old, finish);
        }
    }
}

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

/// Computes the elements of D whose row or column is not finite, from L and R as they are; does
/// nothing where *exceptions is 0. Each thread computes elements, one after the other. A sum ends
/// where it is lost, so that inputs full of NaNs cost little.
template <class T>
__global__ void __launch_bounds__(emulated_threads)
    exception_kernel(const __grid_constant__ ExceptionArguments arguments,
                     const std::int32_t* exponents, const std::int32_t* exceptions, const T* l,
                     const T* r, T* d, const Scale<T> finish) {
    if (*exceptions == 0) return;
    const std::uint64_t rows = arguments.rows.size;
    const std::uint64_t count = rows * arguments.columns.size;
    const std::uint64_t step = std::uint64_t{gridDim.x} * emulated_threads;
    for (std::uint64_t e = std::uint64_t{blockIdx.x} * emulated_threads + threadIdx.x; e < count;
         e += step) {
        const auto row = static_cast<std::uint32_t>(e % rows);
        const auto column = static_cast<std::uint32_t>(e / rows);
        if (exponents[row] != not_finite && exponents[rows + column] != not_finite) continue;
        const GroupPosition at_row = position_of(arguments.rows, row);
        const GroupPosition at_column = position_of(arguments.columns, column);
        T sum{};
        for (std::uint32_t k = 0; k < arguments.inner.size && !is_lost(sum); ++k) {
            const GroupPosition at = position_of(arguments.inner, k);
            add_product(
                sum, conjugated_if(l[at_row.offset[1] + at.offset[0]], arguments.conjugate_l != 0),
                conjugated_if(r[at_column.offset[1] + at.offset[1]], arguments.conjugate_r != 0),
                false);
        }
        T* const to = d + at_row.offset[0] + at_column.offset[0];
        *to = finish(sum, finish.accumulates() ? *to : T{});
    }
}

}  // namespace ttgt::cuda
