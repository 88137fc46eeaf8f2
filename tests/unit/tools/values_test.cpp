// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/values.h"

#include <ttgt/context.h>
#include <ttgt/error.h>

#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/io/errors.h"
#include "tools/operands/label_extents.h"

namespace ttgt::tool {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ParseSize, UnitsArePowersOf1000And1024) {
    EXPECT_EQ(parse_size("0", "s"), 0);
    EXPECT_EQ(parse_size("4096", "s"), 4096);
    EXPECT_EQ(parse_size("17B", "s"), 17);
    EXPECT_EQ(parse_size("3kB", "s"), 3000);
    EXPECT_EQ(parse_size("3KiB", "s"), 3072);
    EXPECT_EQ(parse_size("64MiB", "s"), 64 << 20);
    EXPECT_EQ(parse_size("1GiB", "s"), std::int64_t{1} << 30);
    EXPECT_EQ(parse_size("2GB", "s"), 2000000000);
    EXPECT_EQ(parse_size("1TiB", "s"), std::int64_t{1} << 40);
    EXPECT_EQ(parse_size("unlimited", "s"), unlimited);
}

TEST(ParseSize, OtherTextsAreRefused) {
    for (const char* text : {"", "-1", "1.5GiB", "GiB", "1 GiB", "1gib", "1GiBx", "infinite",
                             "99999999999999999999", "9223372036854775807KiB"}) {
        EXPECT_THROW((void)parse_size(text, "s"), InvalidArgument) << text;
    }
}

TEST(ParseCount, SuffixesArePowersOf1000) {
    EXPECT_EQ(parse_count("2000000", "n"), 2000000);
    EXPECT_EQ(parse_count("300k", "n"), 300000);
    EXPECT_EQ(parse_count("150M", "n"), 150000000);
    EXPECT_EQ(parse_count("4G", "n"), 4000000000);
    for (const char* text : {"", "0", "-1", "M", "1.5M", "1m", "1MM", "1 M", "10000000000G"}) {
        EXPECT_THROW((void)parse_count(text, "n"), InvalidArgument) << text;
    }
}

TEST(ParseInteger, WholeTextWithinRangeIsRead) {
    EXPECT_EQ(parse_integer("42", 0, "n"), 42);
    EXPECT_EQ(parse_integer("9223372036854775807", 0, "n"),
              std::numeric_limits<std::int64_t>::max());
    for (const char* text : {"", "x", "4x", " 4", "4 ", "0x4", "+4", "-1", "9223372036854775808"}) {
        EXPECT_THROW((void)parse_integer(text, 0, "n"), InvalidArgument) << text;
    }
}

TEST(ParseIntegers, ListIsSeparatedByCommas) {
    EXPECT_THAT(parse_integers("31,549,2,3", 0, "n"), ElementsAre(31, 549, 2, 3));
    EXPECT_THAT(parse_integers("", 0, "n"), IsEmpty());
    EXPECT_THROW((void)parse_integers("1,", 0, "n"), InvalidArgument);
    EXPECT_THROW((void)parse_integers("1,,2", 0, "n"), InvalidArgument);
}

TEST(ParseScalar, RealAndComplexAreRead) {
    EXPECT_EQ(parse_scalar("1.5", "a"), Scalar(1.5, 0));
    EXPECT_EQ(parse_scalar("-2,0.25", "a"), Scalar(-2, 0.25));
    EXPECT_EQ(parse_scalar("1e-3", "a"), Scalar(1e-3, 0));
}

TEST(ParseScalar, OtherTextsAreRefused) {
    for (const char* text : {"", "x", "1,2,3", "1,", ",1", "nan", "inf", "1e999", "1+2i"}) {
        EXPECT_THROW((void)parse_scalar(text, "a"), InvalidArgument) << text;
    }
}

TEST(ParsePermutation, EveryModeOnce) {
    EXPECT_THAT(parse_permutation("3,0,2,1", 4, "p"), ElementsAre(3, 0, 2, 1));
    EXPECT_THAT(parse_permutation("", 0, "p"), IsEmpty());
    for (const char* text : {"", "0", "0,0", "0,2", "1,0,2", "0,x"}) {
        EXPECT_THROW((void)parse_permutation(text, 2, "p"), InvalidArgument) << text;
    }
}

TEST(ParseLabelExtents, EverySpellingIsRead) {
    const std::vector<LabelExtent> expected{{"a", 24}, {"l1b", 0}};
    for (const char* text : {"a=24 l1b=0", "a:24,l1b:0", "a=24,l1b:0", " a=24,  l1b=0 "}) {
        EXPECT_EQ(parse_label_extents(text, "e"), expected) << text;
    }
    EXPECT_EQ(parse_label_extents(std::vector<std::string>{"a=24", "l1b:0"}, "e"), expected);
    EXPECT_THAT(parse_label_extents("", "e"), IsEmpty());
    EXPECT_THAT(parse_label_extents(std::vector<std::string>{}, "e"), IsEmpty());
}

TEST(ParseLabelExtents, OtherTextsAreRefused) {
    for (const char* text : {"a", ":4", "a:", "a:-1", "a:b", "a=3,", ",a=3", "a=3,,b=4", "a=3;b=4",
                             "a=3 a=4", "a:3,a:3", "a = 3"}) {
        EXPECT_THROW((void)parse_label_extents(text, "e"), InvalidArgument) << text;
    }
    EXPECT_THROW((void)parse_label_extents(std::vector<std::string>{"a=3", "b=4 a=3"}, "e"),
                 InvalidArgument);
}

TEST(OpaqueDtype, SizesThatTransposesMove) {
    EXPECT_EQ(opaque_dtype(1, "b"), DType::opaque1);
    EXPECT_EQ(opaque_dtype(16, "b"), DType::opaque16);
    EXPECT_THROW((void)opaque_dtype(3, "b"), InvalidArgument);
}

TEST(ParseNumericDtype, OpaqueAndUnknownNamesAreRefused) {
    EXPECT_EQ(parse_numeric_dtype("complex64", "d"), DType::complex64);
    EXPECT_EQ(parse_numeric_dtype("bfloat16", "d"), DType::bfloat16);
    EXPECT_THROW((void)parse_numeric_dtype("opaque4", "d"), InvalidArgument);
    EXPECT_THROW((void)parse_numeric_dtype("double", "d"), InvalidArgument);
}

TEST(ParseCompute, NamesAndNothingElse) {
    EXPECT_EQ(parse_compute("full", "c"), ComputeType::full);
    EXPECT_EQ(parse_compute("tf32", "c"), ComputeType::tf32);
    EXPECT_THROW((void)parse_compute("TF32", "c"), InvalidArgument);
}

TEST(Split, EmptyPartsAreKept) {
    EXPECT_THAT(split("", ','), ElementsAre(""));
    EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
}

TEST(InQuotes, ControlCharactersAreEscapedAndLongTextsCut) {
    EXPECT_EQ(in_quotes("a\tb"), "'a\\x09b'");
    EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
}

}  // namespace
}  // namespace ttgt::tool
