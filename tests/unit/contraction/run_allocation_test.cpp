// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A run allocates nothing. The first run of each plan is not counted: the BLAS may set itself up
// then, and threads of the pool start.
#include <ttgt/contraction.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "tests/support/allocation_count.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/sanitizer.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {
namespace {

class AllocationCount : public testing::Test {
protected:
    void SetUp() override {
        if (is_sanitized) GTEST_SKIP() << "the sanitizer owns the allocator";
    }
};

TEST_F(AllocationCount, SeesNewAndMalloc) {
    const std::int64_t before = allocation_count();

    const auto first = std::make_unique<int>(1);
    const auto second = std::make_unique<std::vector<double>>(1000);

    EXPECT_GE(allocation_count() - before, 3);
}

void run(const ContractionPlan& plan, TestTensors& tensors, const RunOptions& options) {
    if (tensors.inputs.size() == 1) {
        plan.run(tensors.d.data(), tensors.inputs[0].data(), options);
    } else {
        plan.run(tensors.d.data(), tensors.inputs[0].data(), tensors.inputs[1].data(), options);
    }
}

/// Allocations of the second of two runs.
std::int64_t allocations_of_a_run(const TestProblem& problem, std::int64_t limit, int threads) {
    ContextOptions context_options;
    context_options.threads = threads;
    context_options.workspace_limit = limit;
    Context context(context_options);
    PlanOptions plan_options;
    if (problem.beta) plan_options.beta_is_zero = *problem.beta == Scalar{};
    const ContractionPlan plan =
        plan_contraction(context, expression(problem), operand_layouts(problem), plan_options);
    TestTensors tensors = make_tensors(problem, Fill::reals);
    RunOptions options;
    options.alpha = problem.alpha;
    options.beta = problem.beta;
    options.workspace = context.workspace(plan.workspace_bytes());
    run(plan, tensors, options);

    const std::int64_t before = allocation_count();
    run(plan, tensors, options);
    return allocation_count() - before;
}

class RunAllocation : public AllocationCount, public testing::WithParamInterface<int> {};

TEST_P(RunAllocation, IsNoneWhateverTheContraction) {
    for (const std::uint64_t seed : seeds(1, 200)) {
        const TestProblem problem = draw_problem(seed);
        for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{2000}, unlimited}) {
            EXPECT_EQ(allocations_of_a_run(problem, limit, GetParam()), 0)
                << describe(problem) << "\n  limit " << limit;
        }
    }
}

TEST_P(RunAllocation, IsNoneForALargeContraction) {
    DrawOptions draw;
    draw.max_multiply_adds = 1 << 22;
    for (const std::uint64_t seed : seeds(1001, 30)) {
        const TestProblem problem = draw_problem(seed, draw);
        EXPECT_EQ(allocations_of_a_run(problem, unlimited, GetParam()), 0) << describe(problem);
    }
}

TEST_P(RunAllocation, IsNoneWhereOperandsInterleave) {
    constexpr std::int64_t extent = 100'001;
    ContextOptions settings;
    settings.threads = GetParam();
    Context context(settings);
    const OperandLayout parts{DType::float64, {{extent}, {2}}};
    const ContractionPlan plan =
        plan_contraction(context, "D(a)=2*L(a)*R()", {parts, parts, {DType::float64, {}}});
    std::vector<double> numbers(2 * extent, 3.0);
    const double two = 2.0;
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    plan.run(numbers.data(), numbers.data() + 1, &two, options);

    const std::int64_t before = allocation_count();
    plan.run(numbers.data(), numbers.data() + 1, &two, options);

    EXPECT_EQ(allocation_count() - before, 0);
    EXPECT_EQ(numbers[2 * (extent - 1)], 12.0);
}

INSTANTIATE_TEST_SUITE_P(Threads, RunAllocation, testing::Values(1, 2));

}  // namespace
}  // namespace ttgt::test
