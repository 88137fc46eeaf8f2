// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Formulas of tiny integers, checked by hand; rules for NaNs, empty sums and the output as operand.
#include <ttgt/operators.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/reference/operators.h"
#include "tests/unit/operators/given_tensors.h"

namespace ttgt {
namespace {

using test::infinity;
using test::tensor;
using test::values;
using testing::ElementsAre;
using testing::HasSubstr;
using Complex = std::complex<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The value of a formula with an output of rank 0 named D and one input x(a).
double of_vector(const std::string& formula, const std::vector<double>& elements) {
    const Tensor<double> x = tensor<double>({static_cast<std::int64_t>(elements.size())}, elements);
    Tensor<double> d({});
    evaluate(formula, d, {x});
    return d();
}

TEST(Evaluation, DividesByDenominatorsInOnePass) {
    const Tensor<double> r = tensor<double>({2, 2}, {6, 8, 12, 20});  // r(i,a)
    const Tensor<double> e = tensor<double>({2}, {1, 2});
    const Tensor<double> f = tensor<double>({2}, {3, 6});
    Tensor<double> t({2, 2});
    evaluate("T(a,i) = R(i,a) / (e(i) - f(a))", t, {r, e, f});
    EXPECT_THAT(values(t), ElementsAre(-3, -2.4, -8, -5));
}

TEST(Evaluation, BroadcastsAbsentLabels) {
    const Tensor<double> x = tensor<double>({2}, {1, 2});
    Tensor<double> d({2, 3});
    evaluate("D(a,b) = x(a)", d, {x});
    EXPECT_THAT(values(d), ElementsAre(1, 2, 1, 2, 1, 2));
}

TEST(Evaluation, ReadsDiagonals) {
    const Tensor<double> x = tensor<double>({2, 2}, {1, 2, 3, 4});
    Tensor<double> d({2});
    evaluate("D(a) = 10*x(a,a)", d, {x});
    EXPECT_THAT(values(d), ElementsAre(10, 40));
}

TEST(Evaluation, TakesScalarsAtEachRun) {
    const Tensor<double> x = tensor<double>({2}, {1, 2});
    Tensor<double> d = tensor<double>({2}, {100, 200});
    EvaluateOptions options;
    options.scalars = {3.0, 2.0};
    evaluate("D(a) = alpha*x(a) + beta*D(a)", d, {x}, options);
    EXPECT_THAT(values(d), ElementsAre(203, 406));
}

TEST(Evaluation, AddsAndSubtracts) {
    const Tensor<double> x = tensor<double>({2}, {1, 2});
    Tensor<double> d = tensor<double>({2}, {10, 20});
    evaluate("D(a) += x(a)*x(a)", d, {x});
    EXPECT_THAT(values(d), ElementsAre(11, 24));
    evaluate("D(a) -= x(a) + 1", d, {x});
    EXPECT_THAT(values(d), ElementsAre(9, 21));
}

TEST(Evaluation, AnInputMayBeTheOutput) {
    Tensor<double> d = tensor<double>({2}, {10, 20});
    evaluate("D(a) = 2*x(a) + D(a)", d, {d});
    EXPECT_THAT(values(d), ElementsAre(30, 60));
}

TEST(Evaluation, ReducesWithinAFormula) {
    const Tensor<double> x = tensor<double>({2, 3}, {1, 2, 3, 4, 5, 6});
    Tensor<double> d = tensor<double>({2}, {100, 200});
    evaluate("D(a) = 2*sum(x(a,b)) + D(a)", d, {x});
    EXPECT_THAT(values(d), ElementsAre(118, 224));
    evaluate("D(a) = prod(x(a,b))", d, {x});
    EXPECT_THAT(values(d), ElementsAre(15, 48));
}

TEST(Evaluation, ReducesToAScalar) {
    EXPECT_EQ(of_vector("D() = sum(x(a))", {1, 2, 3}), 6);
    EXPECT_EQ(of_vector("D() = prod(x(a))", {2, 3, 4}), 24);
    EXPECT_EQ(of_vector("D() = max(abs(x(a)))", {1, -5, 3}), 5);
    EXPECT_EQ(of_vector("D() = min(x(a))", {1, -5, 3}), -5);
    EXPECT_EQ(of_vector("D() = norm2(x(a))", {3, 4}), 5);
    EXPECT_EQ(of_vector("D() = sum(x(a)*x(a))", {1, 2, 3}), 14);
}

TEST(Evaluation, ReductionsOfNothing) {
    EXPECT_EQ(of_vector("D() = sum(x(a))", {}), 0);
    EXPECT_EQ(of_vector("D() = prod(x(a))", {}), 1);
    EXPECT_EQ(of_vector("D() = norm2(x(a))", {}), 0);
    EXPECT_EQ(of_vector("D() = max(x(a))", {}), -infinity);
    EXPECT_EQ(of_vector("D() = min(x(a))", {}), infinity);
}

TEST(Evaluation, AnEmptyOutputIsNotTouched) {
    Tensor<double> d({2, 0});
    const Tensor<double> x({0, 2});
    evaluate("D(a,b) = x(b,a)", d, {x});
}

TEST(Evaluation, NansGoThroughMaxAndMin) {
    for (const std::string name : {"max", "min"}) {
        for (const std::vector<double>& elements :
             {std::vector<double>{nan, 1, 2}, {1, nan, 2}, {1, 2, nan}}) {
            EXPECT_TRUE(std::isnan(of_vector("D() = " + name + "(x(a))", elements))) << name;
            EXPECT_TRUE(std::isnan(of_vector("D() = sum(" + name + "(x(a), 7))", elements)));
            EXPECT_TRUE(std::isnan(of_vector("D() = sum(" + name + "(7, x(a)))", elements)));
        }
    }
    EXPECT_TRUE(std::isnan(of_vector("D() = sum(relu(x(a)))", {nan})));
    EXPECT_TRUE(std::isnan(of_vector("D() = sum(soft_plus(x(a)))", {nan})));
}

TEST(Evaluation, ComplexValues) {
    const Tensor<Complex> x = tensor<Complex>({2}, {{1, 2}, {3, -4}});
    const Tensor<double> e = tensor<double>({2}, {2, 4});
    Tensor<Complex> d({2});
    evaluate("D(a) = conj(x(a)) / e(a)", d, {x, e});
    EXPECT_THAT(values(d), ElementsAre(Complex(0.5, -1), Complex(0.75, 1)));
    evaluate("D(a) = x(a) * x(a)", d, {x});
    EXPECT_THAT(values(d), ElementsAre(Complex(-3, 4), Complex(-7, -24)));
    Tensor<double> norm({});
    evaluate("n() = norm2(x(a))", norm, {x});
    EXPECT_DOUBLE_EQ(norm(), std::sqrt(30.0));
    evaluate("n() = max(abs(x(a)))", norm, {x});
    EXPECT_DOUBLE_EQ(norm(), 5);
}

TEST(Evaluation, RealValuesOfAComplexFormulaStayReal) {
    const Tensor<Complex> z = tensor<Complex>({1}, {Complex(1, 2)});
    const Tensor<double> one = tensor<double>({1}, {1});
    const Tensor<double> zero = tensor<double>({1}, {0});
    Tensor<Complex> d({1});
    evaluate("D(a) = z(a) + x(a)/y(a)", d, {z, one, zero});
    EXPECT_EQ(d(0), Complex(infinity, 2));
    const Tensor<double> large = tensor<double>({1}, {infinity});
    evaluate("D(a) = z(a) + x(a)*y(a)", d, {z, large, one});
    EXPECT_EQ(d(0), Complex(infinity, 2));
    const Tensor<Complex> w = tensor<Complex>({3}, {Complex(infinity), Complex(0, 2), Complex(3)});
    Tensor<double> p({});
    evaluate("P() = norm2(abs(z(a))*abs(z(a)))", p, {w});
    EXPECT_EQ(p(), infinity);
    evaluate("P() = prod(abs(z(a)))", p, {w});
    EXPECT_EQ(p(), infinity);
}

TEST(Evaluation, HalfIsComputedInFloat) {
    Tensor<float16> x({2});
    x(0) = float16(300.0F);
    x(1) = float16(-2.0F);
    Tensor<float> d({});
    evaluate("D() = sum(x(a) * x(a))", d, {x});  // 300 * 300 is beyond the numbers of float16
    EXPECT_EQ(d(), 90004.0F);
}

TEST(Evaluation, SumsOfFloatsAreAddedInDouble) {
    Tensor<float> x({100000});
    x.fill(0.1F);
    Tensor<float> d({});
    evaluate("D() = sum(x(a))", d, {x});
    EXPECT_FLOAT_EQ(d(), 10000.0F);
    x.fill(1e30F);
    evaluate("D() = norm2(x(a))", d, {x});
    EXPECT_FLOAT_EQ(d(), 1e30F * std::sqrt(100000.0F));
}

TEST(Evaluation, EveryFunctionIsTheReferences) {
    const std::vector<std::string> names{
        "identity", "sqrt", "relu",  "conj", "rcp",   "sigmoid",   "tanh",
        "exp",      "log",  "abs",   "neg",  "sin",   "cos",       "tan",
        "sinh",     "cosh", "asin",  "acos", "atan",  "asinh",     "acosh",
        "atanh",    "ceil", "floor", "mish", "swish", "soft_plus", "soft_sign"};
    ASSERT_EQ(names.size(), 28U);
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    for (const std::string& name : names) {
        const double first = name == "acosh" ? 1.5 : 0.3;
        const double second = name == "asin" || name == "acos" || name == "atanh" ? 0.7 : 2.25;
        const Tensor<double> x = tensor<double>({2}, {first, second});
        Tensor<double> d({2});
        evaluate("D(a) = " + name + "(x(a))", d, {x});
        for (const std::int64_t i : {0, 1}) {
            const reference::Bounded expected = reference::apply(name, {x(i), 0}, epsilon);
            EXPECT_NEAR(d(i), expected.value.real(), expected.error) << name;
        }
    }
}

TEST(Evaluation, ComplexFunctionsAreTheReferences) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    for (const std::string name : {"identity", "sqrt", "conj", "rcp", "exp", "log", "abs", "neg"}) {
        const Tensor<Complex> x = tensor<Complex>({2}, {{0.5, -2}, {-3, 0.25}});
        Tensor<Complex> d({2});
        evaluate("D(a) = " + name + "(x(a))", d, {x});
        for (const std::int64_t i : {0, 1}) {
            const reference::Bounded expected = reference::apply(name, {x(i), 0}, epsilon);
            EXPECT_LE(std::abs(d(i) - expected.value), expected.error) << name;
        }
    }
}

TEST(Evaluation, PlanSaysWhatItDoes) {
    Context context;
    const Layout matrix = packed({40, 50});
    const EvaluationPlan plan = plan_evaluation(
        context, "D(a,b) = alpha*x(b,a) + y(a,b)",
        {{DType::float64, matrix}, {DType::float32, packed({50, 40})}, {DType::float64, matrix}});
    EXPECT_THAT(plan.inputs(), ElementsAre("x", "y"));
    EXPECT_THAT(plan.scalars(), ElementsAre("alpha"));
    EXPECT_EQ(plan.bytes(), 2000 * (8 + 4 + 8));
    EXPECT_GT(plan.predicted_ms(), 0);
    EXPECT_THAT(plan.explain(), HasSubstr("alpha*x(b,a) + y(a,b) on cpu"));
    EXPECT_THAT(plan.explain(), HasSubstr("40000 read and written, predicted "));
    EXPECT_EQ(plan.source(), "");
}

TEST(Evaluation, PredictedTimesGrowWithBytesAndFunctions) {
    Context context;
    const auto predicted = [&](const std::string& formula, std::int64_t extent) {
        const OperandLayout operand{DType::float64, packed({extent})};
        return plan_evaluation(context, formula, {operand, operand}).predicted_ms();
    };
    const double once = predicted("D(a) = x(a)", 1000000);
    EXPECT_GT(predicted("D(a) = x(a)", 10000000), 5 * once);
    EXPECT_GT(predicted("D(a) = exp(sin(x(a)))", 1000000), once);
    EXPECT_EQ(predicted("D(a) = x(a)", 0), 0);
}

}  // namespace
}  // namespace ttgt
