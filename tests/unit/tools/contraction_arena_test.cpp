// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/contraction_arena.h"

#include <ttgt/error.h>

#include <cmath>
#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"
#include "tools/operands/placed_operands.h"

namespace ttgt::tool {
namespace {

using reference::Outcome;
using test::refusal_of;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* product = "D(a,b)=L(a,k)*R(k,b)";

ContractionTask product_task(std::int64_t a, Scalar beta) {
    Expression expression = parse_expression(product);
    std::vector<OperandLayout> operands =
        packed_operands(expression, {{"a", a}, {"b", 6}, {"k", 5}}, DType::float64);
    return {std::move(expression), std::move(operands), beta};
}

Contender contender(const ContractionPlan& plan, const ContractionArena& arena, Workspace workspace,
                    Scalar beta) {
    RunOptions options;
    options.beta = beta;
    options.workspace = workspace;
    return {[=, &plan, &arena] { plan.run(arena.data(0), arena.data(1), arena.data(2), options); },
            [=, &plan, &arena] {
                return plan.profile(arena.data(0), arena.data(1), arena.data(2), options);
            }};
}

class HostContractionArena : public testing::Test {
protected:
    void place(std::int64_t a, Scalar beta) {
        const ContractionTask task = product_task(a, beta);
        arena_->place(task);
        PlanOptions options;
        options.beta_is_zero = beta == Scalar{};
        plan_ = std::make_unique<ContractionPlan>(
            plan_contraction(context_, product, task.operands, options));
        contender_ = contender(*plan_, *arena_, context_.workspace(plan_->workspace_bytes()), beta);
    }
    [[nodiscard]] double* d() const { return static_cast<double*>(arena_->data(0)); }

    Context context_;
    std::unique_ptr<ContractionArena> arena_ = make_contraction_arena(context_);
    std::unique_ptr<ContractionPlan> plan_;
    Contender contender_;
};

TEST_F(HostContractionArena, FindsACallThatNeverRan) {
    for (const double beta : {0.0, 1.0}) {
        place(7, beta);
        arena_->reset_output();

        EXPECT_EQ(arena_->check({}).outcome, Outcome::fail);
        contender_.run();
        EXPECT_EQ(arena_->check({}).outcome, Outcome::ok);
        d()[3] += 1e-9;
        EXPECT_EQ(arena_->check({}).outcome, Outcome::fail);
    }
}

TEST_F(HostContractionArena, OutputStartsAnewForEveryCheckedCall) {
    place(7, 1.0);
    contender_.run();
    contender_.run();
    arena_->reset_output();
    contender_.run();
    EXPECT_EQ(arena_->check({}).outcome, Outcome::ok);

    place(7, 0.0);
    arena_->reset_output();
    EXPECT_TRUE(std::isnan(d()[0]));
    EXPECT_TRUE(std::isnan(d()[7 * 6 - 1]));
}

TEST_F(HostContractionArena, ServesOneTaskAfterTheOther) {
    for (const std::int64_t a : {7, 30, 2}) {
        place(a, 0.0);
        arena_->reset_output();
        contender_.run();
        EXPECT_EQ(arena_->check({}).outcome, Outcome::ok) << a;
    }
}

TEST_F(HostContractionArena, TimesEveryTurnWithAndWithoutSteps) {
    place(7, 0.0);
    int calls = 0;

    const auto times = arena_->time_turns({5}, {contender_, {[&] { ++calls; }}});

    EXPECT_EQ(calls, 5);
    ASSERT_THAT(times, SizeIs(2));
    EXPECT_THAT(times[0].ms, SizeIs(5));
    EXPECT_THAT(times[1].ms, SizeIs(5));
    EXPECT_THAT(times[0].ms, testing::Contains(times[0].report.total_ms));
    EXPECT_FALSE(times[0].report.steps.empty());
    EXPECT_THAT(times[1].report.steps, IsEmpty());
    EXPECT_GT(arena_->time_reference(), 0);
}

TEST_F(HostContractionArena, TimesCallsOneByOne) {
    place(7, 0.0);
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)arena_->time_turns({5, 2}, {contender_});
                }),
                HasSubstr("calls on CPUs are timed one by one"));
}

TEST(ScaledTo, PartsKeepTheirShareAndPredictionsTheirValue) {
    Report report;
    report.total_ms = 4;
    report.gemm_ms = 3;
    report.overhead = 0.25;
    report.predicted_ms = 7;
    report.steps.resize(2);
    report.steps[0].measured_ms = 1;
    report.steps[0].predicted_ms = 2;
    report.steps[1].measured_ms = 3;

    const Report scaled = scaled_to(report, 2);

    EXPECT_EQ(scaled.total_ms, 2);
    EXPECT_EQ(scaled.gemm_ms, 1.5);
    EXPECT_EQ(scaled.overhead, 0.25);
    EXPECT_EQ(scaled.predicted_ms, 7);
    EXPECT_EQ(scaled.steps[0].measured_ms, 0.5);
    EXPECT_EQ(scaled.steps[0].predicted_ms, 2);
    EXPECT_EQ(scaled.steps[1].measured_ms, 1.5);
    EXPECT_EQ(scaled_to(Report{}, 2).total_ms, 2);
}

TEST(MedianReport, IsOfTheMedianTotal) {
    std::vector<Report> reports(3);
    reports[0].total_ms = 3;
    reports[1].total_ms = 1;
    reports[2].total_ms = 2;

    EXPECT_EQ(&median_report(reports), &reports[2]);
}

TEST(PlacedOperands, AreTheHostsOwnOnACpu) {
    const Context context;
    double d = 1;
    double l = 2;
    const OperandLayout scalar{DType::float64, packed({})};

    const auto placed = place_operands(context, {{scalar, &d}, {scalar, &l}}, false);

    EXPECT_EQ(placed->data(0), &d);
    EXPECT_EQ(placed->data(1), &l);
    placed->fetch_output();
    EXPECT_EQ(d, 1);
}

}  // namespace
}  // namespace ttgt::tool
