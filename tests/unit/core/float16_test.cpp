// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/float16.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Core>

#include "tests/support/random.h"

namespace ttgt {
namespace {

template <class Ours, class Eigens>
struct Pair {
    using Own = Ours;
    using Other = Eigens;
};

template <class Tested>
class HalfPrecision : public testing::Test {
protected:
    using Own = typename Tested::Own;

    static Own of_bits(std::uint32_t bits) {
        return std::bit_cast<Own>(static_cast<std::uint16_t>(bits));
    }
    static std::uint16_t bits_of_other(float value) {
        return std::bit_cast<std::uint16_t>(static_cast<typename Tested::Other>(value));
    }
    /// NaNs need only stay NaNs.
    static void expect_rounds_as_other(float value) {
        const Own rounded(value);
        if (std::isnan(value)) {
            ASSERT_TRUE(std::isnan(static_cast<float>(rounded)));
        } else {
            ASSERT_EQ(rounded.bits, bits_of_other(value)) << std::bit_cast<std::uint32_t>(value);
        }
    }
};

using Types = testing::Types<Pair<float16, Eigen::half>, Pair<bfloat16, Eigen::bfloat16>>;
TYPED_TEST_SUITE(HalfPrecision, Types);

TYPED_TEST(HalfPrecision, EveryPatternPromotesExactly) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto other =
            std::bit_cast<typename TypeParam::Other>(static_cast<std::uint16_t>(bits));
        const float expected = static_cast<float>(other);
        const float promoted = this->of_bits(bits);
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(promoted)) << bits;
        } else {
            ASSERT_EQ(std::bit_cast<std::uint32_t>(promoted),
                      std::bit_cast<std::uint32_t>(expected))
                << bits;
        }
    }
}

TYPED_TEST(HalfPrecision, EveryPatternComesBack) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto given = this->of_bits(bits);
        const typename TypeParam::Own back(static_cast<float>(given));
        if (std::isnan(static_cast<float>(given))) {
            ASSERT_TRUE(std::isnan(static_cast<float>(back))) << bits;
        } else {
            ASSERT_EQ(back.bits, bits);
        }
    }
}

// Every number, every number halfway to the next, and the floats beside those.
TYPED_TEST(HalfPrecision, RoundsToTheNearestTiesToEven) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const float low = this->of_bits(bits);
        const float high = this->of_bits((bits + 1) & 0xffffU);
        const float middle = std::isfinite(high) ? low / 2 + high / 2 : low;
        for (const float value : {low, middle}) {
            this->expect_rounds_as_other(value);
            this->expect_rounds_as_other(std::nextafter(value, infinity));
            this->expect_rounds_as_other(std::nextafter(value, -infinity));
        }
    }
}

TYPED_TEST(HalfPrecision, AnyFloatRoundsAsEigensDo) {
    test::Random random(1);
    for (int i = 0; i < 1'000'000; ++i) {
        const auto bits = static_cast<std::uint32_t>(random.below(std::int64_t{1} << 32));
        this->expect_rounds_as_other(std::bit_cast<float>(bits));
        if (this->HasFatalFailure()) return;
    }
}

TEST(Float16, OverflowsHalfwayBeyondTheLargest) {
    EXPECT_EQ(float16(65504.0F), 65504.0F);
    EXPECT_EQ(float16(std::nextafter(65520.0F, 0.0F)), 65504.0F);
    EXPECT_EQ(float16(65520.0F), std::numeric_limits<float>::infinity());
    EXPECT_EQ(float16(-1e30F), -std::numeric_limits<float>::infinity());
}

TEST(Float16, IsConstantAndZeroByDefault) {
    constexpr float16 third(1.0F / 3.0F);
    static_assert(third.bits == 0x3555);
    static_assert(static_cast<float>(bfloat16(1.0F / 3.0F)) == 0.333984375F);

    EXPECT_EQ(float16{}, 0.0F);
    EXPECT_EQ(bfloat16{}.bits, 0);
}

}  // namespace
}  // namespace ttgt
