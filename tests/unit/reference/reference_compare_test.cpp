// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "src/reference/reference.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/problems/reference_problems.h"
#include "tests/support/refusal.h"
#include "tests/support/test_tensors.h"

namespace ttgt::reference {
namespace {

using test::refusal_of;
using testing::HasSubstr;

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
    EXPECT_EQ(good.elements, 50);
    EXPECT_EQ(bad.outcome, Outcome::fail);
}

TEST(ReferenceCompare, SamplesNoMoreThanTheyMayCost) {
    const std::vector<double> l(5000, 1.0);
    const Problem given = problem("i", {50}, {input("ik", l, {50, 100})});
    const std::vector<double> d(50, 100.0);
    CompareOptions options{10, 50, 1};

    options.sample_work = 2000;
    const Comparison affordable = compare(given, nullptr, view(d.data(), {50}), options);
    options.least_samples = 40;
    const Comparison least = compare(given, nullptr, view(d.data(), {50}), options);

    EXPECT_EQ(affordable.elements, 20);
    EXPECT_EQ(least.elements, 40);
    EXPECT_EQ(least.outcome, Outcome::ok);
}

TEST(ReferenceCompare, ComparedIndicesAreAllWithinTheLimitElseASampleWithBothEnds) {
    const std::vector<double> l(6, 1.0);
    const Problem given = problem("ij", {2, 3}, {input("ij", l, {2, 3})});

    EXPECT_EQ(compared_indices(given, {6, 1, 1}), all_indices({2, 3}));
    EXPECT_EQ(compared_indices(given, {5, 2, 1}), (std::vector<Extents>{{0, 0}, {1, 2}}));
    EXPECT_EQ(compared_indices(given, {5, 6, 1}), all_indices({2, 3}));
    EXPECT_TRUE(compared_indices(given, {5, 0, 1}).empty());
}

/// L is nowhere: what stands at an offset is the offset, plus 100 in D before the call.
TEST(ReferenceCompare, ReadsWhatMemoryDoesNotHold) {
    const std::vector<double> nothing(6, nan);
    Problem given = problem("i", {2}, {input("ik", nothing, {2, 3})});
    given.beta = 2.0;
    const std::vector<double> also_nothing(2, nan);
    const ConstTensorView before = view(also_nothing.data(), {2});
    given.read = [&](const ConstTensorView& tensor, const ElementRun& run, Scalar* elements) {
        const double base = tensor.data() == before.data() ? 100 : 0;
        for (std::int64_t i = 0; i < run.count; ++i) {
            elements[i] = base + static_cast<double>(run.offset + i * run.stride);
        }
    };

    const std::vector<Value> values = evaluate_at(given, &before, {{0}, {1}});

    EXPECT_EQ(values[0].value, Scalar(0 + 2 + 4 + 200));
    EXPECT_EQ(values[1].value, Scalar(1 + 3 + 5 + 202));
    EXPECT_EQ(values[1].magnitude, 1 + 3 + 5 + 202);
    const Comparison right =
        compare_elements(given, DType::float64, {{0}, {1}}, {206, 211}, values);
    const Comparison wrong =
        compare_elements(given, DType::float64, {{0}, {1}}, {206, 212}, values);
    EXPECT_EQ(right.outcome, Outcome::ok);
    EXPECT_EQ(wrong.outcome, Outcome::fail);
    EXPECT_EQ(wrong.worst_index, Extents{1});
}

/// Longer than what is read at a time, and not along the fastest mode.
TEST(ReferenceCompare, SumsRunsOfAnyLength) {
    for (const std::int64_t k : {1, 255, 256, 257, 1000}) {
        std::vector<double> l(static_cast<std::size_t>(3 * k));
        for (std::size_t i = 0; i < l.size(); ++i) l[i] = static_cast<double>(i);
        const Problem given = problem("", {}, {input("ak", l, {3, k})});

        const double all = static_cast<double>(3 * k);
        EXPECT_EQ(evaluate_at(given, nullptr, {{}}).at(0).value, Scalar(all * (all - 1) / 2));
    }
}

TEST(ReferenceCompare, RefusesAnOutputOfOtherExtents) {
    const std::vector<double> l{1, 2};

    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)compare(problem("i", {2}, {input("i", l, {2})}), nullptr,
                                  view(l.data(), {1}));
                }),
                HasSubstr("D is 1 strides 1, not of the output's extents"));
}

TEST(ReferenceProperty, ComparisonFindsAnyPlantedError) {
    for (const std::uint64_t seed : test::seeds(2000, 100)) {
        test::DrawOptions draw;
        draw.max_multiply_adds = 2000;
        draw.may_be_empty = false;
        draw.halves = false;  // they round by more than the error
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
