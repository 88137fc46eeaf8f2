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
inline constexpr int most_moduli = 16;
/// Moduli below 257 that are relatively prime in pairs, the largest first.
inline constexpr std::int32_t moduli[most_moduli] = {256, 255, 253, 251, 247, 241, 239, 233,
                                                     229, 227, 223, 217, 211, 199, 197, 193};
/// A run chooses its number of moduli by its data, among this many numbers that follow each other.
inline constexpr int moduli_choices = 4;
/// The smallest of these numbers for float64 or complex128 matrices.
inline constexpr int fewest_moduli_of_double = 13;
/// The smallest of these numbers for float32 or complex64 matrices.
inline constexpr int fewest_moduli_of_float = 6;
/// Sums of at most this many products of two residues fit 31 bits: a multiple of 128.
inline constexpr std::int64_t most_inner = 65408;

/// What kernels know of a modulus p to write residues.
struct Modulus {
    double inverse = 0;      ///< 1 / p, rounded
    double fold_factor = 0;  ///< fold, as a floating-point number
    std::int32_t value = 0;  ///< p
    std::int32_t fold = 0;   ///< 2^32 modulo p, nearest to 0
};
/// All moduli.
struct ModuliTable {
    Modulus of[most_moduli];
};
[[nodiscard]] ModuliTable moduli_table();

/// What the kernels know of a modulus p to reduce sums of products.
struct Reduction {
    std::int32_t value = 0;       ///< p
    std::int32_t reciprocal = 0;  ///< 2^38 / p, rounded up
};
/// A number from 0 to p that equals x modulo p, for |x| < 2^30. The quotient is that of x / p,
/// rounded down, or for a negative multiple of p one less.
TTGT_EMULATED_INLINE std::uint32_t reduced(std::int32_t x, const Reduction& by) {
#ifdef __CUDA_ARCH__
    const std::int32_t high = __mulhi(x, by.reciprocal);
#else
    const auto high = static_cast<std::int32_t>(std::int64_t{x} * by.reciprocal >> 32);
#endif
    return static_cast<std::uint32_t>(x - (high >> 6) * by.value);
}

/// Of the first `count` moduli: what turns remainders into the represented number.
struct RemainderTable {
    /// Of w, 0 <= w < 1, with which the sum over all moduli of remainder * w is the represented
    /// number over the product of the moduli, up to an integer: 2^96 * w, rounded, in signed digits
    /// of 32 bits, the lowest first, up to a multiple of 2^96.
    std::int32_t weight[most_moduli][3] = {};
    double product = 1;       ///< of the moduli, rounded
    double product_rest = 0;  ///< what the product is above `product`
};
[[nodiscard]] RemainderTable remainder_table(int count);

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

/// An integer that is below 2^39 in magnitude, as a floating-point number and modulo 2^32.
struct ShortInteger {
    double value;
    std::uint32_t low;
};
TTGT_EMULATED_INLINE ShortInteger short_integer(double x) {
    return {x, low_word(x + rounding_magic)};
}
/// An integer of less than 2^38 that equals x modulo m. Exact: |high| <= 2^30, |fold| <= 2^7.
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
/// 2^-20.
TTGT_EMULATED_INLINE std::uint32_t residue(const ShortInteger& x, const Modulus& m) {
    const std::uint32_t quotient = low_word(fma(x.value, m.inverse, rounding_magic));
    return x.low - static_cast<std::uint32_t>(m.value) * quotient;
}

/// A fraction of the product of the moduli, modulo 1: digits of 2^-96, 2^-64 and 2^-32 that have
/// not been carried.
struct Fraction {
    std::int64_t digit[3] = {};
};
/// sum += r * w of the modulus, where r is below 2^10 in magnitude and has the right remainder.
TTGT_EMULATED_INLINE void add_remainder(Fraction& sum, std::int32_t r,
                                        const std::int32_t (&weight)[3]) {
    sum.digit[0] += std::int64_t{r} * weight[0];
    sum.digit[1] += std::int64_t{r} * weight[1];
    sum.digit[2] += std::int64_t{r} * weight[2];
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
TTGT_EMULATED_INLINE double represented(const Fraction& sum, const RemainderTable& table) {
    const std::int64_t middle = sum.digit[1] + (sum.digit[0] >> 32);
    const auto top = static_cast<std::int32_t>(sum.digit[2] + (middle >> 32));
    const auto middle_word = static_cast<std::uint32_t>(middle);
    const auto low_word = static_cast<std::uint32_t>(sum.digit[0]);
    const double high = static_cast<double>(top) * 0x1p-32;
    const double low =
        fma(static_cast<double>(middle_word), 0x1p-64, static_cast<double>(low_word) * 0x1p-96);
    const double fraction = high + low;
    // Errors of weights: what they make of 0 is 0 again.
    if (fabs(fraction) < 0x1p-82) return 0;
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

/// The upper 32 bits of a magnitude's representation, the last of them set where lower ones are:
/// 0 for 0 alone. Larger for larger magnitudes; not below high_word_of_infinity for infinities and
/// NaNs.
TTGT_EMULATED_INLINE std::uint32_t high_word(double value) {
#ifdef __CUDA_ARCH__
    const auto high = static_cast<std::uint32_t>(__double2hiint(value));
#else
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    const auto high = static_cast<std::uint32_t>(bits >> 32);
#endif
    return (high & 0x7fffffffU) | (low_word(value) != 0 ? 1U : 0U);
}
inline constexpr std::uint32_t high_word_of_infinity = 0x7ff00000U;

/// What is known of a row of L or a column of R: the sums of its elements' squares, which may have
/// overflowed, and magnitudes, and the high_word() of the largest one.
struct RowSize {
    double squares = 0;
    double magnitudes = 0;
    std::uint32_t largest = 0;
};
TTGT_EMULATED_INLINE bool is_finite_row(const RowSize& row) {
    return row.largest < high_word_of_infinity;
}
/// Whether no square overflows or vanishes: the largest magnitude is from 2^-400 to 2^400.
TTGT_EMULATED_INLINE bool has_moderate_squares(const RowSize& row) {
    constexpr std::uint32_t bias = 1023;
    return row.largest >= (bias - 400) << 20 && row.largest < (bias + 400) << 20;
}
/// The exponent e of the smallest 2^e that is above all elements of a row that is not zero.
TTGT_EMULATED_INLINE std::int32_t exponent_above(const RowSize& row) {
    return static_cast<std::int32_t>(row.largest >> 20) - 1022;
}

/// The largest e with which 2^e times the norm of a row of `count` elements stays at most the
/// square root of `limit`; 0 for a row of zeros. Squares of very large and very small elements are
/// bounded by the largest of them.
TTGT_EMULATED_INLINE std::int32_t row_exponent(const RowSize& row, double count, double limit) {
    constexpr double slack = 1 + 0x1p-20;  // of the sum's rounding errors, up to 2^32 terms
    if (!is_finite_row(row)) return not_finite;
    if (row.largest == 0) return 0;
    if (has_moderate_squares(row)) return ilogb(limit / (row.squares * slack)) >> 1;
    return (ilogb(limit / (count * slack)) >> 1) - exponent_above(row);
}

}  // namespace ttgt::cuda
