// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "src/reference/reference.h"
#include "tests/support/random_problem.h"
#include "tests/support/reference_problems.h"
#include "tests/support/test_tensors.h"

namespace ttgt::reference {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(ReferenceCompare, PassesNoiseOfRoundingSize) {
    const std::vector<float> l{1, 2, 3, 4};
    const std::vector<float> r{5, 6, 7, 8};
    const Problem given = problem("ij", {2, 2}, {input("ik", l, {2, 2}), input("kj", r, {2, 2})});
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
    const Problem given = problem("ij", {2, 2}, {input("ik", l, {2, 2}), input("kj", r, {2, 2})});
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

    const Comparison comparison =
        compare(problem("i", {0}, {input("i", none, {0})}), nullptr, view(none.data(), {0}));

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

    EXPECT_THROW(
        (void)compare(problem("i", {2}, {input("i", l, {2})}), nullptr, view(l.data(), {1})),
        InvalidArgument);
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
