// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/gett/kernels/warp_tile.cuh"

// Tiles of a warp on the tensor cores for TF32: float32 numbers rounded to 11 significant bits, or
// taken as sums of two such numbers.

namespace ttgt::cuda {

/// Numbers of a fragment for the tensor cores, which ignore the bits that TF32 does not have.
template <ComputeType compute, int count>
struct Tf32Numbers {
    /// With tf32x3, the numbers rounded to TF32; with tf32, the numbers as they are.
    std::uint32_t high[count];
    /// What rounding has taken from the numbers; used with tf32x3 only. A number that is a NaN is a
    /// NaN here too.
    std::uint32_t low[count];

    __device__ Tf32Numbers& operator=(const float (&values)[count]) {
        constexpr std::uint32_t half_of_last = 0x1000U;
        constexpr std::uint32_t kept = 0xffffe000U;
#pragma unroll
        for (int e = 0; e < count; ++e) {
            const std::uint32_t bits = __float_as_uint(values[e]);
            high[e] = compute == ComputeType::tf32x3 ? (bits + half_of_last) & kept : bits;
            low[e] = __float_as_uint(values[e] - __uint_as_float(high[e]));
        }
        return *this;
    }
    __device__ void negate() {
        constexpr std::uint32_t sign = 0x80000000U;
#pragma unroll
        for (int e = 0; e < count; ++e) {
            high[e] ^= sign;
            low[e] ^= sign;
        }
    }
};

/// Sums of the tensor cores, which round towards zero. With tf32x3, sums of few products (`part`)
/// are added to float32 sums (`whole`) from time to time, so that no more is lost than float32
/// loses.
template <ComputeType compute, int rows, int columns>
struct Tf32Sums {
    static constexpr bool has_parts = compute == ComputeType::tf32x3;
    /// The sums of few products, as the tensor cores leave them.
    float part[rows][columns][4] = {};
    /// With tf32x3, the sums that `part` is added to from time to time; with tf32, unused.
    float whole[rows][columns][4] = {};

    __device__ float value(int i, int j) const {
        const int e = i % 2 * 2 + j % 2;
        return has_parts ? whole[i / 2][j / 2][e] + part[i / 2][j / 2][e] : part[i / 2][j / 2][e];
    }
    /// Adds each part to its whole sum, and begins the part again at 0; does nothing with tf32.
    __device__ void add_parts() {
        if (!has_parts) return;
#pragma unroll
        for (int i = 0; i < rows; ++i) {
#pragma unroll
            for (int j = 0; j < columns; ++j) {
#pragma unroll
                for (int e = 0; e < 4; ++e) {
                    whole[i][j][e] += part[i][j][e];
                    part[i][j][e] = 0;
                }
            }
        }
    }
};

/// Products on tensor cores for one product of numbers: three with tf32x3 (see add_product_of()),
/// else one.
template <ComputeType compute>
inline constexpr int tf32_products = compute == ComputeType::tf32x3 ? 3 : 1;

/// Adds product number `p` of a and b to `sum`. With tf32x3, the products are low * high, high *
/// low and high * high, in this order, so that the smallest come first; with tf32, high * high
/// alone.
template <ComputeType compute>
__device__ inline void add_product_of(int p, float (&sum)[4], const Tf32Numbers<compute, 4>& a,
                                      const Tf32Numbers<compute, 2>& b) {
    const bool is_last = p + 1 == tf32_products<compute>;
    multiply_add_16_8_8(sum, !is_last && p == 0 ? a.low : a.high,
                        !is_last && p == 1 ? b.low : b.high);
}

/// Calls take(i, half, element) for a lane's elements of `count` times 8 rows (columns) at 8 inner
/// positions: for each i two elements, 4 positions apart (half 0 and half 1).
template <int count, class T, class Take>
__device__ inline void read_staged(const T* from, StageSteps steps, const Take& take) {
    from += lane_id() / 4 * steps.free + lane_id() % 4 * steps.inner;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
#pragma unroll
        for (int i = 0; i < count; ++i) {
            take(i, half, from[i * 8 * steps.free + half * 4 * steps.inner]);
        }
    }
}

template <ComputeType compute, int tile_rows, int tile_columns>
struct WarpTile<float, compute, tile_rows, tile_columns>
    : TensorCoreLayout<tile_rows, tile_columns> {
    using Layout = TensorCoreLayout<tile_rows, tile_columns>;
    using Layout::columns;
    using Layout::rows;
    static constexpr int inner_step = 8;
    static constexpr bool sums_parts = compute == ComputeType::tf32x3;

    struct Fragment {
        float a[rows / 2][4];
        float b[columns / 2][2];
    };
    Tf32Sums<compute, rows / 2, columns / 2> sum;

    __device__ float value(int i, int j) const { return sum.value(i, j); }
    __device__ void end_part() { sum.add_parts(); }

    __device__ static void load(Fragment& to, const float* a, StageSteps a_steps, const float* b,
                                StageSteps b_steps) {
        read_staged<rows>(a, a_steps, [&](int i, int half, float element) {
            to.a[i / 2][i % 2 + 2 * half] = element;
        });
        read_staged<columns / 2>(b, b_steps,
                                 [&](int j, int half, float element) { to.b[j][half] = element; });
    }

    __device__ void add(const Fragment& from, bool) {
        Tf32Numbers<compute, 2> b[columns / 2];
#pragma unroll
        for (int j = 0; j < columns / 2; ++j) b[j] = from.b[j];
#pragma unroll
        for (int i = 0; i < rows / 2; ++i) {
            Tf32Numbers<compute, 4> a;
            a = from.a[i];
            // One sum after the other: the tensor cores take long to add again to the same.
#pragma unroll
            for (int p = 0; p < tf32_products<compute>; ++p) {
#pragma unroll
                for (int j = 0; j < columns / 2; ++j) add_product_of(p, sum.part[i][j], a, b[j]);
            }
        }
    }
};

/// complex64 on the tensor cores for TF32: a complex product is four real ones.
template <ComputeType compute, int tile_rows, int tile_columns>
struct WarpTile<Complex<float>, compute, tile_rows, tile_columns>
    : TensorCoreLayout<tile_rows, tile_columns> {
    using Layout = TensorCoreLayout<tile_rows, tile_columns>;
    using Layout::columns;
    using Layout::rows;
    static constexpr int inner_step = 8;
    static constexpr bool sums_parts = compute == ComputeType::tf32x3;

    struct Fragment {
        float a_real[rows / 2][4];
        float a_imag[rows / 2][4];
        float b_real[columns / 2][2];
        float b_imag[columns / 2][2];
    };
    Tf32Sums<compute, rows / 2, columns / 2> real;
    Tf32Sums<compute, rows / 2, columns / 2> imag;

    __device__ Complex<float> value(int i, int j) const {
        return {real.value(i, j), imag.value(i, j)};
    }
    __device__ void end_part() {
        real.add_parts();
        imag.add_parts();
    }

    __device__ static void load(Fragment& to, const Complex<float>* a, StageSteps a_steps,
                                const Complex<float>* b, StageSteps b_steps) {
        read_staged<rows>(a, a_steps, [&](int i, int half, Complex<float> element) {
            to.a_real[i / 2][i % 2 + 2 * half] = element.real;
            to.a_imag[i / 2][i % 2 + 2 * half] = element.imag;
        });
        read_staged<columns / 2>(b, b_steps, [&](int j, int half, Complex<float> element) {
            to.b_real[j][half] = element.real;
            to.b_imag[j][half] = element.imag;
        });
    }

    __device__ void add(const Fragment& from, bool conjugate_a) {
        Tf32Numbers<compute, 2> b_real[columns / 2];
        Tf32Numbers<compute, 2> b_imag[columns / 2];
#pragma unroll
        for (int j = 0; j < columns / 2; ++j) {
            b_real[j] = from.b_real[j];
            b_imag[j] = from.b_imag[j];
        }
#pragma unroll
        for (int i = 0; i < rows / 2; ++i) {
            Tf32Numbers<compute, 4> a_real;
            Tf32Numbers<compute, 4> a_imag;
            a_real = from.a_real[i];
            a_imag = from.a_imag[i];
            if (conjugate_a) a_imag.negate();
            Tf32Numbers<compute, 4> minus_imag = a_imag;
            minus_imag.negate();
#pragma unroll
            for (int p = 0; p < tf32_products<compute>; ++p) {
#pragma unroll
                for (int j = 0; j < columns / 2; ++j) {
                    add_product_of(p, real.part[i][j], a_real, b_real[j]);
                    add_product_of(p, imag.part[i][j], a_real, b_imag[j]);
                }
#pragma unroll
                for (int j = 0; j < columns / 2; ++j) {
                    add_product_of(p, real.part[i][j], minus_imag, b_imag[j]);
                    add_product_of(p, imag.part[i][j], a_imag, b_real[j]);
                }
            }
        }
    }
};

}  // namespace ttgt::cuda
