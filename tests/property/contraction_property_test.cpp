// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What must hold for any contraction, on random ones. A failure prints the seed; setting
// TTGT_TEST_SEED to it runs that case alone. Problems full of small integers are exact in every
// dtype, so that results of different plans must be equal, not close.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "tests/support/check_contraction.h"
#include "tests/support/random_problem.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t exact_multiply_adds = 4096;

CheckOptions options_for(std::uint64_t seed, std::int64_t limit) {
    CheckOptions options;
    options.workspace_limit = limit;
    options.threads = seed % 2 == 0 ? 1 : 2;
    return options;
}

class RandomContractions : public testing::TestWithParam<std::int64_t> {};

TEST_P(RandomContractions, AgreeWithTheReference) {
    for (const std::uint64_t seed : seeds(1, 1000)) {
        CheckOptions options = options_for(seed, GetParam());
        options.entry = static_cast<Entry>(seed / 2 % 3);
        ASSERT_TRUE(check_contraction(draw_problem(seed), options));
    }
}

TEST_P(RandomContractions, AreExactOnSmallIntegers) {
    DrawOptions draw;
    draw.max_multiply_adds = exact_multiply_adds;
    for (const std::uint64_t seed : seeds(10001, 1000)) {
        CheckOptions options = options_for(seed, GetParam());
        options.fill = Fill::integers;
        ASSERT_TRUE(check_contraction(draw_problem(seed, draw), options));
    }
}

INSTANTIATE_TEST_SUITE_P(WorkspaceLimit, RandomContractions,
                         testing::Values(std::int64_t{0}, std::int64_t{100}, std::int64_t{1000},
                                         std::int64_t{10000}, unlimited));

TEST(LargerRandomContractions, AgreeWithTheReference) {
    DrawOptions draw;
    draw.max_multiply_adds = 1 << 19;
    for (const std::uint64_t seed : seeds(20001, 200)) {
        const std::int64_t limit = seed % 3 == 0 ? 20000 : unlimited;
        ASSERT_TRUE(check_contraction(draw_problem(seed, draw), options_for(seed, limit)));
    }
}

TestProblem draw_exact(std::uint64_t seed) {
    DrawOptions draw;
    draw.max_multiply_adds = exact_multiply_adds;
    return draw_problem(seed, draw);
}

/// The elements of D after computing, in the order of `order`'s modes.
std::vector<Scalar> elements(const GuardedArray& d, const GuardedArray& order) {
    std::vector<Scalar> values;
    order.for_each_offset([&](std::int64_t offset) { values.push_back(d.get(offset)); });
    return values;
}

std::vector<Scalar> result(const TestProblem& problem, TestTensors tensors,
                           std::int64_t limit = unlimited) {
    EXPECT_TRUE(compute(problem, tensors, options_for(problem.seed, limit))) << describe(problem);
    return elements(tensors.d, tensors.before);
}

/// The same elements in the same places under another order of the modes.
GuardedArray reorder(const GuardedArray& array, const Layout& layout) {
    GuardedArray reordered(array.dtype(), layout);
    array.for_each_offset([&](std::int64_t offset) { reordered.set(offset, array.get(offset)); });
    return reordered;
}

TestOperand permute(const TestOperand& operand, Random& random) {
    std::vector<std::size_t> order(operand.labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    TestOperand permuted = operand;
    for (std::size_t mode = 0; mode < order.size(); ++mode) {
        permuted.labels[mode] = operand.labels[order[mode]];
        permuted.layout.extents[mode] = operand.layout.extents[order[mode]];
        permuted.layout.strides[mode] = operand.layout.strides[order[mode]];
    }
    return permuted;
}

TEST(ContractionProperty, PermutingModesWithTheirLabelsChangesNothing) {
    for (const std::uint64_t seed : seeds(30001, 200)) {
        const TestProblem problem = draw_exact(seed);
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        Random random(seed);
        TestProblem permuted = problem;
        TestTensors reordered = tensors;
        permuted.d = permute(problem.d, random);
        reordered.d = reorder(tensors.d, permuted.d.layout);
        for (std::size_t input = 0; input < problem.inputs.size(); ++input) {
            permuted.inputs[input] = permute(problem.inputs[input], random);
            reordered.inputs[input] = reorder(tensors.inputs[input], permuted.inputs[input].layout);
        }

        ASSERT_EQ(result(problem, tensors), result(permuted, reordered)) << describe(problem);
    }
}

TEST(ContractionProperty, SwappingTheInputsChangesNothing) {
    DrawOptions draw;
    draw.max_multiply_adds = exact_multiply_adds;
    draw.inputs = 2;
    for (const std::uint64_t seed : seeds(40001, 200)) {
        const TestProblem problem = draw_problem(seed, draw);
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        TestProblem swapped = problem;
        std::swap(swapped.inputs[0], swapped.inputs[1]);
        TestTensors swapped_tensors = tensors;
        std::swap(swapped_tensors.inputs[0], swapped_tensors.inputs[1]);

        ASSERT_EQ(result(problem, tensors), result(swapped, swapped_tensors)) << describe(problem);
    }
}

TEST(ContractionProperty, WorkspaceLimitsChangeNothing) {
    for (const std::uint64_t seed : seeds(50001, 200)) {
        const TestProblem problem = draw_exact(seed);
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        const std::vector<Scalar> whole = result(problem, tensors);

        for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{512}, std::int64_t{4096}}) {
            ASSERT_EQ(whole, result(problem, tensors, limit))
                << describe(problem) << "\n  limit " << limit;
        }
    }
}

TEST(ContractionProperty, IsLinearInAlpha) {
    for (const std::uint64_t seed : seeds(60001, 150)) {
        TestProblem problem = draw_exact(seed);
        problem.alpha = {1.0, 0.0};
        problem.beta = Scalar{0.0, 0.0};
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        const std::vector<Scalar> once = result(problem, tensors);

        problem.alpha = {-2.5, 0.0};
        const std::vector<Scalar> scaled = result(problem, tensors);

        for (std::size_t i = 0; i < once.size(); ++i) {
            ASSERT_EQ(scaled[i], -2.5 * once[i]) << describe(problem);
        }
    }
}

TEST(ContractionProperty, IsLinearInBeta) {
    for (const std::uint64_t seed : seeds(70001, 150)) {
        TestProblem problem = draw_exact(seed);
        problem.beta = Scalar{-1.5, 0.0};
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        const std::vector<Scalar> both = result(problem, tensors);
        const std::vector<Scalar> before = elements(tensors.before, tensors.before);

        problem.beta = Scalar{0.0, 0.0};
        const std::vector<Scalar> product = result(problem, tensors);

        for (std::size_t i = 0; i < both.size(); ++i) {
            ASSERT_EQ(both[i], product[i] - 1.5 * before[i]) << describe(problem);
        }
    }
}

}  // namespace
}  // namespace ttgt::test
