// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define TTGT_EMULATED_INLINE __host__ __device__ inline
#else
#define TTGT_EMULATED_INLINE inline
#endif

// Arithmetic of products by Chinese remainders (docs/algorithms/emulated.md), for hosts and
// devices.

namespace ttgt::cuda {

/// The most moduli of a product.
inline constexpr int most_moduli = 15;
/// Moduli below 257 that are relatively prime in pairs, the largest first.
inline constexpr std::int32_t moduli[most_moduli] = {256, 255, 253, 251, 247, 241, 239, 233,
                                                     229, 227, 223, 217, 211, 199, 197};
/// Moduli of a product of float64 or complex128 matrices: errors are below those of native products
/// (docs/maths.md).
inline constexpr int moduli_of_double = 15;
/// Moduli of a product of float32 or complex64 matrices.
inline constexpr int moduli_of_float = 7;
/// Sums of at most this many products of two residues fit 32 bits, also as the difference of three.
inline constexpr std::int64_t most_inner = 32768;

/// What kernels know of a modulus p.
struct Modulus {
    double inverse = 0;        ///< 1 / p, rounded
    double fold_factor = 0;    ///< fold, as a floating-point number
    std::int32_t value = 0;    ///< p
    std::int32_t fold = 0;     ///< 2^32 modulo p, nearest to 0
    std::uint32_t offset = 0;  ///< the smallest multiple of p that is at least 3 * 2^29
    /// Of w, 0 <= w < 1, with which the sum over all moduli of residue * w is the represented
    /// number over the product of the moduli, up to an integer: 2^128 * w, rounded, low words
    /// first.
    std::uint32_t weight[4] = {};
};

/// The moduli of a product. `count` of them are used.
struct ModuliTable {
    Modulus of[most_moduli];
    std::int32_t count = 0;
    double product = 1;       ///< of all moduli, rounded
    double product_rest = 0;  ///< what the product is above `product`
};

/// The table of the first `count` moduli.
[[nodiscard]] ModuliTable moduli_table(int count);

/// 1.5 * 2^52. The sum of this and a number of less than 2^51 in magnitude has the rounded number
/// in its low bits.
inline constexpr double rounding_magic = 6755399441055744.0;

/// The lowest 32 bits of a floating-point number's representation.
TTGT_EMULATED_INLINE std::uint32_t low_word(double value) {
#ifdef __CUDA_ARCH__
    return static_cast<std::uint32_t>(__double2loint(value));
#else
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<std::uint32_t>(bits);
#endif
}

/// An integer x below 2^62 in magnitude as high * 2^32 + low.
struct WideInteger {
    double high_value, low_value;
    std::uint32_t high, low;
};
TTGT_EMULATED_INLINE WideInteger wide_integer(std::int64_t x) {
    const auto high = static_cast<std::int32_t>(x >> 32);
    const auto low = static_cast<std::uint32_t>(x);
    return {static_cast<double>(high), static_cast<double>(low), static_cast<std::uint32_t>(high),
            low};
}

/// An integer that is below 2^36 in magnitude, as a floating-point number and modulo 2^32.
struct ShortInteger {
    double value;
    std::uint32_t low;
};
TTGT_EMULATED_INLINE ShortInteger short_integer(double x) {
    return {x, low_word(x + rounding_magic)};
}
/// An integer of less than 2^36 that equals x modulo m. Exact: |high| < 2^30, |fold| <= 2^7.
TTGT_EMULATED_INLINE ShortInteger folded(const WideInteger& x, const Modulus& m) {
    return {fma(x.high_value, m.fold_factor, x.low_value),
            x.high * static_cast<std::uint32_t>(m.fold) + x.low};
}
TTGT_EMULATED_INLINE ShortInteger folded(const ShortInteger& x, const Modulus&) { return x; }
TTGT_EMULATED_INLINE ShortInteger plus_integer(const ShortInteger& a, const ShortInteger& b) {
    return {a.value + b.value, a.low + b.low};
}

/// x modulo m, nearest to 0; either half of an even modulus. The quotient is rounded rightly: x / m
/// is at least 1 / (2 m) from the next half unless it is one, and the error of x * inverse is below
/// 2^-16.
TTGT_EMULATED_INLINE std::uint32_t residue(const ShortInteger& x, const Modulus& m) {
    const std::uint32_t quotient = low_word(fma(x.value, m.inverse, rounding_magic));
    return x.low - static_cast<std::uint32_t>(m.value) * quotient;
}

/// A fraction of the product of the moduli, modulo 1: a multiple of 2^-128.
struct Fraction {
    std::uint32_t word[4] = {};
};
/// sum += r * w of the modulus, where r is any number of 32 bits, at least -offset, that has the
/// right residue.
TTGT_EMULATED_INLINE void add_residue(Fraction& sum, std::int32_t r, const Modulus& m) {
    const std::uint64_t factor = static_cast<std::uint32_t>(r) + m.offset;
    const std::uint64_t first = factor * m.weight[0] + sum.word[0];
    const std::uint64_t second = factor * m.weight[1] + sum.word[1] + (first >> 32);
    const std::uint64_t third = factor * m.weight[2] + sum.word[2] + (second >> 32);
    sum.word[0] = static_cast<std::uint32_t>(first);
    sum.word[1] = static_cast<std::uint32_t>(second);
    sum.word[2] = static_cast<std::uint32_t>(third);
    sum.word[3] +=
        static_cast<std::uint32_t>(factor) * m.weight[3] + static_cast<std::uint32_t>(third >> 32);
}
/// a * b, rounded. A compiler must not join it with an addition that follows: what is rounded off
/// is computed apart.
TTGT_EMULATED_INLINE double rounded_product(double a, double b) {
#ifdef __CUDA_ARCH__
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}
/// The fraction, from -1/2 to 1/2, times the product of the moduli, rounded once: exact where the
/// number fits a double and is not below 2^-30 of the product.
TTGT_EMULATED_INLINE double represented(const Fraction& sum, const ModuliTable& table) {
    const double high = static_cast<double>(static_cast<std::int32_t>(sum.word[3])) * 0x1p-32;
    const double low =
        fma(static_cast<double>(sum.word[2]), 0x1p-64, static_cast<double>(sum.word[1]) * 0x1p-96);
    const double fraction = high + low;
    const double rest = low - (fraction - high);
    const double value = rounded_product(fraction, table.product);
    const double lost = fma(fraction, table.product, -value);
    return value + (lost + fma(fraction, table.product_rest, rest * table.product));
}

/// 2^exponent, for exponents of normal numbers.
TTGT_EMULATED_INLINE double power_of_two(int exponent) {
    const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
/// value * 2^exponent. Exponents beyond those that leave any number of a product are cut off.
TTGT_EMULATED_INLINE double times_power_of_two(double value, int exponent) {
    constexpr int most = 2044;
    const int e = exponent < -most ? -most : exponent > most ? most : exponent;
    return value * power_of_two(e / 2) * power_of_two(e - e / 2);
}

/// The exponent of rows or columns that have an infinite element or one that is not a number.
inline constexpr std::int32_t not_finite = INT32_MIN;

/// What is known of a row of L or a column of R: its largest magnitude, NaNs aside, and the sum of
/// its elements' squares, which may have overflowed.
struct RowSize {
    double largest = 0;
    double squares = 0;
};

/// The largest e with which 2^e times the norm of a row of `count` elements stays at most the
/// square root of `limit`; 0 for a row of zeros. Squares of very large and very small elements are
/// bounded by the largest of them.
TTGT_EMULATED_INLINE std::int32_t row_exponent(const RowSize& row, double count, double limit) {
    constexpr double slack = 1 + 0x1p-20;  // of the sum's rounding errors, up to 2^32 terms
    constexpr double low = 0x1p-400;
    constexpr double high = 0x1p+400;
    const bool is_number = row.squares == row.squares && row.largest <= 0x1.fffffffffffffp+1023;
    if (!is_number) return not_finite;
    if (row.largest == 0) return 0;
    if (row.largest >= low && row.largest <= high) {
        return ilogb(limit / (row.squares * slack)) >> 1;
    }
    int exponent = 0;
    const double part = frexp(row.largest, &exponent);
    return (ilogb(limit / (part * part * count * slack)) >> 1) - exponent;
}

}  // namespace ttgt::cuda
