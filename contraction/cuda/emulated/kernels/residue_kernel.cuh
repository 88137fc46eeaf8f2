// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "contraction/cuda/emulated/kernels/tile.cuh"

namespace ttgt::cuda {

/// Integers that elements of a real type become, and how they are reduced.
template <class Real>
struct ScaledInteger;
template <>
struct ScaledInteger<double> {
    using Stored = std::int64_t;
    static constexpr int fewest_moduli = fewest_moduli_of_double;
    __device__ static Stored round(double value) { return __double2ll_rn(value); }
    __device__ static WideInteger reducible(Stored stored) { return wide_integer(stored); }
};
template <>
struct ScaledInteger<float> {
    using Stored = float;  // a float from 2^24 on is an integer
    static constexpr int fewest_moduli = fewest_moduli_of_float;
    __device__ static Stored round(float value) { return rintf(value); }
    __device__ static ShortInteger reducible(Stored stored) {
        return short_integer(static_cast<double>(stored));
    }
};

/// Inner positions that a thread writes at once, as one word or two.
template <class T>
inline constexpr int residues_together = ElementTraits<T>::is_complex ? 4 : 8;

/// Where a tile has an integer in shared memory. Threads that read neighbouring groups of
/// `together` inner positions of a row, and threads that write neighbouring rows or neighbouring
/// inner positions, use different banks.
template <int together>
__device__ inline int shared_place(int row, int inner) {
    constexpr int groups = tile_inner / together;
    const int member = inner % together;
    return row * tile_inner + member * groups +
           ((inner / together) ^ (member * (16 / together)) ^ (row & 15));
}

/// Packs the low bytes of four numbers.
__device__ inline std::uint32_t packed_bytes(const std::uint32_t* value) {
    return __byte_perm(__byte_perm(value[0], value[1], 0x0040),
                       __byte_perm(value[2], value[3], 0x0040), 0x5410);
}
template <int count>
__device__ inline void store_residues(std::int8_t* to, const std::uint32_t (&value)[count]) {
    if constexpr (count == 8) {
        *reinterpret_cast<uint2*>(to) = {packed_bytes(value), packed_bytes(value + 4)};
    } else {
        *reinterpret_cast<std::uint32_t*>(to) = packed_bytes(value);
    }
}

template <class Real>
__device__ inline Real real_part(Real value) {
    return value;
}
template <class Real>
__device__ inline Real real_part(Complex<Real> value) {
    return value.real;
}

/// Writes the residues of the elements of an operand, scaled by their rows' powers of two and
/// rounded to integers: planes of bytes, one for each modulus (emulated_arguments.h). Of a complex
/// operand each modulus has three planes: real parts, imaginary parts, and their sums. A block
/// reads a tile of rows and inner positions in the order of memory and writes it in the order of
/// the planes.
template <class T>
__global__ void __launch_bounds__(emulated_threads)
    residue_kernel(const __grid_constant__ ResidueArguments arguments, const T* operand,
                   const std::int32_t* exponents, const ProductChoice* choice,
                   std::int8_t* planes) {
    using Real = typename ElementTraits<T>::Real;
    using Integer = ScaledInteger<Real>;
    using Stored = typename Integer::Stored;
    constexpr bool is_complex = ElementTraits<T>::is_complex;
    constexpr int parts = is_complex ? 2 : 1;
    constexpr int rows = tile_rows<T>;
    constexpr int together = residues_together<T>;
    operand += item_offset(arguments.item);
    exponents = in_item(exponents, arguments.item.scratch_bytes);
    planes = in_item(planes, arguments.item.scratch_bytes);
    const int moduli_count = Integer::fewest_moduli + choice->moduli;
    __shared__ TileOffsets<rows> offsets;
    __shared__ Real factor[rows][2];
    __shared__ Stored integers[parts][rows * tile_inner];
    const InputRows& input = arguments.input;
    const std::uint32_t row_tiles = (input.rows.size + rows - 1) / rows;
    const std::uint32_t inner_tiles = arguments.padded_inner / tile_inner;
    const bool along_inner = input.along_inner != 0;
    const std::uint32_t row_tile = along_inner ? blockIdx.x / inner_tiles : blockIdx.x % row_tiles;
    const std::uint32_t inner_tile =
        along_inner ? blockIdx.x % inner_tiles : blockIdx.x / row_tiles;
    const std::uint32_t first_row = row_tile * rows;
    const std::uint32_t first_inner = inner_tile * tile_inner;  // in the planes
    fill_rows(offsets, input, first_row);
    fill_inner(offsets, input, arguments.first_inner + first_inner,
               arguments.first_inner + arguments.inner_count);
    __syncthreads();
    T value[elements_of_thread<rows>];
#pragma unroll
    for (int e = 0; e < elements_of_thread<rows>; ++e) {
        const InputPlace place = place_of<rows>(along_inner, e);
        value[e] = operand[offsets.row[place.row] + offsets.inner[place.inner]];
    }
    if (threadIdx.x < rows) {
        const std::int32_t exponent = exponents[offsets.other[threadIdx.x]];
        const bool is_number = exponent != not_finite;
        factor[threadIdx.x][0] = is_number ? static_cast<Real>(power_of_two(exponent / 2)) : 0;
        const double rest = power_of_two(exponent - exponent / 2);
        factor[threadIdx.x][1] =
            is_number ? static_cast<Real>(rest * extra_scale(*choice, arguments.side)) : 0;
    }
    __syncthreads();
#pragma unroll
    for (int e = 0; e < elements_of_thread<rows>; ++e) {
        const InputPlace place = place_of<rows>(along_inner, e);
        const bool is_inside =
            first_inner + static_cast<std::uint32_t>(place.inner) < arguments.inner_count;
        const Real first = factor[place.row][0];
        const Real second = factor[place.row][1];
        const bool counts = is_inside && second != 0;
        const int to = shared_place<together>(place.row, place.inner);
        integers[0][to] = counts ? Integer::round(real_part(value[e]) * first * second) : Stored{0};
        if constexpr (is_complex) {
            const Real imaginary = input.conjugate != 0 ? -value[e].imag : value[e].imag;
            integers[1][to] = counts ? Integer::round(imaginary * first * second) : Stored{0};
        }
    }
    __syncthreads();
    constexpr int groups = tile_inner / together;
    for (int task = static_cast<int>(threadIdx.x); task < rows * groups; task += emulated_threads) {
        const int row = task / groups;
        if (first_row + static_cast<std::uint32_t>(row) >= input.rows.size) continue;
        const int first = task % groups * together;
        const std::uint32_t plane_row = offsets.other[row];
        std::int8_t* to = planes + row_in_plane(plane_row, arguments.padded_inner) +
                          inner_tile * block_bytes +
                          place_in_row(plane_row, static_cast<std::uint32_t>(first));
        using Reducible = decltype(Integer::reducible(Stored{}));
        Reducible x[parts][together];
#pragma unroll
        for (int part = 0; part < parts; ++part) {
#pragma unroll
            for (int e = 0; e < together; ++e) {
                x[part][e] =
                    Integer::reducible(integers[part][shared_place<together>(row, first + e)]);
            }
        }
#pragma unroll
        for (int s = 0; s < Integer::fewest_moduli + moduli_choices - 1; ++s) {
            if (s >= moduli_count) break;
            const Modulus& modulus = arguments.table.of[s];
            std::uint32_t r[together];
            if constexpr (is_complex) {
                std::uint32_t imaginary[together];
                std::uint32_t sum[together];
#pragma unroll
                for (int e = 0; e < together; ++e) {
                    const ShortInteger re = folded(x[0][e], modulus);
                    const ShortInteger im = folded(x[1][e], modulus);
                    r[e] = residue(re, modulus);
                    imaginary[e] = residue(im, modulus);
                    sum[e] = residue(plus_integer(re, im), modulus);
                }
                store_residues(to, r);
                store_residues(to + arguments.plane_bytes, imaginary);
                store_residues(to + 2 * arguments.plane_bytes, sum);
                to += 3 * arguments.plane_bytes;
            } else {
#pragma unroll
                for (int e = 0; e < together; ++e)
                    r[e] = residue(folded(x[0][e], modulus), modulus);
                store_residues(to, r);
                to += arguments.plane_bytes;
            }
        }
    }
}

}  // namespace ttgt::cuda
