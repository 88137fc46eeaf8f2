// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/expression/einsum.h"

#include <ttgt/error.h>

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

struct Translation {
    std::string einsum;
    std::vector<std::size_t> ranks;
    std::string assignment;
};

TEST(Einsum, StandsForAnAssignment) {
    const std::vector<Translation> translations{
        {"acik,kbc->abi", {}, "D(a,b,i) = L(a,c,i,k) * R(k,b,c)"},
        {"ij,jk", {}, "D(i,k) = L(i,j) * R(j,k)"},
        {"ba", {}, "D(a,b) = L(b,a)"},
        {"bA,Cd", {}, "D(A,C,b,d) = L(b,A) * R(C,d)"},
        {"ii", {}, "D() = L(i,i)"},
        {"ii->i", {}, "D(i) = L(i,i)"},
        {"i,i->", {}, "D() = L(i) * R(i)"},
        {"01,1k", {}, "D(0,k) = L(0,1) * R(1,k)"},
        {"...1,12->...2", {2, 2}, "D(_1,2) = L(_1,1) * R(1,2)"},
        {"i,->i", {}, "D(i) = L(i) * R()"},
        {"->", {}, "D() = L()"},
        {"  i j , j k -> i k  ", {}, "D(i,k) = L(i,j) * R(j,k)"},
        {"ab,bc,cd->ad", {}, "D(a,d) = T1(a,b) * T2(b,c) * T3(c,d)"},
        {"...", {3}, "D(_3,_2,_1) = L(_3,_2,_1)"},
        {"...ij,...jk->...ik", {3, 4}, "D(_2,_1,i,k) = L(_1,i,j) * R(_2,_1,j,k)"},
        {"b...a", {4}, "D(_2,_1,a,b) = L(b,_2,_1,a)"},
        {"i...->...", {3}, "D(_2,_1) = L(i,_2,_1)"},
        {"i...,i...->...i", {1, 1}, "D(i) = L(i) * R(i)"},
        {"i...->i", {1}, "D(i) = L(i)"},
        {"...i,i", {}, "D() = L(i) * R(i)"},
        {"i\xce\xb1,\xce\xb1\xce\xb2", {}, "D(i,\xce\xb2) = L(i,\xce\xb1) * R(\xce\xb1,\xce\xb2)"},
        // The order of code points: U+00C0, U+4E00, U+10000.
        {"\xf0\x90\x80\x80z\xe4\xb8\x80\xc3\x80",
         {},
         "D(z,\xc3\x80,\xe4\xb8\x80,\xf0\x90\x80\x80) = "
         "L(\xf0\x90\x80\x80,z,\xe4\xb8\x80,\xc3\x80)"},
        {"...\xc3\x80", {2}, "D(_1,\xc3\x80) = L(_1,\xc3\x80)"},
    };

    for (const Translation& translation : translations) {
        ASSERT_TRUE(is_einsum(translation.einsum)) << translation.einsum;
        const Expression expression = parse_einsum(translation.einsum, translation.ranks);
        EXPECT_EQ(to_string(expression), translation.assignment) << translation.einsum;
        EXPECT_EQ(expression.text, translation.einsum);
    }
}

TEST(Einsum, ColumnsAreThoseOfTheText) {
    const Expression expression = parse_einsum("ab, bc->ac");

    EXPECT_EQ(expression.terms[0].factors[1].column, 4U);
    EXPECT_EQ(expression.terms[0].factors[1].label_columns, (std::vector<std::size_t>{4, 5}));
    EXPECT_EQ(expression.output.label_columns, (std::vector<std::size_t>{8, 9}));
}

TEST(Einsum, AssignmentsAreTakenForAssignments) {
    for (const char* text : {"D(a)=L(a)", "D[a]=L[a]", "D(a", "=", "", " \t"}) {
        EXPECT_FALSE(is_einsum(text)) << text;
    }
    EXPECT_TRUE(has_ellipsis("...i"));
    EXPECT_FALSE(has_ellipsis("ij"));
    EXPECT_EQ(to_string(read_expression("D(a)=L(a)")), "D(a) = L(a)");
}

struct RefusedEinsum {
    std::string text;
    std::size_t column;
    std::string reason;
};

// Long: a table of refusals.
TEST(Einsum, RefusalsHaveColumnAndReason) {
    const std::vector<RefusedEinsum> refusals{
        {"i_,j", 1, "a label, '...', ',', '->' or the end of the einsum string, found '_'"},
        {"ij-jk", 2, "found '-'"},
        {"ij->i->j", 5, "or the end of the einsum string, found '-'; '->' stands once"},
        {"ij->i,j", 5, "found ','; there is one output"},
        {"ab,bc=>ac", 5, "found '='; the output stands behind '->', as in 'ab,bc->ac'"},
        {"ab,bc==>ac", 5, "found '='; the output stands behind '->'"},
        {"ab,bc-->ac", 5, "found '-'; the output stands behind '->'"},
        {"ab,bc - > ac", 6, "found '-'; the output stands behind '->'"},
        {"ab,bc=ac", 5, "found '='; the output stands behind '->'"},
        {"ab=>ba", 2, "found '='; the output stands behind '->'"},
        {"ab,bc>ac", 5, "found '>'; the output stands behind '->'"},
        {"ab,bc:ac", 5, "found ':'; the output stands behind '->'"},
        {"ab,bc\xE2\x86\x92"
         "ac",
         5, "0xE2, which is not ASCII; the output stands behind '->'"},
        {"ab,bc\xE2\x87\x92"
         "ac",
         5, "0xE2, which is not ASCII; the output stands behind '->'"},
        {"\xEF\xBB\xBF"
         "ab,bc->ac",
         0, "found a byte order mark of UTF-8"},
        {"i..j", 1, "found '.'"},
        {"i_j", 1, "found '_'"},
        {"...i...", 4, "one ellipsis at most"},
        {std::string(65, 'i'), 64, "more than 64 labels"},
        {"i\xc3\x80_", 3, "found '_'"},
        {"i\xc3", 1, "byte 0xC3"},              // ends within a code point
        {"i\xc3j", 1, "byte 0xC3"},             // goes on with none of its bytes
        {"i\x80", 1, "byte 0x80"},              // begins with none that begins one
        {"i\xc0\xaf", 1, "byte 0xC0"},          // overlong, in two bytes
        {"i\xe0\x9f\xbf", 1, "byte 0xE0"},      // in three
        {"i\xf0\x8f\xbf\xbf", 1, "byte 0xF0"},  // in four
        {"i\xed\xa0\x80", 1, "byte 0xED"},      // a surrogate
        {"i\xf4\x90\x80\x80", 1, "byte 0xF4"},  // beyond U+10FFFF
        {"i\xc2\xa0->i", 1, "byte 0xC2"},       // a blank
    };

    for (const RefusedEinsum& refusal : refusals) {
        try {
            (void)read_expression(refusal.text);
            ADD_FAILURE() << "parsed " << refusal.text;
        } catch (const ExpressionError& error) {
            EXPECT_EQ(error.column(), refusal.column) << error.what();
            EXPECT_NE(std::string(error.what()).find(refusal.reason), std::string::npos)
                << error.what();
        }
    }
}

TEST(Einsum, EllipsesAreCheckedAgainstRanks) {
    EXPECT_THROW((void)parse_einsum("...ij,jk", {1, 2}), RankMismatch);
    EXPECT_THROW((void)parse_einsum("...ij,jk->ik", {3, 2}), ExpressionError);
}

}  // namespace
}  // namespace ttgt
