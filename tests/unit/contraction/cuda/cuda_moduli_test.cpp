// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Residues and Chinese remainders of INT8 products, on the CPU.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cuda/emulated/moduli.h"

namespace ttgt::test {
namespace {

using cuda::Fraction;
using cuda::moduli_table;
using cuda::ModuliTable;
using cuda::Modulus;
using cuda::most_moduli;

TEST(Moduli, AreRelativelyPrimeAndFitAByte) {
    for (int s = 0; s < most_moduli; ++s) {
        EXPECT_LE(cuda::moduli[s], 256);
        for (int t = 0; t < s; ++t) {
            EXPECT_EQ(std::gcd(cuda::moduli[s], cuda::moduli[t]), 1);
        }
    }
}

/// Expects residues of x that are right and nearest to 0.
void expect_residues(std::int64_t x, const ModuliTable& table) {
    for (int s = 0; s < most_moduli; ++s) {
        const Modulus& modulus = table.of[s];
        const auto wide = static_cast<std::int32_t>(
            cuda::residue(folded(cuda::wide_integer(x), modulus), modulus));
        ASSERT_EQ((x - wide) % modulus.value, 0) << x << " modulo " << modulus.value;
        ASSERT_LE(2 * std::abs(wide), modulus.value) << x;
        if (std::abs(x) > std::int64_t{1} << 33) continue;
        const auto narrow = static_cast<std::int32_t>(
            cuda::residue(folded(cuda::short_integer(static_cast<double>(x)), modulus), modulus));
        ASSERT_EQ((x - narrow) % modulus.value, 0) << x << " modulo " << modulus.value;
        ASSERT_LE(2 * std::abs(narrow), modulus.value) << x;
    }
}

TEST(Moduli, ResiduesAreRightForAllSmallIntegers) {
    const ModuliTable table = moduli_table();
    for (std::int64_t x = -140000; x <= 140000; ++x) expect_residues(x, table);
}

TEST(Moduli, ResiduesAreRightForLargeIntegers) {
    const ModuliTable table = moduli_table();
    std::mt19937_64 random(1);
    for (int bits = 17; bits < 62; ++bits) {
        const std::int64_t power = std::int64_t{1} << bits;
        for (std::int64_t near = -300; near <= 300; ++near) {
            expect_residues(power + near, table);
            expect_residues(-power + near, table);
        }
        for (int draw = 0; draw < 300; ++draw) {
            const auto x = static_cast<std::int64_t>(random() >> (64 - bits));
            expect_residues(x, table);
            expect_residues(-x, table);
        }
    }
}

cuda::Reduction reduction_by(std::int32_t p) {
    constexpr std::int64_t scale = std::int64_t{1} << 38;
    return {p, static_cast<std::int32_t>((scale + p - 1) / p)};
}

/// Expects what `reduced` says of itself.
void expect_reduced(std::int32_t x, std::int32_t p) {
    const std::uint32_t r = cuda::reduced(x, reduction_by(p));
    ASSERT_EQ((std::int64_t{x} - r) % p, 0) << x << " modulo " << p;
    ASSERT_LE(r, p == 256 ? 255U : static_cast<std::uint32_t>(p)) << x;
}

TEST(Moduli, SumsAreReducedToBytes) {
    std::mt19937 random(5);
    for (const std::int32_t p : cuda::moduli) {
        for (std::int32_t x = -100000; x <= 100000; ++x) expect_reduced(x, p);
        const std::int32_t most = (1 << 30) - 1;
        for (std::int32_t near = 0; near < 1000; ++near) {
            expect_reduced(most - near, p);
            expect_reduced(near - most, p);
        }
        for (int draw = 0; draw < 100000; ++draw) {
            expect_reduced(static_cast<std::int32_t>(random()) >> 1, p);
        }
    }
}

/// The number with these remainders, each of which is moved by a few moduli.
double restored(std::int64_t x, int count, std::mt19937_64& random) {
    Fraction sum;
    const cuda::RemainderTable table = cuda::remainder_table(count);
    for (int s = 0; s < count; ++s) {
        const std::int32_t p = cuda::moduli[s];
        const auto r = static_cast<std::int32_t>(x % p);
        add_remainder(sum, r + p * (static_cast<std::int32_t>(random() % 3) - 1), table.weight[s]);
    }
    return represented(sum, table);
}

TEST(Moduli, AllSmallIntegersAreRestoredExactly) {
    std::mt19937_64 random(2);
    for (int count = 1; count <= 5; ++count) {
        const double product = cuda::remainder_table(count).product;
        const auto most = static_cast<std::int64_t>(std::min(product / 2 - 1, 20000.0));
        for (std::int64_t x = -most; x <= most; ++x) {
            ASSERT_EQ(std::llround(restored(x, count, random)), x) << count;
        }
    }
}

// Numbers of 53 bits that are not too small a part of the product of the moduli.
TEST(Moduli, LargeIntegersAreRestoredExactly) {
    std::mt19937_64 random(3);
    for (int count = 8; count <= 11; ++count) {
        const int bits = std::min(62, std::ilogb(cuda::remainder_table(count).product) - 2);
        for (int draw = 0; draw < 2000; ++draw) {
            const auto part = static_cast<std::int64_t>(random() >> 12 | std::uint64_t{1} << 52);
            const std::int64_t magnitude = part * (std::int64_t{1} << (bits - 53));
            const std::int64_t x = draw % 2 == 0 ? magnitude : -magnitude;
            ASSERT_EQ(restored(x, count, random), static_cast<double>(x)) << count;
        }
    }
}

TEST(Moduli, HighWordsOrderMagnitudes) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> sorted{0,    0x1p-1074, 0x1p-1040, 0x1p-1022, 0x1p-1021,
                                     1e-3, 1.5,       2e10,      0x1p1023,  infinity};
    for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
        EXPECT_LE(cuda::high_word(sorted[i]), cuda::high_word(-sorted[i + 1])) << sorted[i];
        EXPECT_EQ(cuda::high_word(sorted[i]) == 0, sorted[i] == 0);
        EXPECT_LT(cuda::high_word(sorted[i]), cuda::high_word_of_infinity);
    }
    EXPECT_GE(cuda::high_word(infinity), cuda::high_word_of_infinity);
    EXPECT_GE(cuda::high_word(std::nan("")), cuda::high_word_of_infinity);
}

TEST(Moduli, ExponentsKeepNormsBelowTheLimit) {
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> exponent(-1070, 1020);
    constexpr double limit = 0x1p115;
    for (int draw = 0; draw < 20000; ++draw) {
        const double count = 1 + static_cast<double>(random() % 5000);
        const double largest = std::exp2(exponent(random));
        const double squares = largest * largest * (draw % 2 == 0 ? 1 : count);
        const int e = cuda::row_exponent({squares, 0, cuda::high_word(largest)}, count, limit);
        const bool is_exact = largest >= 0x1p-400 && largest < 0x1p400;
        const double log_norm =
            2 * std::log2(largest) + std::log2(is_exact ? squares / (largest * largest) : count);
        EXPECT_LE(2 * e + log_norm, 115.0) << largest;
        if (largest >= 0x1p-1022) {
            EXPECT_GE(2 * e + log_norm, 115.0 - (is_exact ? 2.001 : 4.001)) << largest;
        }
    }
    EXPECT_EQ(cuda::row_exponent({0, 0, 0}, 5, limit), 0);
    EXPECT_EQ(cuda::row_exponent({0, 0, cuda::high_word_of_infinity}, 5, limit), cuda::not_finite);
}

TEST(Moduli, PowersOfTwoScaleExactly) {
    for (const int exponent : {-1000, -333, -1, 0, 1, 7, 900}) {
        EXPECT_EQ(cuda::times_power_of_two(3.0, exponent), std::ldexp(3.0, exponent));
    }
    EXPECT_EQ(cuda::times_power_of_two(0x1p116, -2242), 0.0);
    EXPECT_EQ(cuda::times_power_of_two(0x1p-90, 1100), 0x1p1010);
}

}  // namespace
}  // namespace ttgt::test
