// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/measured_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

TEST(MeasuredChoice, IsReadAsWritten) {
    const auto choice = parse_measured_choice(to_text({"64 threads", 4.25, 0.3}));

    ASSERT_TRUE(choice.has_value());
    EXPECT_EQ(choice->name, "64 threads");
    EXPECT_EQ(choice->measured_us, 4.25);
    EXPECT_EQ(choice->seconds, 0.3);
    for (const char* text :
         {"", "s\n", "s\n1\n", "s\n1\n1", "s\n1\n1\n1\n", "s\n0\n1\n", "s\n-1\n1\n", "s\nnan\n1\n",
          "s\n1\ninf\n", "s\n1x\n1\n", "s\n\n1\n"}) {
        EXPECT_FALSE(parse_measured_choice(text).has_value()) << text;
    }
}

TEST(MeasuredChoice, SaysWhereItComesFrom) {
    EXPECT_EQ(origin({"x", 7, 3}), "from the cache, measured 7 us in a search of 3 s");
    EXPECT_EQ(origin({"x", 7, 0}), "from the cache, measured 7 us");
}

TEST(MeasuredChoice, IsFoundByItsKeyAlone) {
    const TemporaryFolder folder;
    const DiskCache cache(folder.path());
    ASSERT_EQ(cache.store("key", to_text({"64 threads", 4, 0})), "");
    ASSERT_EQ(cache.store("other", "nonsense"), "");

    EXPECT_EQ(find_choice(cache, "key").choice->name, "64 threads");
    EXPECT_FALSE(find_choice(cache, "none").choice.has_value());
    EXPECT_EQ(find_choice(cache, "none").note, "");
    EXPECT_FALSE(find_choice(cache, "other").choice.has_value());
    EXPECT_EQ(find_choice(cache, "other").note, "the cache holds no choice");
}

}  // namespace
}  // namespace ttgt::test
