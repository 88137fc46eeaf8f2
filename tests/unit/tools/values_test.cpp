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

#include "tests/support/refusal.h"
#include "tools/io/errors.h"
#include "tools/operands/label_extents.h"

namespace ttgt::tool {
namespace {

/// A text that is refused, and what the message says of it.
struct Refusal {
    const char* text;
    const char* message;
};

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
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
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_size(text, "s"); }),
                    HasSubstr("s: '" + std::string(text) + "' is not a size such as"))
            << text;
    }
}

TEST(ParseCount, SuffixesArePowersOf1000) {
    EXPECT_EQ(parse_count("2000000", "n"), 2000000);
    EXPECT_EQ(parse_count("300k", "n"), 300000);
    EXPECT_EQ(parse_count("150M", "n"), 150000000);
    EXPECT_EQ(parse_count("4G", "n"), 4000000000);
    for (const char* text : {"", "0", "-1", "M", "1.5M", "1m", "1MM", "1 M", "10000000000G"}) {
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_count(text, "n"); }),
                    HasSubstr("n: '" + std::string(text) + "' is not a positive number such as"))
            << text;
    }
}

TEST(ParseInteger, WholeTextWithinRangeIsRead) {
    EXPECT_EQ(parse_integer("42", 0, "n"), 42);
    EXPECT_EQ(parse_integer("9223372036854775807", 0, "n"),
              std::numeric_limits<std::int64_t>::max());
    for (const char* text : {"", "x", "4x", " 4", "4 ", "0x4", "+4", "9223372036854775808"}) {
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_integer(text, 0, "n"); }),
                    HasSubstr("n: '" + std::string(text) + "' is not an integer of 64 bits"))
            << text;
    }
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_integer("-1", 0, "n"); }),
                HasSubstr("n: -1 is below 0"));
}

TEST(ParseIntegers, ListIsSeparatedByCommas) {
    EXPECT_THAT(parse_integers("31,549,2,3", 0, "n"), ElementsAre(31, 549, 2, 3));
    EXPECT_THAT(parse_integers("", 0, "n"), IsEmpty());
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_integers("1,", 0, "n"); }),
                HasSubstr("n: '' is not an integer of 64 bits"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_integers("1,,2", 0, "n"); }),
                HasSubstr("n: '' is not an integer of 64 bits"));
}

TEST(ParseScalar, RealAndComplexAreRead) {
    EXPECT_EQ(parse_scalar("1.5", "a"), Scalar(1.5, 0));
    EXPECT_EQ(parse_scalar("-2,0.25", "a"), Scalar(-2, 0.25));
    EXPECT_EQ(parse_scalar("1e-3", "a"), Scalar(1e-3, 0));
}

TEST(ParseScalar, OtherTextsAreRefused) {
    for (const Refusal& refused :
         {Refusal{"", "a: '' is not a finite number"},
          {"x", "a: 'x' is not a finite number"},
          {"1,2,3", "a: '1,2,3' has more than a real and an imaginary part"},
          {"1,", "a: '' is not a finite number"},
          {",1", "a: '' is not a finite number"},
          {"nan", "a: 'nan' is not a finite number"},
          {"inf", "a: 'inf' is not a finite number"},
          {"1e999", "a: '1e999' is not a finite number"},
          {"1+2i", "a: '1+2i' is not a finite number"}}) {
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_scalar(refused.text, "a"); }),
                    HasSubstr(refused.message))
            << refused.text;
    }
}

TEST(ParsePermutation, EveryModeOnce) {
    EXPECT_THAT(parse_permutation("3,0,2,1", 4, "p"), ElementsAre(3, 0, 2, 1));
    EXPECT_THAT(parse_permutation("", 0, "p"), IsEmpty());
    for (const Refusal& refused :
         {Refusal{"", "p: '' has 0 entries, the tensor has 2 modes"},
          {"0", "p: '0' has 1 entries, the tensor has 2 modes"},
          {"0,0", "p: '0,0' is no permutation of 2 modes: 0 is repeated"},
          {"0,2", "p: '0,2' is no permutation of 2 modes: 2 is too large"},
          {"1,0,2", "p: '1,0,2' is no permutation of 2 modes: 2 is too large"},
          {"0,x", "p: 'x' is not an integer of 64 bits"}}) {
        EXPECT_THAT(
            refusal_of<InvalidArgument>([&] { (void)parse_permutation(refused.text, 2, "p"); }),
            HasSubstr(refused.message))
            << refused.text;
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
    for (const Refusal& refused : {Refusal{"a", "e: 'a' is not a label and its extent"},
                                   {":4", "e: ':4' is not a label and its extent"},
                                   {"a:", "e: '' is not an integer of 64 bits"},
                                   {"a:-1", "e: -1 is below 0"},
                                   {"a:b", "e: 'b' is not an integer of 64 bits"},
                                   {"a=3,", "e: '' is not a label and its extent"},
                                   {",a=3", "e: '' is not a label and its extent"},
                                   {"a=3,,b=4", "e: '' is not a label and its extent"},
                                   {"a=3;b=4", "e: '3;b=4' is not an integer of 64 bits"},
                                   {"a=3 a=4", "e: label 'a' has two extents, 3 and 4"},
                                   {"a:3,a:3", "e: label 'a' has two extents, 3 and 3"},
                                   {"a = 3", "e: 'a' is not a label and its extent"}}) {
        EXPECT_THAT(
            refusal_of<InvalidArgument>([&] { (void)parse_label_extents(refused.text, "e"); }),
            HasSubstr(refused.message))
            << refused.text;
    }
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)parse_label_extents(std::vector<std::string>{"a=3", "b=4 a=3"}, "e");
                }),
                HasSubstr("e: label 'a' has two extents, 3 and 3"));
}

TEST(OpaqueDtype, SizesThatTransposesMove) {
    EXPECT_EQ(opaque_dtype(1, "b"), DType::opaque1);
    EXPECT_EQ(opaque_dtype(16, "b"), DType::opaque16);
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)opaque_dtype(3, "b"); }),
                HasSubstr("b: 3 is none of 1, 2, 4, 8, 16"));
}

TEST(ParseNumericDtype, OpaqueAndUnknownNamesAreRefused) {
    EXPECT_EQ(parse_numeric_dtype("complex64", "d"), DType::complex64);
    EXPECT_EQ(parse_numeric_dtype("bfloat16", "d"), DType::bfloat16);
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_numeric_dtype("opaque4", "d"); }),
                HasSubstr("d: 'opaque4' is none of float16, bfloat16, float32"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_numeric_dtype("double", "d"); }),
                HasSubstr("d: 'double' is none of float16, bfloat16, float32"));
}

TEST(ParseCompute, NamesAndNothingElse) {
    EXPECT_EQ(parse_compute("full", "c"), ComputeType::full);
    EXPECT_EQ(parse_compute("tf32", "c"), ComputeType::tf32);
    EXPECT_EQ(parse_compute("tf32x3", "c"), ComputeType::tf32x3);
    EXPECT_EQ(parse_compute("int8", "c"), ComputeType::int8);
    EXPECT_EQ(parse_compute("int8-fast", "c"), ComputeType::int8_fast);
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_compute("TF32", "c"); }),
                HasSubstr("c: 'TF32' is none of full, tf32, tf32x3, int8, int8-fast"));
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
