// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Groups of transposes and contractions on the CPU: by hand, and drawn ones beside the reference.
#include <ttgt/groups.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/problems/random_group.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

using Doubles = std::vector<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(PlanTransposes, MovesMatricesOfDifferentExtents) {
    const Doubles first{1, 2, 3, 4, 5, 6};
    const Doubles second{7, 8};
    Doubles first_out(6, nan);
    Doubles second_out(2, nan);
    Context context;
    const GroupPlan plan = plan_transposes(
        context, {{packed({3, 2}), packed({2, 3})}, {packed({1, 2}), packed({2, 1})}}, {1, 0},
        DType::float64);
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());

    plan.run({first_out.data(), second_out.data()}, {{first.data(), second.data()}}, options);

    EXPECT_EQ(plan.problems(), 2);
    EXPECT_EQ(first_out, (Doubles{1, 4, 2, 5, 3, 6}));
    EXPECT_EQ(second_out, second);
}

TEST(PlanTransposes, ConjugatesScalesAndAccumulates) {
    using Complexes = std::vector<std::complex<double>>;
    const Complexes in{{1, 2}, {3, 4}};
    Complexes out{{1, 0}, {0, 1}};
    TransposeGroupOptions options;
    options.conjugate = true;
    options.beta_is_zero = false;
    Context context;
    const Layout one = packed({1});
    const GroupPlan plan =
        plan_transposes(context, {{one, one}, {one, one}}, {0}, DType::complex128, options);
    RunOptions run;
    run.alpha = Scalar(0, 1);
    run.beta = 2.0;

    plan.run({&out[0], &out[1]}, {{&in[0], &in[1]}}, run);

    EXPECT_EQ(out, (Complexes{{4, 1}, {4, 5}}));
}

TEST(PlanTransposes, TakesScalarsEmptyTensorsAndNoProblems) {
    Context context;
    const Layout scalar = packed({});
    double in = 5;
    double out = nan;
    plan_transposes(context, {{scalar, scalar}}, {}, DType::float64).run({&out}, {{&in}});
    EXPECT_EQ(out, 5);

    const Layout empty = packed({0, 2});
    const GroupPlan with_empty =
        plan_transposes(context, {{empty, packed({2, 0})}, {packed({1, 1}), packed({1, 1})}},
                        {1, 0}, DType::float64);
    in = 6;
    with_empty.run({nullptr, &out}, {{nullptr, &in}});
    EXPECT_EQ(out, 6);

    const GroupPlan none = plan_transposes(context, {}, {1, 0}, DType::float64);
    none.run({}, {{}});
    EXPECT_EQ(none.problems(), 0);
    EXPECT_EQ(none.workspace_bytes(), 0);
    EXPECT_EQ(none.prediction().predicted_ms, 0);
}

TEST(PlanContractions, MultipliesMatricesOfDifferentExtents) {
    const auto problem = [](std::int64_t m, std::int64_t n, std::int64_t k) {
        return std::vector<OperandLayout>{{DType::float64, packed({m, n})},
                                          {DType::float64, packed({m, k})},
                                          {DType::float64, packed({k, n})}};
    };
    const Doubles l{1, 2, 3, 4};
    const Doubles r{5, 6};
    Doubles d(2, nan);
    Doubles sum(1, nan);
    Context context;
    const GroupPlan plan = plan_contractions(
        context, "D(a,c)=L(a,k)*R(k,c)", {problem(2, 1, 2), problem(1, 1, 2), problem(1, 1, 0)});
    Doubles nothing(1, nan);
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());

    plan.run({d.data(), sum.data(), nothing.data()},
             {{l.data(), l.data(), nullptr}, {r.data(), r.data(), nullptr}}, options);

    EXPECT_EQ(d, (Doubles{1 * 5 + 3 * 6, 2 * 5 + 4 * 6}));
    EXPECT_EQ(sum, (Doubles{1 * 5 + 2 * 6}));
    EXPECT_EQ(nothing, Doubles{0});
    EXPECT_THAT(plan.explain(), HasSubstr("D(a,c,#)"));
    EXPECT_GT(plan.prediction().predicted_ms, 0);
}

TEST(PlanContractions, ReportsWhatARunTook) {
    const OperandLayout one{DType::float64, packed({1})};
    Context context;
    const GroupPlan plan = plan_contractions(context, "D(a)=L(a)*R(a)", {{one, one, one}});
    const double l = 2;
    const double r = 3;
    double d = nan;

    const Report report = plan.profile({&d}, {{&l}, {&r}});

    EXPECT_EQ(d, 6);
    EXPECT_FALSE(report.steps.empty());
}

/// Plans and runs on CPU threads.
testing::AssertionResult run_on_threads(RandomGroup& group, int threads,
                                        std::optional<std::int64_t> limit) {
    ContextOptions settings;
    settings.threads = threads;
    Context context(settings);
    PlanOptions planning;
    planning.workspace_limit = limit;
    const GroupPlan plan = plan_contractions(context, group.text, operands_of(group), planning);
    if (plan.workspace_bytes() > limit.value_or(unlimited)) {
        return testing::AssertionFailure() << "exceeds its limit";
    }
    std::vector<void*> outputs;
    std::vector<std::vector<const void*>> inputs(group.labels.size() - 1);
    for (std::vector<GuardedArray>& problem : group.problems) {
        outputs.push_back(problem[0].data());
        for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i].push_back(problem[i + 1].data());
    }
    RunOptions options;
    options.alpha = group.alpha;
    options.beta = group.beta;
    options.workspace = context.workspace(plan.workspace_bytes());
    plan.run(outputs, inputs, options);
    return testing::AssertionSuccess();
}

TEST(PlanContractions, AgreeWithTheReference) {
    for (const std::uint64_t seed : seeds(1, 150)) {
        const auto run = [&](RandomGroup& group) {
            const std::optional<std::int64_t> limit =
                seed % 3 == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
            return run_on_threads(group, static_cast<int>(1 + seed % 3), limit);
        };
        EXPECT_TRUE(check_group_run(draw_group(seed), run)) << "seed " << seed;
    }
}

TEST(GroupPlan, CanBeMovedAndRunAgain) {
    Context context;
    const Layout one = packed({1});
    GroupPlan plan = plan_transposes(context, {}, {0}, DType::float64);
    plan = plan_transposes(context, {{one, one}}, {0}, DType::float64);
    const GroupPlan moved = std::move(plan);
    const double in = 3;
    double out = nan;

    moved.run({&out}, {{&in}});
    out = nan;
    moved.run({&out}, {{&in}});

    EXPECT_EQ(out, 3);
}

}  // namespace
}  // namespace ttgt::test
