// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/emulated/kernels/residue_kernel.cuh"
#include "contraction/cuda/emulated/kernels/tile.cuh"

namespace ttgt::cuda {

/// Groups of 8 rows of D of a block of the kernel that restores elements; it has all columns of a
/// tile of products.
inline constexpr int restored_groups = 8;
/// Blocks that restore a tile of products.
inline constexpr int restoring_blocks = product_rows / (8 * restored_groups);

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

/// Where rows and columns of a block lie in D, in shared memory, and their exponents; not_finite
/// for rows and columns that are not written.
struct RestoredTile {
    std::int64_t row[8 * restored_groups];
    std::int64_t column[product_columns];
    std::int32_t row_exponent[8 * restored_groups];
    std::int32_t column_exponent[product_columns];
};
__device__ inline void fill_restored(RestoredTile& tile, const RestoreArguments& arguments,
                                     const std::int32_t* exponents, std::uint32_t first_row,
                                     std::uint32_t first_column) {
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < product_columns) {
        const std::uint32_t column = first_column + static_cast<std::uint32_t>(thread);
        const bool is_inside = column < arguments.column_count;
        const std::uint32_t number = arguments.first_column + (is_inside ? column : 0);
        tile.column[thread] = position_of(arguments.columns, number).offset[0];
        tile.column_exponent[thread] =
            is_inside ? exponents[arguments.rows.size + number] : not_finite;
    } else if (thread < product_columns + 8 * restored_groups) {
        const int r = thread - product_columns;
        const std::uint32_t row = first_row + static_cast<std::uint32_t>(r);
        const bool is_inside = row < arguments.rows.size;
        tile.row[r] = position_of(arguments.rows, is_inside ? row : 0).offset[0];
        tile.row_exponent[r] = is_inside ? exponents[row] : not_finite;
    }
}

/// Byte `e` of a word.
__device__ inline std::int32_t byte_of(std::uint32_t word, int e) {
    return static_cast<std::int32_t>(word >> (8 * e) & 0xffU);
}

/// The sums over the moduli for the four elements of a word, one for each part of an element.
template <int parts>
struct RestoredWord {
    Fraction part[parts][4];
    /// Adds a word of each plane of a modulus. Complex products are made of those of real parts, of
    /// imaginary parts, and of sums of both.
    __device__ void add(const std::uint32_t* words, const std::int32_t (&weight)[3]) {
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            const std::int32_t r = byte_of(words[0], e);
            if constexpr (parts == 1) {
                add_remainder(part[0][e], r, weight);
            } else {
                const std::int32_t i = byte_of(words[1], e);
                add_remainder(part[0][e], r - i, weight);
                add_remainder(part[1][e], byte_of(words[2], e) - r - i, weight);
            }
        }
    }
};

/// What turns sums over the moduli into numbers.
struct RestoredScale {
    const RemainderTable& table;
    double divisor;  ///< the extra scales of rows and columns
    double inverse;  ///< 1 / divisor, rounded
    /// Divides by a product, whose error is corrected: exact where the quotient is a double.
    __device__ double value(const Fraction& sum, int exponent) const {
        const double scaled = represented(sum, table);
        const double quotient = rounded_product(scaled, inverse);
        const double rest = fma(-quotient, divisor, scaled);
        return times_power_of_two(fma(rest, inverse, quotient), exponent);
    }
    __device__ double value(const RestoredWord<1>& word, int e, int exponent) const {
        return value(word.part[0][e], exponent);
    }
    __device__ Complex<double> value(const RestoredWord<2>& word, int e, int exponent) const {
        return {value(word.part[0][e], exponent), value(word.part[1][e], exponent)};
    }
};

/// The sums over the moduli of the words from `from` on, each plane of products `plane_words`
/// behind the one before. Reads the words of some moduli before it uses any of them.
template <bool is_complex, int fewest>
__device__ inline RestoredWord<is_complex ? 2 : 1> sum_of_moduli(const std::uint32_t* from,
                                                                 std::int64_t plane_words,
                                                                 const RemainderTable& table,
                                                                 int chosen) {
    constexpr int planes = is_complex ? 3 : 1;
    constexpr int most = fewest + moduli_choices - 1;
    constexpr int together = 4;
    RestoredWord<is_complex ? 2 : 1> word;
#pragma unroll
    for (int first = 0; first < most; first += together) {
        std::uint32_t words[together][planes];
#pragma unroll
        for (int s = 0; s < together; ++s) {
#pragma unroll
            for (int p = 0; p < planes; ++p) {
                const int modulus = first + s;
                const bool counts = modulus < fewest || modulus < fewest + chosen;
                words[s][p] = counts ? from[(modulus * planes + p) * plane_words] : 0;
            }
        }
#pragma unroll
        for (int s = 0; s < together; ++s) {
            if (first + s < most) word.add(words[s], table.weight[first + s]);
        }
    }
    return word;
}

/// Writes elements of D: sums over the moduli what the remainders of products say of an element
/// (Chinese remainders), scales it by the exponents of its row and column, and adds beta * D.
/// Leaves out rows and columns that are not finite. A block has the columns of a tile of products
/// and 64 of its rows; a thread restores the four elements of a word at a time.
template <class T>
__global__ void __launch_bounds__(emulated_threads, 3)
    restore_kernel(const __grid_constant__ RestoreArguments arguments,
                   const std::uint32_t* products, const std::int32_t* exponents,
                   const ProductChoice* choice, T* d,
                   const Scale<typename FinishedIn<T>::Type> finish) {
    using Real = typename ElementTraits<T>::Real;
    constexpr bool is_complex = ElementTraits<T>::is_complex;
    constexpr int fewest = ScaledInteger<Real>::fewest_moduli;
    __shared__ RestoredTile place;
    products = in_item(products, arguments.item.scratch_bytes);
    exponents = in_item(exponents, arguments.item.scratch_bytes);
    d += item_offset(arguments.item);
    const std::uint32_t tile = blockIdx.x / restoring_blocks;
    const std::uint32_t part = blockIdx.x % restoring_blocks;
    fill_restored(place, arguments, exponents,
                  tile % arguments.row_tiles * product_rows + part * 8 * restored_groups,
                  tile / arguments.row_tiles * product_columns);
    __syncthreads();
    const int chosen = choice->moduli;
    const RemainderTable& table = arguments.tables[chosen];
    const double divisor = extra_scale(*choice, 0) * extra_scale(*choice, 1);
    const RestoredScale scale{table, divisor, 1 / divisor};
    const std::int64_t plane_words = arguments.plane_bytes / 4;
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % 32;
    const std::uint32_t* from = products + static_cast<std::int64_t>(tile) * product_words +
                                part * restored_groups * emulated_threads + thread;
    for (int group = 0; group < restored_groups; ++group, from += emulated_threads) {
        const auto word = sum_of_moduli<is_complex, fewest>(from, plane_words, table, chosen);
#pragma unroll
        for (int e = 0; e < 4; ++e) {
            const int column = thread / 32 * 16 + lane / 4 + e / 2 * 8;
            const int row = group * 8 + lane % 4 * 2 + e % 2;
            const std::int32_t row_exponent = place.row_exponent[row];
            const std::int32_t column_exponent = place.column_exponent[column];
            if (row_exponent == not_finite || column_exponent == not_finite) continue;
            T* const to = d + place.row[row] + place.column[column];
            const T old = finish.accumulates() ? *to : T{};
            *to = finished(scale.value(word, e, -row_exponent - column_exponent), old, finish);
        }
    }
}

}  // namespace ttgt::cuda
