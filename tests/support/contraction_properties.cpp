// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/contraction_properties.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "tests/support/problems/random_problem.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t exact_multiply_adds = 4096;

TestProblem draw_exact(std::uint64_t seed) {
    DrawOptions draw;
    draw.max_multiply_adds = exact_multiply_adds;
    draw.halves = false;
    return draw_problem(seed, draw);
}

/// The elements of D after computing, in the order of `order`'s modes.
std::vector<Scalar> elements(const GuardedArray& d, const GuardedArray& order) {
    std::vector<Scalar> values;
    order.for_each_offset([&](std::int64_t offset) { values.push_back(d.get(offset)); });
    return values;
}

std::vector<Scalar> result(const TestProblem& problem, TestTensors tensors,
                           const OptionsFor& options_for, std::int64_t limit = unlimited) {
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

/// Strides of windows: from one to the next no further than one is long, often less.
Layout window_layout(Random& random, const std::vector<std::int64_t>& extents) {
    Layout layout{extents, {}};
    std::int64_t length = 1;
    for (const std::int64_t extent : extents) {
        // Half as far is where halves of a label merge with the next one.
        const std::int64_t stride =
            random.pick(std::vector{length, (length + 1) / 2, random.between(1, length)});
        layout.strides.push_back(stride);
        length += (extent - 1) * stride;
    }
    return layout;
}

/// D(n,a,b)=L(a,b,k)*R(k,n), the modes of each operand in any order.
TestProblem draw_windows(std::uint64_t seed) {
    Random random(seed);
    const std::int64_t a = random.between(2, 14);
    const std::int64_t b = random.between(2, 40);
    const std::int64_t k = random.between(2, 20);
    const std::int64_t n = random.between(2, 40);
    TestProblem problem;
    problem.seed = seed;
    problem.d = permute({DType::float64, {"n", "a", "b"}, packed({n, a, b})}, random);
    problem.d.layout = packed(problem.d.layout.extents);
    const TestOperand l{DType::float64, {"a", "b", "k"}, window_layout(random, {a, b, k})};
    const TestOperand r{DType::float64, {"k", "n"}, window_layout(random, {k, n})};
    problem.inputs = {permute(l, random), permute(r, random)};
    return problem;
}

}  // namespace

void check_overlapping_windows(const OptionsFor& options_for, int cases) {
    for (const std::uint64_t seed : seeds(80001, cases)) {
        const TestProblem problem = draw_windows(seed);
        Random random(seed);
        CheckOptions options = options_for(seed, random.between(1000, 16000));
        options.strategy = random.chance(50) ? "auto" : "classic";
        ASSERT_TRUE(check_contraction(problem, options));
    }
}

void check_random(const OptionsFor& options_for, std::int64_t limit, int cases) {
    for (const std::uint64_t seed : seeds(1, cases)) {
        CheckOptions options = options_for(seed, limit);
        options.entry = static_cast<Entry>(seed / 2 % 3);
        ASSERT_TRUE(check_contraction(draw_problem(seed), options));
    }
}

void check_random_integers(const OptionsFor& options_for, std::int64_t limit, int cases) {
    for (const std::uint64_t seed : seeds(10001, cases)) {
        CheckOptions options = options_for(seed, limit);
        options.fill = Fill::integers;
        ASSERT_TRUE(check_contraction(draw_exact(seed), options));
    }
}

void check_random_networks(const OptionsFor& options_for, std::int64_t limit, int cases) {
    DrawOptions draw;
    // Each product of two would round again.
    draw.halves = false;
    for (const std::uint64_t seed : seeds(70001, cases)) {
        draw.inputs = 3 + seed % 4;
        CheckOptions options = options_for(seed, limit);
        options.entry = static_cast<Entry>(seed / 4 % 3);
        options.fill = seed % 2 == 0 ? Fill::integers : Fill::reals;
        ASSERT_TRUE(check_contraction(draw_problem(seed, draw), options));
    }
}

void check_larger_random(const OptionsFor& options_for, int cases) {
    DrawOptions draw;
    draw.max_multiply_adds = 1 << 19;
    for (const std::uint64_t seed : seeds(20001, cases)) {
        const std::int64_t limit = seed % 3 == 0 ? 20000 : unlimited;
        ASSERT_TRUE(check_contraction(draw_problem(seed, draw), options_for(seed, limit)));
    }
}

void check_permuted_modes(const OptionsFor& options_for, int cases) {
    for (const std::uint64_t seed : seeds(30001, cases)) {
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

        ASSERT_EQ(result(problem, tensors, options_for), result(permuted, reordered, options_for))
            << describe(problem);
    }
}

void check_swapped_inputs(const OptionsFor& options_for, int cases) {
    DrawOptions draw;
    draw.max_multiply_adds = exact_multiply_adds;
    draw.halves = false;
    draw.inputs = 2;
    for (const std::uint64_t seed : seeds(40001, cases)) {
        const TestProblem problem = draw_problem(seed, draw);
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        TestProblem swapped = problem;
        std::swap(swapped.inputs[0], swapped.inputs[1]);
        TestTensors swapped_tensors = tensors;
        std::swap(swapped_tensors.inputs[0], swapped_tensors.inputs[1]);

        ASSERT_EQ(result(problem, tensors, options_for),
                  result(swapped, swapped_tensors, options_for))
            << describe(problem);
    }
}

void check_workspace_limits(const OptionsFor& options_for, int cases) {
    for (const std::uint64_t seed : seeds(50001, cases)) {
        const TestProblem problem = draw_exact(seed);
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        const std::vector<Scalar> whole = result(problem, tensors, options_for);

        for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{512}, std::int64_t{4096}}) {
            ASSERT_EQ(whole, result(problem, tensors, options_for, limit))
                << describe(problem) << "\n  limit " << limit;
        }
    }
}

void check_linearity_in_alpha(const OptionsFor& options_for, int cases) {
    for (const std::uint64_t seed : seeds(60001, cases)) {
        TestProblem problem = draw_exact(seed);
        problem.alpha = {1.0, 0.0};
        problem.beta = Scalar{0.0, 0.0};
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        const std::vector<Scalar> once = result(problem, tensors, options_for);

        problem.alpha = {-2.5, 0.0};
        const std::vector<Scalar> scaled = result(problem, tensors, options_for);

        for (std::size_t i = 0; i < once.size(); ++i) {
            ASSERT_EQ(scaled[i], -2.5 * once[i]) << describe(problem);
        }
    }
}

void check_linearity_in_beta(const OptionsFor& options_for, int cases) {
    for (const std::uint64_t seed : seeds(70001, cases)) {
        TestProblem problem = draw_exact(seed);
        problem.beta = Scalar{-1.5, 0.0};
        const TestTensors tensors = make_tensors(problem, Fill::integers);
        const std::vector<Scalar> both = result(problem, tensors, options_for);
        const std::vector<Scalar> before = elements(tensors.before, tensors.before);

        problem.beta = Scalar{0.0, 0.0};
        const std::vector<Scalar> product = result(problem, tensors, options_for);

        for (std::size_t i = 0; i < both.size(); ++i) {
            ASSERT_EQ(both[i], product[i] - 1.5 * before[i]) << describe(problem);
        }
    }
}

}  // namespace ttgt::test
