// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Formulas that only move elements: which ones they are, and that the transpose core evaluates them
// as any other formula is evaluated.
#include <ttgt/operators.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/operators/given_tensors.h"

namespace ttgt {
namespace {

using test::infinity;
using test::tensor;
using test::values;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Complex = std::complex<double>;

/// Evaluates with an output of 3 x 2 elements and x = 1, ..., 6, 2 x 3.
std::vector<double> evaluated(const std::string& formula) {
    const Tensor<double> x = tensor<double>({2, 3}, {1, 2, 3, 4, 5, 6});
    Tensor<double> d = tensor<double>({3, 2}, {10, 20, 30, 40, 50, 60});
    evaluate(formula, d, {x});
    return values(d);
}

/// How a formula of D (3 x 4), x (4 x 3) and y (3) is evaluated.
std::string explained(const std::string& formula, DType of_x = DType::complex128) {
    Context context;
    const bool has_y = formula.find(" y(") != std::string::npos;
    std::vector<OperandLayout> operands{{DType::complex128, packed({3, 4})},
                                        {of_x, packed({4, 3})}};
    if (has_y) operands.push_back({DType::complex128, packed({3})});
    return plan_evaluation(context, formula, operands).explain();
}

TEST(Permutation, MovesElements) {
    EXPECT_THAT(evaluated("D(a,b) = x(b,a)"), ElementsAre(1, 3, 5, 2, 4, 6));
    EXPECT_THAT(evaluated("D(a,b) = -x(b,a)"), ElementsAre(-1, -3, -5, -2, -4, -6));
}

TEST(Permutation, AddsToTheOutput) {
    EXPECT_THAT(evaluated("D(a,b) += x(b,a)"), ElementsAre(11, 23, 35, 42, 54, 66));
    EXPECT_THAT(evaluated("D(a,b) -= x(b,a)"), ElementsAre(9, 17, 25, 38, 46, 54));
    EXPECT_THAT(evaluated("D(a,b) = x(b,a) - D(a,b)"), ElementsAre(-9, -17, -25, -38, -46, -54));
}

TEST(Permutation, ConjugatesTheInputAlone) {
    const Tensor<Complex> x = tensor<Complex>({1, 2}, {{1, 2}, {3, -4}});
    Tensor<Complex> d = tensor<Complex>({2, 1}, {{10, 1}, {20, 1}});
    evaluate("D(a,b) += conj(x(b,a))", d, {x});
    EXPECT_THAT(values(d), ElementsAre(Complex(11, -1), Complex(23, 5)));
}

TEST(Permutation, AnInfinitePartStaysAlone) {
    const Tensor<Complex> x = tensor<Complex>({1, 2}, {{infinity, 2}, {3, -infinity}});
    Tensor<Complex> d = tensor<Complex>({2, 1}, {{10, 1}, {20, 1}});
    evaluate("D(a,b) -= x(b,a)", d, {x});
    EXPECT_THAT(values(d), ElementsAre(Complex(-infinity, -1), Complex(17, infinity)));
}

TEST(Permutation, ReadsDiagonalsAndScalars) {
    const Tensor<double> x = tensor<double>({2, 2}, {1, 2, 3, 4});
    Tensor<double> d({2});
    evaluate("D(a) = x(a,a)", d, {x});
    EXPECT_THAT(values(d), ElementsAre(1, 4));
    Tensor<double> scalar({});
    Tensor<double> sum({});
    scalar() = 7;
    sum() = 5;
    evaluate("D() -= x()", sum, {scalar});
    EXPECT_EQ(sum(), -2);
}

TEST(Permutation, AnInputMayBeTheOutput) {
    Tensor<double> d = tensor<double>({1, 2}, {10, 20});
    evaluate("D(a,b) += x(a,b)", d, {d});
    EXPECT_THAT(values(d), ElementsAre(20, 40));
}

TEST(Permutation, PlansSayWhichFormulasAreTransposes) {
    for (const std::string formula :
         {"D(a,b) = x(b,a)", "D(a,b) += conj(x(b,a))", "D(a,b) -= x(b,a)",
          "D(a,b) = D(a,b) + identity(x(b,a))", "D(a,b) = conj(-x(b,a)) - D(a,b)"}) {
        EXPECT_THAT(explained(formula), HasSubstr("  transpose  ")) << formula;
    }
    for (const std::string formula :
         {"D(a,b) = 2*x(b,a)", "D(a,b) = x(b,a) + x(b,a)", "D(a,b) = conj(D(a,b) + x(b,a))",
          "D(a,b) = exp(x(b,a))", "D(a,b) = x(b,a) + y(a)", "D(a,b) = x(b,a)*D(a,b)",
          "D(a,b) = D(a,b) + D(a,b) + x(b,a)"}) {
        EXPECT_THAT(explained(formula), Not(HasSubstr("  transpose  "))) << formula;
    }
    EXPECT_THAT(explained("D(a,b) = x(b,a)", DType::float64), Not(HasSubstr("  transpose  ")));
}

}  // namespace
}  // namespace ttgt
