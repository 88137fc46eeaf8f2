// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/expression/expression.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/expression_values.h"

namespace ttgt {
namespace {

using Labels = std::vector<std::string>;
using test::value_of;

Factor tensor(std::string name, Labels labels, bool conjugated = false) {
    return {std::move(name), std::move(labels), conjugated, 0, {}};
}

/// The only factor of `text`, an expression with one term of one factor.
Factor only_factor(const std::string& text) {
    const Expression value = value_of(text);
    EXPECT_EQ(value.terms.size(), 1U) << text;
    EXPECT_EQ(value.terms.front().factors.size(), 1U) << text;
    return value.terms.front().factors.front();
}

TEST(ParseExpression, ContractionGivesOutputAssignmentAndFactors) {
    const Expression value = value_of("D(a,b,i)+=L(a,c,i,k)*R(k,b,c)");

    EXPECT_EQ(value.output, tensor("D", {"a", "b", "i"}));
    EXPECT_EQ(value.assignment, Assignment::add);
    ASSERT_EQ(value.terms.size(), 1U);
    EXPECT_EQ(value.terms[0].scale, 1.0);
    EXPECT_EQ(value.terms[0].factors, (std::vector<Factor>{tensor("L", {"a", "c", "i", "k"}),
                                                           tensor("R", {"k", "b", "c"})}));
}

TEST(ParseExpression, TextAndColumnsAreKept) {
    const std::string text = " D(a , bc) = 2*conj( L(bc a))";

    const Expression expression = parse_expression(text);

    EXPECT_EQ(expression.text, text);
    EXPECT_EQ(expression.output.column, 1U);
    EXPECT_EQ(expression.output.label_columns, (std::vector<std::size_t>{3, 7}));
    const Factor& l = expression.terms.at(0).factors.at(0);
    EXPECT_EQ(l.column, 21U);
    EXPECT_EQ(l.label_columns, (std::vector<std::size_t>{23, 26}));
}

TEST(ParseExpression, EachAssignmentIsToldApart) {
    EXPECT_EQ(value_of("D(a)=L(a)").assignment, Assignment::assign);
    EXPECT_EQ(value_of("D(a) += L(a)").assignment, Assignment::add);
    EXPECT_EQ(value_of("D(a)\t-=\nL(a)").assignment, Assignment::subtract);
}

TEST(ParseExpression, SpellingsOfOtherProgramsGiveTheSameValue) {
    const Expression value = value_of("D(i,j)+=L(i,k)*R(k,j)");

    EXPECT_EQ(value_of("D[i j] += L[i k] * R[k j]"), value);
    EXPECT_EQ(value_of("D(i|j) += L(i|k) * R(k|j)"), value);
    EXPECT_EQ(value_of("D ( i,j )\r\n+=\tL [i , k]*R(k |j)"), value);
}

TEST(ParseExpression, OneNameMayStandForSeveralTensors) {
    const Expression value = value_of("T(a,b,i,j)+=T(a,i)*T(b,j)");

    EXPECT_EQ(value.terms[0].factors,
              (std::vector<Factor>{tensor("T", {"a", "i"}), tensor("T", {"b", "j"})}));
}

TEST(ParseExpression, NamesAndLabelsMayHaveDigitsAndUnderscores) {
    const Expression value = value_of("Z57_1(l1b,d1b)+=_(P,p)*Aa(p,l1b,P,d1b)");

    EXPECT_EQ(value.output, tensor("Z57_1", {"l1b", "d1b"}));
    EXPECT_EQ(value.terms[0].factors[0], tensor("_", {"P", "p"}));
}

TEST(ParseExpression, EmptyBracketsMeanRank0) {
    EXPECT_EQ(value_of("Z57()+=S(d1,l1)*Z(l1,d1)").output, tensor("Z57", {}));
    EXPECT_EQ(value_of("W(a,b)+=F(a,b)*K( )").terms[0].factors[1], tensor("K", {}));
    EXPECT_EQ(only_factor("D[]=L[\t]"), tensor("L", {}));
}

TEST(ParseExpression, RepeatedLabelsAreLeftToBinding) {
    EXPECT_EQ(value_of("D(a,a)=L(a,a)").output, tensor("D", {"a", "a"}));
}

TEST(ParseExpression, ProductMayHaveAnyNumberOfFactors) {
    const Expression value = value_of("V(i,j,k) = A(l,k)*B(m,j)*C(n,i)*U(l,m,n)");

    EXPECT_EQ(value.terms[0].factors.size(), 4U);
    EXPECT_EQ(value.terms[0].factors[3], tensor("U", {"l", "m", "n"}));
}

TEST(ParseExpression, SumGivesSignedTerms) {
    const Expression value = value_of("D(a,b) = 2*L(a,b) - 0.5*R(a,b) + K(a,c)*M(c,b)");

    ASSERT_EQ(value.terms.size(), 3U);
    EXPECT_EQ(value.terms[0].scale, 2.0);
    EXPECT_EQ(value.terms[1].scale, -0.5);
    EXPECT_EQ(value.terms[2].scale, 1.0);
    EXPECT_EQ(value.terms[2].factors.size(), 2U);
}

TEST(ParseExpression, FirstTermMayHaveASign) {
    EXPECT_EQ(value_of("D(a) = -L(a)").terms[0].scale, -1.0);
    EXPECT_EQ(value_of("D(a)-=+3*L(a)").terms[0].scale, 3.0);
    EXPECT_EQ(value_of("D(a)-=-L(a)").terms[0].scale, -1.0);
}

TEST(ParseExpression, LiteralsMayStandAnywhereInAProduct) {
    EXPECT_EQ(value_of("D(a)=2*L(a)*.25*R()*1.5E+2*3.").terms[0].scale, 225.0);
    EXPECT_EQ(value_of("D(a)=L(a)*1e-3").terms[0].scale, 1e-3);
    EXPECT_EQ(value_of("D(a)=-0*L(a)").terms[0].scale, 0.0);
    EXPECT_EQ(value_of("D(a)=5e-324*L(a)").terms[0].scale, 5e-324);
}

TEST(ParseExpression, PlusBetweenNameAndBracketConjugates) {
    EXPECT_EQ(only_factor("D(a)=L+(a)"), tensor("L", {"a"}, true));
    EXPECT_EQ(only_factor("D(a)=L+[a]"), tensor("L", {"a"}, true));
    EXPECT_EQ(value_of("D(a)=L(a)+R+(a)+K(a)").terms[1].factors[0], tensor("R", {"a"}, true));
}

TEST(ParseExpression, ConjAroundATensorConjugates) {
    EXPECT_EQ(only_factor("D(a)=conj(L(a))"), tensor("L", {"a"}, true));
    EXPECT_EQ(only_factor("D(a)=conj [ L (a) ]"), tensor("L", {"a"}, true));
}

TEST(ParseExpression, ConjugationsCancelInPairs) {
    EXPECT_EQ(only_factor("D(a)=conj(L+(a))"), tensor("L", {"a"}, false));
    EXPECT_EQ(only_factor("D(a)=conj(conj(L(a)))"), tensor("L", {"a"}, false));
    EXPECT_EQ(only_factor("D(a)=conj(conj[L+(a)])"), tensor("L", {"a"}, true));
}

TEST(ParseExpression, ConjWithoutATensorInsideIsAName) {
    EXPECT_EQ(only_factor("D(a)=conj(a,b)"), tensor("conj", {"a", "b"}));
    EXPECT_EQ(only_factor("D(a)=conj()"), tensor("conj", {}));
    EXPECT_EQ(only_factor("D(a)=conj(a b)"), tensor("conj", {"a", "b"}));
    EXPECT_EQ(only_factor("D(a)=conj(conj(a))"), tensor("conj", {"a"}, true));
    EXPECT_EQ(only_factor("D(a)=conj+(a)"), tensor("conj", {"a"}, true));
    EXPECT_EQ(value_of("conj(a)=L(a)").output, tensor("conj", {"a"}));
}

TEST(ParseExpression, DeepNestingNeedsNoStack) {
    constexpr std::size_t depth = 1000001;
    std::string text = "D(a)=";
    for (std::size_t i = 0; i < depth; ++i) text += "conj(";
    text += "L(a)" + std::string(depth, ')');

    EXPECT_TRUE(only_factor(text).conjugated);
}

TEST(ParseExpression, Rank64IsAccepted) {
    std::string labels = "x0";
    for (int i = 1; i < 64; ++i) labels += " x" + std::to_string(i);

    const Expression value = value_of("D(" + labels + ")=L[" + labels + "]");

    EXPECT_EQ(value.output.labels.size(), 64U);
    EXPECT_EQ(value.output.labels, value.terms[0].factors[0].labels);
}

TEST(ExpressionToString, CanonicalSpellingHasCommasSignsAndPlusForConjugates) {
    EXPECT_EQ(to_string(parse_expression("D[a b]=conj(L(a|c))*.50*R(c,b)-K()*2-M(a b)*1")),
              "D(a,b) = 0.5 * L+(a,c) * R(c,b) - 2 * K() - M(a,b)");
    EXPECT_EQ(to_string(parse_expression("D(a)-=-L(a)+1e-3*R(a)")), "D(a) -= -L(a) + 0.001 * R(a)");
    EXPECT_EQ(to_string(parse_expression("D(a)+=L(a)")), "D(a) += L(a)");
}

}  // namespace
}  // namespace ttgt
