// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Residues and Chinese remainders of INT8 products, on the CPU.
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>

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
    for (int s = 0; s < table.count; ++s) {
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
    const ModuliTable table = moduli_table(most_moduli);
    for (std::int64_t x = -140000; x <= 140000; ++x) expect_residues(x, table);
}

TEST(Moduli, ResiduesAreRightForLargeIntegers) {
    const ModuliTable table = moduli_table(most_moduli);
    std::mt19937_64 random(1);
    for (int bits = 17; bits < 61; ++bits) {
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

/// The number with these residues, each of which is off by a drawn multiple of its modulus.
double restored(std::int64_t x, const ModuliTable& table, std::mt19937_64& random) {
    Fraction sum;
    for (int s = 0; s < table.count; ++s) {
        const Modulus& modulus = table.of[s];
        const auto r = static_cast<std::int32_t>(x % modulus.value);
        const std::int32_t most = (std::int32_t{3} << 28) / modulus.value;
        const auto turns =
            static_cast<std::int32_t>(random() % static_cast<unsigned>(4 * most)) - 2 * most;
        add_residue(sum, r + modulus.value * turns, modulus);
    }
    return represented(sum, table);
}

TEST(Moduli, AllSmallIntegersAreRestoredExactly) {
    std::mt19937_64 random(2);
    for (int count = 1; count <= 5; ++count) {
        const ModuliTable table = moduli_table(count);
        const auto half = static_cast<std::int64_t>(table.product / 2) - 1;
        const std::int64_t most = std::min<std::int64_t>(half, 140000);
        for (std::int64_t x = -most; x <= most; ++x) {
            ASSERT_EQ(std::llround(restored(x, table, random)), x) << count;
        }
    }
}

// Numbers of 53 bits that are not too small a part of the product of the moduli.
TEST(Moduli, LargeIntegersAreRestoredExactly) {
    std::mt19937_64 random(3);
    for (int count = 8; count <= 11; ++count) {
        const ModuliTable table = moduli_table(count);
        const int bits = std::min(62, std::ilogb(table.product) - 2);
        for (int draw = 0; draw < 2000; ++draw) {
            const auto shift = static_cast<std::int64_t>(bits - 53);
            const auto part = static_cast<std::int64_t>(random() >> 11);
            const std::int64_t x = (draw % 2 == 0 ? part : -part) * (std::int64_t{1} << shift);
            ASSERT_EQ(restored(x, table, random), static_cast<double>(x)) << count;
        }
    }
}

TEST(Moduli, ExponentsKeepNormsBelowTheLimit) {
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> exponent(-1070, 1020);
    constexpr double limit = 0x1p115;
    for (int draw = 0; draw < 20000; ++draw) {
        const double count = 1 + static_cast<double>(random() % 5000);
        const double largest = std::exp2(exponent(random));
        const double squares = largest * largest * (draw % 2 == 0 ? 1 : count);
        const int e = cuda::row_exponent({largest, squares}, count, limit);
        const bool is_exact = largest >= 0x1p-400 && largest <= 0x1p400;
        const double log_norm =
            2 * std::log2(largest) + std::log2(is_exact ? squares / (largest * largest) : count);
        EXPECT_LE(2 * e + log_norm, 115.0) << largest;
        EXPECT_GE(2 * e + log_norm, 115.0 - 2.001) << largest;
    }
    EXPECT_EQ(cuda::row_exponent({0, 0}, 5, limit), 0);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(cuda::row_exponent({infinity, infinity}, 5, limit), cuda::not_finite);
    EXPECT_EQ(cuda::row_exponent({1, std::nan("")}, 5, limit), cuda::not_finite);
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
