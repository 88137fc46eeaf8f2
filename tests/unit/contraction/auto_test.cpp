// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/auto.h"

#include <ttgt/context.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cpu/cpu_machine.h"
#include "contraction/plan/explain.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "src/context/calibration.h"
#include "tests/support/forced_plan.h"

namespace ttgt {
namespace {

using testing::HasSubstr;

const Machine& generic_machine() {
    static const cpu::CpuMachine machine({built_in_calibration(), 2});
    return machine;
}

Problem bound(const std::string& expression, const std::vector<Layout>& layouts,
              DType dtype = DType::float64) {
    std::vector<OperandLayout> operands;
    for (const Layout& layout : layouts) operands.push_back({dtype, layout});
    return bind_expression(parse_expression(expression), operands, std::nullopt);
}

Problem packed_problem(const std::string& expression,
                       const std::vector<std::vector<std::int64_t>>& extents) {
    std::vector<Layout> layouts;
    for (const auto& e : extents) layouts.push_back(packed(e));
    return bound(expression, layouts);
}

std::string chosen(const Problem& problem, std::int64_t limit = unlimited) {
    const Choice choice = choose_plan({problem, limit, generic_machine()}, find_strategy("auto"));
    return describe(problem, choice.plan.chosen);
}

TEST(Auto, EveryCandidateAgreesWithTheReference) {
    test::DrawOptions draw;
    draw.inputs = 2;
    std::size_t most = 0;
    for (const std::uint64_t seed : test::seeds(1, 150)) {
        test::CheckOptions options;
        if (seed % 3 == 0) options.workspace_limit = 2000;
        options.threads = 1 + static_cast<int>(seed / 3 % 3);
        std::size_t count = 0;
        ASSERT_TRUE(test::check_every_candidate(test::draw_problem(seed, draw), options, count));
        most = std::max(most, count);
    }
    EXPECT_GT(most, std::size_t{20});
}

TEST(Auto, PaperExampleLoopsOverWhatStaysInPlace) {
    EXPECT_EQ(chosen(packed_problem("D(a,b,i)=L(a,c,i,k)*R(k,b,c)",
                                    {{80, 90, 100}, {80, 50, 100, 60}, {60, 90, 50}})),
              "gemm L in place, R in place, D in place, looped over i,c");
}

TEST(Auto, SlicesBeforeABatchedProductAreReadInPlace) {
    EXPECT_EQ(chosen(packed_problem("D(a,b,e)=L(a,k,e)*R(k,b,e)",
                                    {{64, 48, 40}, {64, 32, 40}, {32, 48, 40}})),
              "gemm L in place, R in place, D in place, looped over e");
    // A range of k of a larger tensor: the strides are not packed.
    EXPECT_EQ(chosen(bound("D(a,b,e)=L(a,k,e)*R(k,b,e)", {packed({64, 48, 40}),
                                                          {{64, 32, 40}, {1, 64, 64 * 100}},
                                                          {{32, 48, 40}, {1, 100, 100 * 48}}})),
              "gemm L in place, R in place, D in place, looped over e");
}

TEST(Auto, MatricesByRowsAreMultipliedInPlace) {
    // `classic` would transpose R and D, for less than its lead over other plans.
    EXPECT_EQ(chosen(packed_problem("D(j,i)=L(k,i)*R(j,k)", {{576, 576}, {576, 576}, {576, 576}})),
              "gemm R in place, L in place, D in place");
}

TEST(Auto, ExpandedViewsAreNotCopied) {
    // L stands still along e.
    EXPECT_EQ(
        chosen(bound("D(a,b,e)=L(a,k,e)*R(k,b,e)",
                     {packed({64, 48, 40}), {{64, 32, 40}, {1, 64, 0}}, packed({32, 48, 40})})),
        "gemm L in place, R in place, D in place, looped over e");
}

TEST(Auto, NonContiguousInnerModeIsTransposedOnce) {
    EXPECT_EQ(chosen(bound("D(a,b)=L(a,k)*R(k,b)",
                           {packed({300, 200}), {{300, 250}, {2, 600}}, packed({250, 200})})),
              "gemm L->(k | a), R in place, D in place");
}

TEST(Auto, OneTermIsAnOuterProduct) {
    EXPECT_EQ(chosen(packed_problem("D(a,b)=L(a,k)*R(k,b)", {{800, 900}, {800, 1}, {1, 900}})),
              "direct");
    EXPECT_EQ(chosen(packed_problem("D(b,a)=L(a)*R(b)", {{900, 800}, {800}, {900}})), "direct");
}

TEST(Auto, LimitsOfWorkspaceLeadToSlicesAndThenToDirect) {
    const Problem problem = packed_problem("D(a,b,c,d)=L(c,k,a)*R(d,k,b)",
                                           {{40, 40, 40, 40}, {40, 400, 40}, {40, 400, 40}});
    struct Limited {
        std::int64_t limit;
        Method method;
        bool is_sliced;
    };
    for (const Limited& expected : {Limited{std::int64_t{1} << 30, Method::gemm, false},
                                    Limited{std::int64_t{1} << 22, Method::gemm, true},
                                    Limited{std::int64_t{1} << 12, Method::direct, false},
                                    Limited{0, Method::direct, false}}) {
        const Plan plan =
            choose_plan({problem, expected.limit, generic_machine()}, find_strategy("auto")).plan;
        const std::string text = explain(plan, {}, {});
        std::int64_t products = 0;
        std::int64_t directs = 0;
        for_each_step(plan.nodes, [&](const Step& step, std::int64_t repetitions) {
            if (kind(step) == "gemm") products += repetitions;
            if (kind(step) == "direct") directs += repetitions;
        });

        EXPECT_LE(plan.chosen.workspace_bytes, expected.limit);
        EXPECT_EQ(plan.chosen.method, expected.method) << text;
        EXPECT_EQ(!plan.chosen.slices.empty(), expected.is_sliced) << text;
        EXPECT_EQ(products > 0, expected.method == Method::gemm) << text;
        EXPECT_EQ(products > 1, expected.is_sliced) << text;
        EXPECT_EQ(directs, expected.method == Method::direct ? 1 : 0) << text;
    }
}

TEST(Auto, IsNeverPredictedToBeSlowerThanClassic) {
    test::DrawOptions draw;
    draw.inputs = 2;
    for (const std::uint64_t seed : test::seeds(1, 200)) {
        const Problem problem = test::bound(test::draw_problem(seed, draw));
        for (const std::int64_t limit : {unlimited, std::int64_t{2000}}) {
            const PlanningTask task{problem, limit, generic_machine()};
            EXPECT_LE(choose_plan(task, find_strategy("auto")).plan.chosen.predicted_ms,
                      choose_plan(task, find_strategy("classic")).plan.chosen.predicted_ms)
                << problem.text << ", limit " << limit << ", seed " << seed;
        }
    }
}

/// The built-in calibration, with a Direct so many times as fast.
std::shared_ptr<const Calibration> with_direct(double times) {
    auto calibration = std::make_shared<Calibration>(*built_in_calibration());
    for (auto& plane : std::get<CpuCalibration>(calibration->of).direct_float64.rate) {
        for (auto& line : plane) {
            for (double& rate : line) rate *= times;
        }
    }
    return calibration;
}

TEST(Auto, WhatHasCreditIsPricedHoweverFastTheOthersAre) {
    // Direct is priced first. Slower than what spares classic's transposes by less than that is
    // credited, it must not keep the latter from being priced.
    const Problem problem =
        packed_problem("C(a,b)+=A(a,c)*B(c,b)", {{371, 371}, {371, 371}, {371, 371}});
    for (double times = 0.5; times < 8; times *= 1.05) {
        const cpu::CpuMachine machine({with_direct(times), 2});
        const Strategy& strategy = find_strategy("auto");
        const Choice quick = choose_plan({problem, unlimited, machine}, strategy);
        const Choice full = choose_plan({problem, unlimited, machine, Purpose::measure}, strategy);
        EXPECT_EQ(describe(problem, quick.plan.chosen), describe(problem, full.plan.chosen))
            << times;
    }
}

TEST(Auto, WhatStaysInPlaceDoesInTheLastShorterSlices) {
    // Six windows a merge with b, whose stride is 6; the five of the second slice do not.
    const Problem problem =
        bound("D(n,a,b)=L(a,b,k)*R(k,n)",
              {packed({40, 11, 40}), {{11, 40, 16}, {1, 6, 254}}, packed({16, 40})});

    int uneven = 0;  // candidates with a shorter last slice of a that were lowered and priced
    for (std::int64_t limit = 1000; limit < 60000; limit += 1000) {
        EXPECT_NO_THROW((void)chosen(problem, limit)) << limit;
        const Choice all = choose_plan({problem, limit, generic_machine(), Purpose::explain},
                                       find_strategy("auto"));
        for (const Candidate& candidate : all.rejected) {
            for (const Slice& slice : candidate.slices) {
                const ProblemLabel& label = problem.labels[slice.label];
                if (candidate.predicted_ms > 0 && label.name == "a") {
                    uneven += label.extent % slice.chunk > 0 ? 1 : 0;
                }
            }
        }
    }
    EXPECT_GT(uneven, 0);
}

TEST(Auto, CostsGrowWithTheVolume) {
    struct Growing {
        const char* expression;
        std::vector<std::size_t> ranks;
    };
    for (const Growing& growing : {Growing{"D(a,b,i)=L(a,c,i,k)*R(k,b,c)", {3, 4, 3}},
                                   Growing{"D(i,a,b)+=L(k,a)*R(b,k,i)", {3, 2, 3}}}) {
        double last = 0;
        for (const std::int64_t extent : {4, 8, 16, 32, 64}) {
            std::vector<Layout> layouts;
            for (const std::size_t rank : growing.ranks) {
                layouts.push_back(packed(std::vector<std::int64_t>(rank, extent)));
            }
            const Problem problem = bound(growing.expression, layouts);
            const double ms =
                choose_plan({problem, unlimited, generic_machine()}, find_strategy("auto"))
                    .plan.chosen.predicted_ms;
            EXPECT_GT(ms, last) << growing.expression << ", extent " << extent;
            last = ms;
        }
    }
}

TEST(Auto, ExplainsEveryCandidateWithItsCostAndTheReason) {
    const Problem problem =
        packed_problem("D(a,b,i)=L(a,c,i,k)*R(k,b,c)", {{8, 9, 10}, {8, 5, 10, 6}, {6, 9, 5}});
    const Choice choice = choose_plan({problem, unlimited, generic_machine(), Purpose::explain},
                                      find_strategy("auto"));

    const std::string text = explain(choice.plan, {}, choice.rejected);
    EXPECT_THAT(text, HasSubstr("\nchosen: " + describe(problem, choice.plan.chosen) + "\n"));
    EXPECT_GT(choice.rejected.size(), std::size_t{20});
    for (const Candidate& loser : choice.rejected) {
        EXPECT_THAT(text, HasSubstr("\nrejected: " + describe(problem, loser) + "\n"));
        EXPECT_THAT(text, HasSubstr(" bytes: " + loser.rejection + "\n"));
        EXPECT_GT(loser.predicted_ms, 0) << describe(problem, loser);
        EXPECT_NE(loser.rejection, "") << describe(problem, loser);
    }
}

}  // namespace
}  // namespace ttgt
