// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/reference/reference.h"

#include <ttgt/error.h>

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/random_problem.h"
#include "tests/support/test_tensors.h"

namespace ttgt::reference {
namespace {

using Extents = std::vector<std::int64_t>;
using Complex = std::complex<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> split(const std::string& labels) {
    std::vector<std::string> result;
    for (const char label : labels) result.emplace_back(1, label);
    return result;
}

template <class T>
Input input(const std::string& labels, const std::vector<T>& data, Extents extents) {
    return {split(labels), view(data.data(), std::move(extents))};
}

Problem problem(const std::string& labels, Extents extents, std::vector<Input> inputs) {
    return {split(labels), std::move(extents), std::move(inputs), {1.0, 0.0}, {0.0, 0.0}};
}

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
    const Problem given =
        problem("ij", {2, 2}, {input("ik", l, {2, 2}), input("kj", r, {2, 2})});

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
    EXPECT_EQ(evaluate_values(problem(
                  "", {}, {input("", two, {}), input("", three, {}), input("", five, {})})),
              Scalars{30});
}

TEST(Reference, TakesThreeInputsByLoops) {
    const std::vector<double> a{1, 2};
    const std::vector<double> b{3, 4};
    const std::vector<double> m{1, 2, 3, 4};  // (i, j)

    EXPECT_EQ(evaluate_values(problem("j", {2},
                                      {input("i", a, {2}), input("j", b, {2}),
                                       input("ij", m, {2, 2})})),
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
    const std::vector<double> poison{nan, nan};
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
    const std::vector<double> poison{nan, nan};
    const ConstTensorView before_view = view(poison.data(), {2});

    EXPECT_EQ(values(evaluate(problem("i", {2}, {input("i", l, {2})}), &before_view)),
              (Scalars{1, 2}));
}

TEST(Reference, GivesNothingForAnEmptyOutput) {
    const std::vector<double> none(1);

    EXPECT_TRUE(evaluate_values(problem("ij", {0, 2},
                                        {input("ik", none, {0, 1}), input("kj", none, {1, 2})}))
                    .empty());
}

TEST(Reference, GivesZeroForAnEmptySum) {
    const std::vector<double> none(1);

    EXPECT_EQ(evaluate_values(problem("ij", {1, 2},
                                      {input("ik", none, {1, 0}), input("kj", none, {0, 2})})),
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

    EXPECT_THROW((void)evaluate(problem("", {}, {}), nullptr), InvalidArgument);
    EXPECT_THROW((void)evaluate(problem("i", {3}, {square}), nullptr), ExtentMismatch);
    EXPECT_THROW((void)evaluate(problem("ij", {2}, {square}), nullptr), RankMismatch);
    EXPECT_THROW((void)evaluate(problem("i", {2}, {input("i", data, {2, 2})}), nullptr),
                 RankMismatch);
    EXPECT_THROW((void)evaluate(problem("ii", {2, 2}, {square}), nullptr), InvalidArgument);
    EXPECT_THROW((void)evaluate(problem("ijk", {2, 2, 2}, {square}), nullptr), InvalidArgument);
    EXPECT_THROW((void)evaluate_at(problem("i", {2}, {square}), nullptr, {{2}}), InvalidArgument);
    EXPECT_THROW((void)evaluate_at(problem("i", {2}, {square}), nullptr, {{0, 0}}), RankMismatch);
    Problem accumulating = problem("i", {2}, {square});
    accumulating.beta = {1, 0};
    EXPECT_THROW((void)evaluate(accumulating, nullptr), InvalidArgument);
}

TEST(Reference, RefusesTensorsOutsideHostMemory) {
    const std::vector<double> data(2);
    const Input device{{"i"},
                       ConstTensorView(DType::float64, packed({2}), data.data(),
                                       MemorySpace::device)};

    EXPECT_THROW((void)evaluate(problem("i", {2}, {device}), nullptr), InvalidArgument);
}

TEST(ReferenceCompare, PassesNoiseOfRoundingSize) {
    const std::vector<float> l{1, 2, 3, 4};
    const std::vector<float> r{5, 6, 7, 8};
    const Problem given =
        problem("ij", {2, 2}, {input("ik", l, {2, 2}), input("kj", r, {2, 2})});
    const float noise = 1 + std::numeric_limits<float>::epsilon();
    const std::vector<float> d{23 * noise, 34, 31, 46 * noise};

    const Comparison comparison = compare(given, nullptr, view(d.data(), {2, 2}));

    EXPECT_EQ(comparison.outcome, Outcome::ok);
    EXPECT_EQ(comparison.elements, 4);
    EXPECT_GT(comparison.error_over_bound, 0);
    EXPECT_LT(comparison.error_over_bound, 1);
}

TEST(ReferenceCompare, FailsOnOneWrongElementAndSaysWhere) {
    const std::vector<double> l{1, 2, 3, 4};
    const std::vector<double> r{5, 6, 7, 8};
    const Problem given =
        problem("ij", {2, 2}, {input("ik", l, {2, 2}), input("kj", r, {2, 2})});
    const std::vector<double> d{23, 34, 31 + 1e-12, 46};

    const Comparison comparison = compare(given, nullptr, view(d.data(), {2, 2}));

    EXPECT_EQ(comparison.outcome, Outcome::fail);
    EXPECT_GT(comparison.error_over_bound, 1);
    EXPECT_EQ(comparison.worst_index, (Extents{0, 1}));
}

TEST(ReferenceCompare, FailsOnNanAndInfinityThatTheReferenceLacks) {
    const std::vector<double> l{1, 2};
    const Problem given = problem("i", {2}, {input("i", l, {2})});

    for (const double wrong : {nan, std::numeric_limits<double>::infinity()}) {
        const std::vector<double> d{1, wrong};
        const Comparison comparison = compare(given, nullptr, view(d.data(), {2}));
        EXPECT_EQ(comparison.outcome, Outcome::fail);
        EXPECT_EQ(comparison.worst_index, Extents{1});
    }
}

TEST(ReferenceCompare, WantsNansWhereTheReferenceHasThem) {
    const std::vector<double> l{1, nan};
    const Problem given = problem("i", {2}, {input("i", l, {2})});
    const std::vector<double> same{1, nan};
    const std::vector<double> hidden{1, 0};

    EXPECT_EQ(compare(given, nullptr, view(same.data(), {2})).outcome, Outcome::ok);
    EXPECT_EQ(compare(given, nullptr, view(hidden.data(), {2})).outcome, Outcome::fail);
}

TEST(ReferenceCompare, FollowsTheOutputsStrides) {
    const std::vector<double> l{1, 2};
    const Problem given = problem("i", {2}, {input("i", l, {2})});
    const std::vector<double> d{2, -7, 1};

    EXPECT_EQ(compare(given, nullptr, view(d.data() + 2, {2}, {-2})).outcome, Outcome::ok);
}

TEST(ReferenceCompare, SkipsAnEmptyOutput) {
    const std::vector<double> none(1);

    const Comparison comparison = compare(problem("i", {0}, {input("i", none, {0})}), nullptr,
                                          view(none.data(), {0}));

    EXPECT_EQ(comparison.outcome, Outcome::skipped);
    EXPECT_EQ(comparison.elements, 0);
}

TEST(ReferenceCompare, SamplesBeyondTheLimit) {
    const std::vector<double> l(1000, 1.0);
    const Problem given = problem("i", {1000}, {input("i", l, {1000})});
    const CompareOptions options{10, 50, 1};
    const std::vector<double> right(1000, 1.0);
    const std::vector<double> wrong(1000, 2.0);

    const Comparison good = compare(given, nullptr, view(right.data(), {1000}), options);
    const Comparison bad = compare(given, nullptr, view(wrong.data(), {1000}), options);

    EXPECT_EQ(good.outcome, Outcome::ok);
    EXPECT_GE(good.elements, 25);
    EXPECT_LE(good.elements, 50);
    EXPECT_EQ(bad.outcome, Outcome::fail);
}

TEST(ReferenceCompare, RefusesAnOutputOfOtherExtents) {
    const std::vector<double> l{1, 2};

    EXPECT_THROW((void)compare(problem("i", {2}, {input("i", l, {2})}), nullptr,
                               view(l.data(), {1})),
                 InvalidArgument);
}

/// All index tuples, first mode fastest: in the order of `evaluate`.
std::vector<Extents> all_indices(const Extents& extents) {
    std::vector<Extents> indices;
    for (std::int64_t position = 0; position < volume(packed(extents)); ++position) {
        Extents index;
        std::int64_t rest = position;
        for (const std::int64_t extent : extents) {
            index.push_back(rest % extent);
            rest /= extent;
        }
        indices.push_back(std::move(index));
    }
    return indices;
}

std::int64_t offset_of(const Extents& index, const Layout& layout) {
    std::int64_t offset = 0;
    for (std::size_t mode = 0; mode < index.size(); ++mode) {
        offset += index[mode] * layout.strides[mode];
    }
    return offset;
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

TEST(ReferenceProperty, ComparisonFindsAnyPlantedError) {
    for (const std::uint64_t seed : test::seeds(2000, 100)) {
        test::DrawOptions draw;
        draw.max_multiply_adds = 2000;
        draw.may_be_empty = false;
        const test::TestProblem drawn = test::draw_problem(seed, draw);
        test::TestTensors tensors = test::make_tensors(drawn, test::Fill::integers);
        const Problem given = test::reference_problem(drawn, tensors.inputs);
        const ConstTensorView before = tensors.before.view();
        const std::vector<Value> results = evaluate(given, &before);
        const std::vector<Extents> indices = all_indices(given.output_extents);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            tensors.d.set(offset_of(indices[i], drawn.d.layout), results[i].value);
        }

        EXPECT_EQ(compare(given, &before, tensors.d.view()).outcome, Outcome::ok)
            << test::describe(drawn);
        const std::size_t chosen = seed % indices.size();
        const std::int64_t planted = offset_of(indices[chosen], drawn.d.layout);
        const double error = 0.01 * (1.0 + results[chosen].magnitude);
        tensors.d.set(planted, results[chosen].value + error);
        EXPECT_EQ(compare(given, &before, tensors.d.view()).outcome, Outcome::fail)
            << test::describe(drawn);
    }
}

}  // namespace
}  // namespace ttgt::reference
