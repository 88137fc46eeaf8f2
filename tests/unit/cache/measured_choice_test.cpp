// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/cache/measured_choice.h"

#include <gtest/gtest.h>

namespace ttgt::test {
namespace {

// These lines are on disk: whoever changes them raises ChoiceCache::current_schema.
TEST(MeasuredChoice, IsFourLines) {
    EXPECT_EQ(to_text({"gett 64", 4.25, 0.3}, 7), "schema 7\ngett 64\n4.25\n0.3\n");
}

TEST(MeasuredChoice, IsReadAsWritten) {
    const ParsedChoice parsed = parse_measured_choice(to_text({"gett 64", 4.25, 0.3}, 7), 7);

    ASSERT_TRUE(parsed.choice.has_value());
    EXPECT_EQ(parsed.choice->key, "gett 64");
    EXPECT_EQ(parsed.choice->measured_us, 4.25);
    EXPECT_EQ(parsed.choice->seconds, 0.3);
    EXPECT_EQ(parsed.note, "");
}

TEST(MeasuredChoice, OtherTextIsNone) {
    for (const char* text :
         {"", "s\n", "s\n1\n1\n", "schema 7\n", "schema 7\ns\n1\n", "schema 7\ns\n1\n1",
          "schema 7\ns\n1\n1\n1\n", "schema 7\ns\n0\n1\n", "schema 7\ns\n-1\n1\n",
          "schema 7\ns\nnan\n1\n", "schema 7\ns\n1\ninf\n", "schema 7\ns\n1x\n1\n",
          "schema 7\ns\n\n1\n", "schema 7x\ns\n1\n1\n", "schema\ns\n1\n1\n"}) {
        const ParsedChoice parsed = parse_measured_choice(text, 7);

        EXPECT_FALSE(parsed.choice.has_value()) << text;
        EXPECT_EQ(parsed.note, "the cache holds no choice") << text;
    }
}

TEST(MeasuredChoice, OfAnotherSchemaIsNoneWhateverFollows) {
    for (const char* text : {"schema 6\ns\n1\n1\n", "schema 6\nwhatever", "schema 6\n"}) {
        const ParsedChoice parsed = parse_measured_choice(text, 7);

        EXPECT_FALSE(parsed.choice.has_value()) << text;
        EXPECT_EQ(parsed.note, "the cache's choice has schema 6, not 7") << text;
    }
}

TEST(MeasuredChoice, SaysWhereItComesFrom) {
    EXPECT_EQ(origin({"x", 7, 3}), "from the cache, measured 7 us in a search of 3 s");
    EXPECT_EQ(origin({"x", 7, 0}), "from the cache, measured 7 us");
}

}  // namespace
}  // namespace ttgt::test
