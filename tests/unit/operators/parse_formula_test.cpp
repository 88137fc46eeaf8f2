// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The grammar of formulas: what is accepted, and where errors point.
#include <ttgt/error.h>

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "operators/expression/formula.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(const std::string& text) {
    return refusal_of<ExpressionError>([&] { (void)parse_formula(text); });
}

std::vector<Operation> operations(const Instructions& instructions) {
    std::vector<Operation> result;
    for (const Instruction& each : instructions) result.push_back(each.operation);
    return result;
}

TEST(ParseFormula, BecomesPostfix) {
    const Formula formula = parse_formula("D(a) = x(a) - 2*(y(a) + s)/z[a]");
    EXPECT_THAT(operations(formula.element),
                ElementsAre(Operation::load, Operation::number, Operation::load, Operation::scalar,
                            Operation::add, Operation::multiply, Operation::load, Operation::divide,
                            Operation::subtract));
    EXPECT_THAT(formula.inputs, ElementsAre("x", "y", "z"));
    EXPECT_THAT(formula.scalars, ElementsAre("s"));
    EXPECT_TRUE(formula.finish.empty());
}

TEST(ParseFormula, TensorsBindByName) {
    const Formula formula = parse_formula("D(a,b) = x(a,b) + x(b,a) + x(a,b)");
    EXPECT_THAT(formula.inputs, ElementsAre("x"));
    EXPECT_EQ(formula.uses.size(), 3U);  // D, and x in two orders of labels
}

TEST(ParseFormula, SplitsAtTheReduction) {
    const Formula formula = parse_formula("D(a) += 3*max(x(a,b)) + max(y(a), z(a))");
    EXPECT_EQ(formula.reduction, Reduction::max);
    EXPECT_THAT(operations(formula.element), ElementsAre(Operation::load));
    EXPECT_THAT(operations(formula.finish),
                ElementsAre(Operation::load, Operation::number, Operation::reduced,
                            Operation::multiply, Operation::load, Operation::load, Operation::max,
                            Operation::add, Operation::add));
}

TEST(ParseFormula, MaxOfManyIsAFunction) {
    const Formula formula = parse_formula("D(a) = max(x(a), y(a), 0)");
    EXPECT_EQ(formula.reduction, Reduction::none);
    EXPECT_THAT(operations(formula.element),
                ElementsAre(Operation::load, Operation::load, Operation::max, Operation::number,
                            Operation::max));
}

TEST(ParseFormula, RefusesWithTheColumn) {
    EXPECT_THAT(refusal("D(a) x(a)"), HasSubstr("expected '=', '+=' or '-='"));
    EXPECT_THAT(refusal("D(a) = "), HasSubstr("expected a tensor, a scalar, a number or '('"));
    EXPECT_THAT(refusal("D = x(a)"), HasSubstr("empty brackets"));
    EXPECT_THAT(refusal("sqrt(a) = x(a)"), HasSubstr("'sqrt' is a function"));
    EXPECT_THAT(refusal("D(a) = sqrt"), HasSubstr("expected '(' after the function 'sqrt'"));
    EXPECT_THAT(refusal("D(a) = sqr(x(a))"), HasSubstr("only functions take expressions"));
    EXPECT_THAT(refusal("D(a) = sqr(2*x(a))"), HasSubstr("'sqr' is not a function"));
    EXPECT_THAT(refusal("D(a) = (x(a)"), HasSubstr("expected an operator or ')'"));
    EXPECT_THAT(refusal("D(a) = [x(a))"), HasSubstr("expected an operator or ']'"));
    EXPECT_THAT(refusal("D(a) = x(a))"), HasSubstr("the end of the formula"));
    EXPECT_THAT(refusal("D(a) = x(a) y(a)"), HasSubstr("the end of the formula"));
    EXPECT_THAT(refusal("D(a) = exp(x(a), y(a))"), HasSubstr("expected an operator or ')'"));
    EXPECT_THAT(refusal("D() = sum(x(a)) + max(y(b))"), HasSubstr("a second reduction, 'max'"));
    EXPECT_THAT(refusal("D() = sum(norm2(x(a)))"), HasSubstr("a second reduction, 'norm2'"));
    EXPECT_THAT(refusal("D(a) = x(a'"), HasSubstr("expected a separator or ')'"));
}

TEST(ParseFormula, RefusesWhatIsTooLarge) {
    const std::string brackets(100, '(');
    EXPECT_THAT(refusal("D(a) = " + brackets), HasSubstr("nested more than 64 deep"));
    std::string sum = "D(a) = x(a)";
    for (int i = 0; i < 200; ++i) sum += "+x(a)";
    EXPECT_THAT(refusal(sum), HasSubstr("more than 256 operations"));
}

}  // namespace
}  // namespace ttgt
