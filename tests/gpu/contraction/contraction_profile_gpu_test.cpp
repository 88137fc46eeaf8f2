// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What a profiled run reports, and plans that are measured.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/gpu/support/device_contraction.h"

namespace ttgt::test {
namespace {

class ProfileGpu : public ContractionGpu {
protected:
    [[nodiscard]] Report profiled(const ContractionCase& given) {
        const ContractionPlan planned = plan(given);
        DeviceContraction contraction(given.problem, planned, device());
        (void)profile(planned, contraction.placement(), contraction.options());
        contraction.reset();
        Report report = profile(planned, contraction.placement(), contraction.options());
        EXPECT_TRUE(contraction.is_done()) << planned.explain();
        return report;
    }
};

void expect_plausible_times(const Report& report) {
    double sum = 0;
    double arithmetic = 0;
    for (const StepReport& step : report.steps) {
        EXPECT_GT(step.measured_ms, 0) << step.kind;
        EXPECT_GT(step.calls, 0) << step.kind;
        sum += step.measured_ms;
        if (step.kind == "gemm" || step.kind == "direct") arithmetic += step.measured_ms;
    }
    // Events are good to about a microsecond each.
    constexpr double slack_ms = 0.005;
    double calls = 0;
    for (const StepReport& step : report.steps) calls += static_cast<double>(step.calls);
    EXPECT_LE(sum, report.total_ms + slack_ms * (1 + calls));
    EXPECT_NEAR(report.gemm_ms, arithmetic, 1e-9 + 1e-6 * arithmetic);
    EXPECT_GE(report.overhead, 0);
    EXPECT_LE(report.overhead, 1);
}

TEST_F(ProfileGpu, TimesOfTheStepsAreThoseOfTheWhole) {
    for (const std::vector<ContractionCase>& cases : {overwriting_cases(), adding_cases()}) {
        for (const ContractionCase& given : cases) {
            SCOPED_TRACE(describe(given.problem));
            const Report report = profiled(given);

            expect_plausible_times(report);
            if (!report.steps.empty()) {
                EXPECT_GT(report.total_ms, 0);
            }
        }
    }
}

TEST_F(ProfileGpu, ReportSaysOfTheContractionWhatItSaysOnCpus) {
    Context on_cpu;
    for (const std::vector<ContractionCase>& cases : {overwriting_cases(), adding_cases()}) {
        for (const ContractionCase& given : cases) {
            SCOPED_TRACE(describe(given.problem));
            const CheckOptions options = check_options(given);
            const Report expected = plan_for(on_cpu, given.problem, options).prediction();
            const Report report = profiled(given);

            EXPECT_EQ(report.expression, expected.expression);
            EXPECT_EQ(report.strategy, expected.strategy);
            EXPECT_EQ(report.device, to_string(this->options().device));
            EXPECT_EQ(report.dtype, expected.dtype);
            EXPECT_EQ(report.m, expected.m);
            EXPECT_EQ(report.n, expected.n);
            EXPECT_EQ(report.k, expected.k);
            EXPECT_EQ(report.batch, expected.batch);
            EXPECT_EQ(report.flops, expected.flops);
            EXPECT_EQ(report.bytes, expected.bytes);
            EXPECT_EQ(report.arithmetic_intensity, expected.arithmetic_intensity);
            EXPECT_LE(report.workspace_bytes, given.workspace_limit);
        }
    }
}

TEST_F(ProfileGpu, PredictionIsAReportWithoutTimes) {
    for (const ContractionCase& given : overwriting_cases()) {
        const ContractionPlan planned = plan(given);

        const Report report = planned.prediction();

        EXPECT_EQ(report.device, to_string(options().device));
        EXPECT_EQ(report.workspace_bytes, planned.workspace_bytes());
        EXPECT_EQ(report.total_ms, 0);
        for (const StepReport& step : report.steps) {
            EXPECT_GT(step.predicted_ms, 0) << planned.explain();
            EXPECT_EQ(step.measured_ms, 0);
        }
    }
}

// Each time is taken between two events on the stream, so a long step must take long.
TEST_F(ProfileGpu, MoreWorkTakesLonger) {
    const auto square = [](std::int64_t extent) {
        return ContractionCase{
            make_problem({"D(a,b)=L(a,k)*R(k,b)", {{"a", extent}, {"b", extent}, {"k", extent}}},
                         {DType::float64, DType::float64, DType::float64}, 1)};
    };

    const double small_ms = profiled(square(64)).gemm_ms;
    const double large_ms = profiled(square(2048)).gemm_ms;

    // 2^34 operations: 1000 TFLOP/s are beyond any device in double precision.
    EXPECT_GT(large_ms, 0x1p34 / 1e12);
    EXPECT_GT(large_ms, small_ms);
}

class MeasuredGpu : public ContractionGpu {};

TEST_F(MeasuredGpu, PlansAreRightAndSayWhatWasMeasured) {
    const ContractionCase given = overwriting_cases().at(1);
    CheckOptions options = check_options(given);
    options.planning = Planning::measure;

    const ContractionPlan planned = plan_for(context(), given.problem, options);

    EXPECT_NE(planned.explain().find(": measured "), std::string::npos) << planned.explain();
    DeviceContraction contraction(given.problem, planned, device());
    contraction.run();
    EXPECT_TRUE(contraction.is_done());
}

TEST_F(MeasuredGpu, PlansOfEveryKindAreRight) {
    for (const std::vector<ContractionCase>& cases : {overwriting_cases(), adding_cases()}) {
        for (const ContractionCase& given : cases) {
            CheckOptions options = check_options(given);
            options.planning = Planning::measure;
            ASSERT_TRUE(check_contraction(given.problem, options));
        }
    }
}

TEST_F(MeasuredGpu, PlansOfRandomContractionsAreRight) {
    for (const std::uint64_t seed : seeds(90001, 60)) {
        CheckOptions options = check_options("auto", seed % 3 == 0 ? 4000 : unlimited);
        options.planning = Planning::measure;
        options.entry = static_cast<Entry>(seed % 3);
        ASSERT_TRUE(check_contraction(draw_problem(seed), options));
    }
}

}  // namespace
}  // namespace ttgt::test
