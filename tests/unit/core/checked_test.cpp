// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/checked.h"

#include <ttgt/error.h>

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST(Checked, MultiplyWithinRangeGivesTheProduct) {
    EXPECT_EQ(checked_multiply(-3, 1'000'000'000'000, "x"), -3'000'000'000'000);
}

TEST(Checked, OverflowsNameWhatOverflowed) {
    EXPECT_THAT(
        refusal_of<SizeOverflow>([] { (void)checked_multiply(largest, 2, "the size of A"); }),
        HasSubstr("the size of A does not fit"));
    EXPECT_THAT(refusal_of<SizeOverflow>([&] { (void)checked_add(largest, 1, "x"); }),
                HasSubstr("x does not fit"));
    EXPECT_THAT(refusal_of<SizeOverflow>([&] { (void)checked_add(-largest - 1, -1, "x"); }),
                HasSubstr("x does not fit"));
}

TEST(Checked, ProductWithAZeroIsZeroHoweverLargeTheRest) {
    EXPECT_EQ(checked_product({largest, largest, 0}, "x"), 0);
    EXPECT_EQ(checked_product({}, "x"), 1);
    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    (void)checked_product({largest, 2}, "x");
                }),
                HasSubstr("x does not fit"));
}

TEST(Checked, NarrowRefusesWhatDoesNotFit) {
    EXPECT_EQ(narrow<int>(-7, "m"), -7);
    EXPECT_EQ(narrow<int>(std::numeric_limits<int>::max(), "m"), std::numeric_limits<int>::max());
    EXPECT_THAT(refusal_of<SizeOverflow>([&] { (void)narrow<int>(std::int64_t{1} << 31, "m"); }),
                HasSubstr("m does not fit"));
    EXPECT_THAT(refusal_of<SizeOverflow>([&] { (void)narrow<unsigned>(-1, "m"); }),
                HasSubstr("m does not fit"));
}

}  // namespace
}  // namespace ttgt
