// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/blas_price.h"

#include <ttgt/ttgt.h>

#include <string>

#include <gtest/gtest.h>

#include "contraction/cpu/cpu_machine.h"
#include "contraction/plan/explain.h"
#include "contraction/planner/auto.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"

namespace ttgt {
namespace {

std::string chosen_with(cpu::BlasPrice blas) {
    const cpu::CpuMachine machine({built_in_calibration(), 2}, blas);
    const Problem problem = bind_expression(parse_expression("D(a,b)=L(a,k)*R(k,b)"),
                                            {{DType::float64, packed({300, 200})},
                                             {DType::float64, packed({300, 250})},
                                             {DType::float64, packed({250, 200})}},
                                            std::nullopt);
    const Choice choice = choose_plan({problem, unlimited, machine}, find_strategy("auto"));
    return describe(problem, choice.plan.chosen);
}

TEST(BlasPrice, IsWhatKernelsLeaveOfTheCpu) {
    using cpu::times_as_slow;
    EXPECT_EQ(times_as_slow("Prescott", "", 16), 4);
    EXPECT_EQ(times_as_slow("Sandybridge", "", 16), 2);
    EXPECT_EQ(times_as_slow("reference", "", 16), 16);
    EXPECT_EQ(times_as_slow("Haswell", "", 16), 1);
    EXPECT_EQ(times_as_slow("zen3", "", 16), 1);
    EXPECT_EQ(times_as_slow("Nehalem", "", 4), 1) << "as good as an old CPU";
    EXPECT_EQ(times_as_slow("", "", 16), 1) << "that say nothing";
}

TEST(BlasPrice, IsThatOfTheCalibrationWithTheSameKernels) {
    EXPECT_EQ(cpu::times_as_slow("Prescott", "Prescott", 16), 1);
    EXPECT_EQ(cpu::times_as_slow("Haswell", "Prescott", 16), 1);
    EXPECT_EQ(cpu::times_as_slow("Prescott", "Sandybridge", 16), 2);
}

TEST(BlasPrice, SlowProductsLeadToDirect) {
    EXPECT_EQ(chosen_with({true, 1}), "gemm L in place, R in place, D in place");
    EXPECT_EQ(chosen_with({true, 4}), "direct");
    EXPECT_EQ(chosen_with({false, 1}), "direct") << "on one thread of two";
}

// Run with several libraries and kernels, see tests/blas.
TEST(BlasPrice, OfThisProcessIsWhatContractionsArePlannedWith) {
    const auto calibration = cpu_part(built_in_calibration());
    const cpu::BlasPrice blas = cpu::price_of_blas(*calibration);
    ContextOptions options;
    options.threads = 2;
    options.calibration = built_in_calibration();
    Context context(options);
    const ContractionPlan plan = plan_contraction(context, "D(a,b)=L(a,k)*R(k,b)",
                                                  {{DType::float64, packed({300, 200})},
                                                   {DType::float64, packed({300, 250})},
                                                   {DType::float64, packed({250, 200})}});
    EXPECT_NE(plan.explain().find("chosen: " + chosen_with(blas)), std::string::npos);
}

}  // namespace
}  // namespace ttgt
