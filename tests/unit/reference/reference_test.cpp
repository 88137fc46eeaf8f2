// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/reference/reference.h"

#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/problems/random_problem.h"
#include "tests/support/problems/reference_problems.h"
#include "tests/support/refusal.h"
#include "tests/support/test_tensors.h"

namespace ttgt::reference {
namespace {

using test::refusal_of;
using testing::HasSubstr;

using Complex = std::complex<double>;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::vector<Scalar> values(const std::vector<Value>& results) {
    std::vector<Scalar> scalars;
    for (const Value& result : results) scalars.push_back(result.value);
    return scalars;
}

std::vector<Scalar> evaluate_values(const Problem& problem) {
    return values(evaluate(problem, nullptr));
}

using Scalars = std::vector<Scalar>;

TEST(Reference, MultipliesMatrices) {
    const std::vector<double> l{1, 2, 3, 4};  // [1 3; 2 4]
    const std::vector<double> r{5, 6, 7, 8};  // [5 7; 6 8]
    const Problem given = problem("ij", {2, 2}, {input("ik", l, {2, 2}), input("kj", r, {2, 2})});

    EXPECT_EQ(evaluate_values(given), (Scalars{23, 34, 31, 46}));
}

TEST(Reference, TransposesOneInput) {
    const std::vector<float> l{1, 2, 3, 4, 5, 6};

    EXPECT_EQ(evaluate_values(problem("ba", {3, 2}, {input("ab", l, {2, 3})})),
              (Scalars{1, 3, 5, 2, 4, 6}));
}

TEST(Reference, SumsTheDiagonalForATrace) {
    const std::vector<double> l{1, 2, 3, 4};

    EXPECT_EQ(evaluate_values(problem("", {}, {input("ii", l, {2, 2})})), Scalars{5});
    EXPECT_EQ(evaluate_values(problem("i", {2}, {input("ii", l, {2, 2})})), (Scalars{1, 4}));
}

TEST(Reference, MultipliesOuter) {
    const std::vector<double> l{1, 2};
    const std::vector<double> r{3, 4, 5};

    EXPECT_EQ(evaluate_values(problem("ij", {2, 3}, {input("i", l, {2}), input("j", r, {3})})),
              (Scalars{3, 6, 4, 8, 5, 10}));
}

TEST(Reference, MultipliesElementwise) {
    const std::vector<double> l{1, 2, 3};
    const std::vector<double> r{4, 5, 6};

    EXPECT_EQ(evaluate_values(problem("i", {3}, {input("i", l, {3}), input("i", r, {3})})),
              (Scalars{4, 10, 18}));
}

TEST(Reference, KeepsBatchesApart) {
    const std::vector<double> l{1, 2, 3, 4};  // (k, e)
    const std::vector<double> r{5, 6, 7, 8};  // (k, e)

    EXPECT_EQ(evaluate_values(problem("e", {2}, {input("ke", l, {2, 2}), input("ke", r, {2, 2})})),
              (Scalars{17, 53}));
}

TEST(Reference, SumsLoneLabelsOfBothInputs) {
    const std::vector<double> l{1, 2, 3, 4};  // (i, x): sums 4, 6
    const std::vector<double> r{1, 10};       // (y): sum 11

    EXPECT_EQ(evaluate_values(problem("i", {2}, {input("ix", l, {2, 2}), input("y", r, {2})})),
              (Scalars{44, 66}));
}

TEST(Reference, ReadsDiagonalsInsideAContraction) {
    const std::vector<double> l{1, 2, 3, 4, 5, 6, 7, 8};  // (a, a, b): (1, 4), (5, 8)
    const std::vector<double> r{1, 2};                    // (b)

    EXPECT_EQ(evaluate_values(problem("a", {2}, {input("aab", l, {2, 2, 2}), input("b", r, {2})})),
              (Scalars{11, 20}));
}

TEST(Reference, ConjugatesWhereAsked) {
    const std::vector<Complex> l{{1, 2}, {3, -1}};
    const std::vector<Complex> r{{0, 1}, {2, 0}};
    Problem given = problem("", {}, {input("k", l, {2}), input("k", r, {2})});

    EXPECT_EQ(evaluate_values(given), Scalars{Scalar(4, -1)});
    given.inputs[0].conjugated = true;
    EXPECT_EQ(evaluate_values(given), Scalars{Scalar(8, 3)});
}

TEST(Reference, MixesRealAndComplex) {
    const std::vector<float> l{2, 3};
    const std::vector<std::complex<float>> r{{1, 1}, {0, -1}};

    EXPECT_EQ(evaluate_values(problem("i", {2}, {input("i", l, {2}), input("i", r, {2})})),
              (Scalars{{2, 2}, {0, -3}}));
}

TEST(Reference, MultipliesScalars) {
    const std::vector<double> two{2};
    const std::vector<double> three{3};
    const std::vector<double> five{5};

    EXPECT_EQ(evaluate_values(problem("", {}, {input("", two, {}), input("", three, {})})),
              Scalars{6});
    EXPECT_EQ(evaluate_values(
                  problem("", {}, {input("", two, {}), input("", three, {}), input("", five, {})})),
              Scalars{30});
}

TEST(Reference, TakesThreeInputsByLoops) {
    const std::vector<double> a{1, 2};
    const std::vector<double> b{3, 4};
    const std::vector<double> m{1, 2, 3, 4};  // (i, j)

    EXPECT_EQ(evaluate_values(problem(
                  "j", {2}, {input("i", a, {2}), input("j", b, {2}), input("ij", m, {2, 2})})),
              (Scalars{15, 44}));
}

TEST(Reference, ScalesAndAccumulates) {
    const std::vector<double> l{1, 2};
    const std::vector<double> before{10, 20};
    Problem given = problem("i", {2}, {input("i", l, {2})});
    given.alpha = {2, 0};
    given.beta = {-1, 0};
    const ConstTensorView before_view = view(before.data(), {2});

    const std::vector<Value> results = evaluate(given, &before_view);

    EXPECT_EQ(values(results), (Scalars{-8, -16}));
    EXPECT_EQ(results[1].magnitude, 24);
}

TEST(Reference, DoesNotReadInputsWhereAlphaIsZero) {
    const std::vector<double> poison{not_a_number, not_a_number};
    const std::vector<double> before{10, 20};
    Problem given = problem("i", {2}, {input("i", poison, {2}), input("i", poison, {2})});
    given.alpha = {0, 0};
    given.beta = {3, 0};
    const ConstTensorView before_view = view(before.data(), {2});

    EXPECT_EQ(values(evaluate(given, &before_view)), (Scalars{30, 60}));
    EXPECT_EQ(values(evaluate_at(given, &before_view, {{1}})), Scalars{60});
}

TEST(Reference, DoesNotReadDWhereBetaIsZero) {
    const std::vector<double> l{1, 2};
    const std::vector<double> poison{not_a_number, not_a_number};
    const ConstTensorView before_view = view(poison.data(), {2});

    EXPECT_EQ(values(evaluate(problem("i", {2}, {input("i", l, {2})}), &before_view)),
              (Scalars{1, 2}));
}

TEST(Reference, GivesNothingForAnEmptyOutput) {
    const std::vector<double> none(1);

    EXPECT_TRUE(evaluate_values(
                    problem("ij", {0, 2}, {input("ik", none, {0, 1}), input("kj", none, {1, 2})}))
                    .empty());
}

TEST(Reference, GivesZeroForAnEmptySum) {
    const std::vector<double> none(1);

    EXPECT_EQ(evaluate_values(
                  problem("ij", {1, 2}, {input("ik", none, {1, 0}), input("kj", none, {0, 2})})),
              (Scalars{0, 0}));
}

TEST(Reference, FollowsNegativeAndZeroStrides) {
    const std::vector<double> data{1, 2, 3};
    const Input reversed{{"i"}, view(data.data() + 2, {3}, {-1})};
    const Input repeated{{"i"}, view(data.data() + 1, {3}, {0})};

    EXPECT_EQ(evaluate_values(problem("i", {3}, {reversed, repeated})), (Scalars{6, 4, 2}));
}

TEST(Reference, CrossesTileBordersOfTheMatrixProduct) {
    const std::int64_t size = 300;
    const std::vector<double> ones(static_cast<std::size_t>(size * size), 1.0);
    const Problem given =
        problem("ij", {size, 2}, {input("ik", ones, {size, size}), input("kj", ones, {size, 2})});

    const std::vector<Value> results = evaluate(given, nullptr);

    for (const Value& result : results) {
        ASSERT_EQ(result.value, Scalar(300));
        ASSERT_EQ(result.magnitude, 300);
    }
}

TEST(Reference, RefusesProblemsThatDoNotFitTogether) {
    const std::vector<double> data(8);
    const Input square = input("ij", data, {2, 2});

    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)evaluate(problem("", {}, {}), nullptr); }),
                HasSubstr("the reference needs at least one input"));
    EXPECT_THAT(
        refusal_of<ExtentMismatch>([&] { (void)evaluate(problem("i", {3}, {square}), nullptr); }),
        HasSubstr("label i has extent 2 in input 1 but 3 before it"));
    EXPECT_THAT(
        refusal_of<RankMismatch>([&] { (void)evaluate(problem("ij", {2}, {square}), nullptr); }),
        HasSubstr("the reference's output has 2 labels but 1 extents"));
    EXPECT_THAT(refusal_of<RankMismatch>([&] {
                    (void)evaluate(problem("i", {2}, {input("i", data, {2, 2})}), nullptr);
                }),
                HasSubstr("input 1 of the reference has 1 labels but rank 2"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)evaluate(problem("ii", {2, 2}, {square}), nullptr);
                }),
                HasSubstr("label i stands twice in the output"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)evaluate(problem("ijk", {2, 2, 2}, {square}), nullptr);
                }),
                HasSubstr("label k stands in the output only"));
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { (void)evaluate_at(problem("i", {2}, {square}), nullptr, {{2}}); }),
                HasSubstr("output index 2 in mode 0 of extent 2"));
    EXPECT_THAT(refusal_of<RankMismatch>([&] {
                    (void)evaluate_at(problem("i", {2}, {square}), nullptr, {{0, 0}});
                }),
                HasSubstr("an output index of 2 numbers for 1 output labels"));
    Problem accumulating = problem("i", {2}, {square});
    accumulating.beta = {1, 0};
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)evaluate(accumulating, nullptr); }),
                HasSubstr("the reference needs D as it was before where beta is not 0"));
}

TEST(Reference, RefusesTensorsOutsideHostMemory) {
    const std::vector<double> data(2);
    const Input device{
        {"i"}, ConstTensorView(DType::float64, packed({2}), data.data(), MemorySpace::device)};

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { (void)evaluate(problem("i", {2}, {device}), nullptr); }),
        HasSubstr("input 1 of the reference is not in host memory"));
}

TEST(ReferenceProperty, MatrixProductAgreesWithLoops) {
    for (const std::uint64_t seed : test::seeds(1000, 200)) {
        test::DrawOptions draw;
        draw.max_multiply_adds = 2000;
        const test::TestProblem drawn = test::draw_problem(seed, draw);
        const test::TestTensors tensors = test::make_tensors(drawn, test::Fill::integers);
        const Problem given = test::reference_problem(drawn, tensors.inputs);
        const ConstTensorView before = tensors.before.view();
        const std::vector<Extents> indices = all_indices(given.output_extents);

        const std::vector<Value> fast = evaluate(given, &before);
        const std::vector<Value> slow = evaluate_at(given, &before, indices);

        ASSERT_EQ(fast.size(), slow.size()) << test::describe(drawn);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            ASSERT_EQ(fast[i].value, slow[i].value) << test::describe(drawn);
            ASSERT_NEAR(fast[i].magnitude, slow[i].magnitude, 1e-10 * slow[i].magnitude)
                << test::describe(drawn);
        }
    }
}

}  // namespace
}  // namespace ttgt::reference
