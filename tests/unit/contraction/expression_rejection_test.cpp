// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <cstddef>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "contraction/expression/expression.h"

namespace ttgt {
namespace {

/// A malformed expression, the 0-based column of its error and a part of the reason.
struct Rejection {
    std::string name;
    std::string text;
    std::size_t column;
    std::string reason;
};

void PrintTo(const Rejection& rejection, std::ostream* out) { *out << rejection.text; }

class RejectedExpression : public testing::TestWithParam<Rejection> {};

TEST_P(RejectedExpression, ThrowsWithColumnAndReason) {
    const Rejection& rejection = GetParam();

    try {
        (void)parse_expression(rejection.text);
        FAIL() << "parsed";
    } catch (const ExpressionError& error) {
        EXPECT_EQ(error.column(), rejection.column) << error.what();
        EXPECT_NE(std::string(error.what()).find(rejection.reason), std::string::npos)
            << error.what();
    }
}

std::string many_labels(int count) {
    std::string labels = "x";
    for (int i = 1; i < count; ++i) labels += ",x";
    return labels;
}

std::string name_of(const testing::TestParamInfo<Rejection>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Structure, RejectedExpression,
    testing::Values(
        Rejection{"EmptyText", "", 0, "the output tensor, found the end of the expression"},
        Rejection{"BlankText", " \t\n", 3, "the output tensor, found the end"},
        Rejection{"NumberAsOutput", "2=L(a)", 0, "the output tensor, found '2'"},
        Rejection{"MissingAssignment", "D(a)", 4, "'=', '+=' or '-=', found the end"},
        Rejection{"DividedAssignment", "D(a)+ =L(a)", 4, "'=', '+=' or '-='"},
        Rejection{"OtherAssignment", "D(a)*=L(a)", 4, "'-=', found '*'; '=' assigns"},
        Rejection{"PascalAssignment", "D(a):=L(a)", 4, "'-=', found ':'; '=' assigns"},
        Rejection{"ArrowAssignment", "D(a)<-L(a)", 4, "'-=', found '<'; '=' assigns"},
        Rejection{"FatArrow", "D(a)=>L(a)", 5, "found '>'; '=' alone assigns, without '>'"},
        Rejection{"OutputBehindAnArrow", "L(a)->D(a)", 4, "found '-'; the output stands first"},
        Rejection{"OutputBehindAProduct", "L(a)*R(a)->D(a)", 4, "the output stands first, as in"},
        Rejection{"NoOutput", "L(a)", 4, "the output stands first, as in 'D(a,c)=L(a,b)*R(b,c)'"},
        Rejection{"ByteOrderMark",
                  "\xEF\xBB\xBF"
                  "D(a)=L(a)",
                  0, "found a byte order mark"},
        Rejection{"DoubleEquals", "D(a)==L(a)", 5, "or a number, found '='; '=' stands once"},
        Rejection{"MissingTerms", "D(a)= ", 6, "a tensor or a number, found the end"},
        Rejection{"StarAtEnd", "D(a)=L(a)*", 10, "a tensor or a number, found the end"},
        Rejection{"StarAtBegin", "D(a)=*L(a)", 5, "a tensor or a number, found '*'"},
        Rejection{"MinusAtEnd", "D(a)=L(a)-", 10, "a tensor or a number, found the end"},
        Rejection{"TwoSigns", "D(a)=L(a)--R(a)", 10, "a sign may stand only before a whole term"},
        Rejection{"SignAfterStar", "D(a)=2*-R(a)", 7, "a sign may stand only before"},
        Rejection{"MissingStar", "D(a)=L(a)R(a)", 9, "'*', '+', '-' or the end"},
        Rejection{"BlankBeforeNumber", "D(a)=L(a) 2", 10, "'*', '+', '-' or the end"},
        Rejection{"FactorOnTheNextLine", "D(a)=L(a)\nR(a)", 10, "'*', '+', '-' or the end"},
        Rejection{"SecondStatement", "D(a)=L(a);E(a)=L(a)", 9, "several statements are a program"},
        Rejection{"NumberStuckToName", "D(a)=2L(a)", 6, "'*', '+', '-' or the end"},
        Rejection{"TrailingSemicolon", "D(a)=L(a);", 9, "or the end of the expression, found ';'"},
        Rejection{"SecondAssignment", "D(a)=L(a)=R(a)", 9, "found '='"},
        Rejection{"Division", "D(a)=L(a)/2", 9, "division is not part of the grammar"},
        Rejection{"DivisionFirst", "D(a)=2*/L(a)", 7, "division is not part of the grammar"},
        Rejection{"Grouping", "D(a)=2*(L(a)+R(a))", 7, "grouping is not part of the grammar"},
        Rejection{"SecondBrackets", "D(a)=L(a)(b)", 9, "grouping is not part of the grammar"},
        Rejection{"EinsumString", "ij,jk->ik", 2, "'(' or '[' after 'ij', found ','"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Tensors, RejectedExpression,
    testing::Values(
        Rejection{"OutputWithoutBrackets", "D=L(a)", 1, "rank 0 is written with empty brackets"},
        Rejection{"NoBracketsAtAll", "ab=ba", 2, "empty brackets, an einsum string with '->'"},
        Rejection{"InputWithoutBrackets", "D()=L*R()", 5, "'(' or '[' after 'L', found '*'"},
        Rejection{"MissingName", "(a)=L(a)", 0, "the output tensor, found '('"},
        Rejection{"OutputBracketLeftOpen", "D(a=L(a)", 3, "a separator or ')', found '='"},
        Rejection{"BracketLeftOpen", "D(a)=L[a", 8, "a separator or ']', found the end"},
        Rejection{"BracketsOfTwoKinds", "D(a]=L(a)", 3, "a separator or ')', found ']'"},
        Rejection{"BracketNeverOpened", "D(a))=L(a)", 4, "found ')'"},
        Rejection{"EmptyItem", "D(a,,b)=L(a,b)", 4, "a label, found ','"},
        Rejection{"EmptyItemBetweenBars", "D(a| |b)=L(a,b)", 5, "a label, found '|'"},
        Rejection{"LeadingComma", "D(,a)=L(a)", 2, "a label, found ','"},
        Rejection{"TrailingComma", "D(a, )=L(a)", 5, "a label, found ')'"},
        Rejection{"LabelWithLeadingDigit", "D(1a)=L(a)", 2, "labels begin with a letter or '_'"},
        Rejection{"NonAsciiLabel", "D(\xc3\xa9)=L()", 2, "byte 0xC3, which is not ASCII"},
        Rejection{"NonAsciiInName", "D()=L\xc3\xa9()", 5, "byte 0xC3, which is not ASCII"},
        Rejection{"ControlCharacter", "D()\x1b=L()", 3, "control character 0x1B"},
        Rejection{"NulByte", std::string("D()=L()\0", 8), 7, "control character 0x00"},
        Rejection{"OutputOfRank65", "D(" + many_labels(65) + ")=L()", 130, "more than 64"},
        Rejection{"InputOfRank65", "D()=L(" + many_labels(65) + ")", 134, "'L' has more than 64"},
        Rejection{"OverlongName", std::string(99, 'N'), 99, "'" + std::string(32, 'N') + "...'"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    NumbersAndConjugates, RejectedExpression,
    testing::Values(
        Rejection{"NumbersOnly", "D()=2", 4, "at least one tensor"},
        Rejection{"NumbersOnlyLater", "D()=L()-2*3+R()", 8, "at least one tensor"},
        Rejection{"LonePoint", "D()=.*L()", 5, "a digit, found '*'"},
        Rejection{"TwoPoints", "D()=1.2.3*L()", 7, "found '.'"},
        Rejection{"ExponentWithoutDigits", "D()=2e+*L()", 5, "found 'e'"},
        Rejection{"Hexadecimal", "D()=0x2*L()", 5, "found 'x'"},
        Rejection{"TooLargeNumber", "D()=1e999*L()", 4, "outside the range of double"},
        Rejection{"TooSmallNumber", "D()=L()*1e-999", 8, "outside the range of double"},
        Rejection{"TooLargeProduct", "D()=1e200*L()*1e200", 14, "outside the range of double"},
        Rejection{"TooSmallProduct", "D()=1e-200*1e-200*L()", 11, "outside the range of double"},
        Rejection{"BlankBeforeConjugatingPlus", "D()=L +(a)", 6, "as in 'L+('"},
        Rejection{"BlankAfterConjugatingPlus", "D()=L+ (a)", 5, "as in 'L+('"},
        Rejection{"ConjugatedOutput", "D+(a)=L(a)", 1, "the output cannot be conjugated"},
        Rejection{"OutputInConj", " conj(D(a))=L(a)", 1, "the output cannot be conjugated"},
        Rejection{"ConjLeftOpen", "D()=conj(L(a)", 13, "')' after the one tensor"},
        Rejection{"ConjWithWrongEnd", "D()=conj[L(a))", 13, "']' after the one tensor"},
        Rejection{"ConjOfAProduct", "D()=conj(L(a)*R(a))", 13, "after the one tensor"},
        Rejection{"ConjOfANumber", "D()=conj(2*L(a))", 9, "conj takes one tensor"},
        Rejection{"ConjWithoutBrackets", "D()=conj L(a)", 9, "'(' or '[' after 'conj'"}),
    name_of);

}  // namespace
}  // namespace ttgt
