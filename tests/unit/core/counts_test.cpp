// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/counts.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "src/core/divisor.h"

namespace ttgt {
namespace {

constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t power(int exponent) { return std::int64_t{1} << exponent; }

TEST(Counts, ProductsStopAtTheMost) {
    EXPECT_EQ(saturating_product({}), 1);
    EXPECT_EQ(saturating_product({3, 5, 7}), 105);
    EXPECT_EQ(saturating_product({power(32), power(32)}), most_counted);  // 2^64: 0 in 64 bits
    EXPECT_EQ(saturating_product({greatest, 2, greatest}), most_counted);
    EXPECT_EQ(saturating_product({power(61), 1}), power(61));
    EXPECT_EQ(saturating_product({greatest, greatest, 0, greatest}), 0);
}

TEST(Counts, SumsStopAtTheMost) {
    EXPECT_EQ(saturating_sum(2, 3), 5);
    EXPECT_EQ(saturating_sum(greatest, 1), most_counted);
    EXPECT_EQ(saturating_sum(greatest, greatest), most_counted);
    EXPECT_EQ(saturating_sum(most_counted, 0), most_counted);
}

TEST(Counts, DoublesBecomeCountsThatStopAtTheMost) {
    EXPECT_EQ(saturating_count(2.75), 2);
    EXPECT_EQ(saturating_count(1e300), most_counted);
}

TEST(Divisor, IsTheLargestThatIsNotMore) {
    for (std::int64_t value = 1; value <= 200; ++value) {
        for (std::int64_t most = 1; most <= value + 1; ++most) {
            std::int64_t expected = std::min(value, most);
            while (value % expected != 0) --expected;
            EXPECT_EQ(largest_divisor(value, most), expected) << value << " " << most;
        }
    }
}

// One by one from above this would take hours.
TEST(Divisor, OfLongExtentsIsFoundAtOnce) {
    EXPECT_EQ(largest_divisor(power(40), power(40) - 1), power(39));
    EXPECT_EQ(largest_divisor(999'999'000'001, 999'999'000'000), 1);  // a prime
    EXPECT_EQ(largest_divisor(3 * 999'999'000'001, power(41)), 999'999'000'001);
}

}  // namespace
}  // namespace ttgt
