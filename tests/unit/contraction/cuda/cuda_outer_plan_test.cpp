// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Plans of the outer kernel: no device is asked.
#include <ttgt/error.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/cuda/direct/outer/outer_launch.h"
#include "contraction/cuda/kernels.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

DirectStep outer_step(const std::string& text, const LabelExtents& extents,
                      DType dtype = DType::float64) {
    const Plan plan = direct_plan(problem_of(text, extents, dtype));
    const Step& step = std::get<Step>(plan.nodes.at(0).value);
    return std::get<DirectStep>(step.action);
}

std::optional<cuda::DirectKernelPlan> plan_of(const std::string& text,
                                              const LabelExtents& extents) {
    return cuda::plan_outer_kernel(outer_step(text, extents), cuda::sm_90());
}

const cuda::OuterArguments& arguments_of(const cuda::DirectKernelPlan& plan) {
    return std::get<cuda::OuterArguments>(plan.main.fast.arguments);
}

TEST(CudaOuterPlan, ServesOuterProductsWithinItsLimits) {
    for (const tool::ContractionCase& given : read_contraction_cases("outer_products")) {
        for (const DType dtype : {DType::float32, DType::float64}) {
            SCOPED_TRACE(given.id);
            const DirectStep step = outer_step(given.expression, full_extents(given), dtype);
            const auto plan = cuda::plan_outer_kernel(step, cuda::sm_90());
            // D of this case has fewer bytes than R.
            ASSERT_EQ(plan.has_value(), given.id != "vector-sum-20");
            if (!plan) continue;
            const cuda::DirectLaunch& launch = plan->main.fast;
            EXPECT_LE(launch.shared_bytes, 47 * 1024);
            EXPECT_LE(launch.threads, cuda::most_outer_threads);
            EXPECT_LE(launch.blocks, arguments_of(*plan).tiles);
            EXPECT_EQ(plan->scratch_bytes, 0);
            EXPECT_EQ(plan->describe(), cuda::plan_outer_kernel(step, cuda::sm_90())->describe());
            EXPECT_EQ(plan->key().kind, "outer");
            EXPECT_GT(cuda::predicted_ms(*plan), 0.0);
        }
    }
}

/// Whether a planner takes the outer kernel, and whether it is among those that may be measured.
struct OuterUse {
    bool is_chosen = false;
    bool is_known = false;
};
OuterUse use_of_outer(DirectStep step) {
    const cuda::CudaKernelPlanner planner(cuda::sm_90());
    planner.plan_kernel(step, cuda::most_scratch_bytes);
    OuterUse use;
    use.is_chosen = step.kernel->key().kind == "outer";
    use.is_known = use.is_chosen;
    for (const DirectStep& other : planner.other_kernels(step, cuda::most_scratch_bytes)) {
        use.is_known = use.is_known || other.kernel->key().kind == "outer";
    }
    return use;
}

TEST(CudaOuterPlan, IsChosenOrMeasuredWhereDMoves) {
    for (const tool::ContractionCase& given : read_contraction_cases("outer_products")) {
        SCOPED_TRACE(given.id);
        const OuterUse use = use_of_outer(outer_step(given.expression, full_extents(given)));
        EXPECT_EQ(use.is_known, given.id != "vector-sum-20");
        EXPECT_TRUE(use.is_chosen || given.id.rfind("outer-", 0) != 0);
    }
    const OuterUse deep =
        use_of_outer(outer_step("D(a,b)=L(a,k)*R(k,b)", {{"a", 500}, {"b", 500}, {"k", 9}}));
    EXPECT_FALSE(deep.is_known);
    for (const DType dtype : {DType::bfloat16, DType::complex64}) {
        const DirectStep step = outer_step("D(a,b)=L(a)*R(b)", {{"a", 500}, {"b", 500}}, dtype);
        EXPECT_FALSE(use_of_outer(step).is_known) << name(dtype);
    }
}

TEST(CudaOuterPlan, TilesArePiecesOfAPackedOutput) {
    const auto plan =
        plan_of("D(a,b,c,d,e,f,g,h)=L(f,c,d)*R(b,g,e,a,h)",
                {{"a", 9}, {"b", 9}, {"c", 9}, {"d", 9}, {"e", 9}, {"f", 9}, {"g", 9}, {"h", 9}});

    ASSERT_TRUE(plan.has_value());
    const cuda::OuterArguments& arguments = arguments_of(*plan);
    EXPECT_EQ(arguments.runs, 1);
    EXPECT_EQ(static_cast<std::int32_t>(arguments.run.value), arguments.outputs);
    EXPECT_GE(arguments.outputs, 729);
    EXPECT_EQ(arguments.fast_is_r, 1);
}

TEST(CudaOuterPlan, SteadyThreadsKeepTheirElementAndBeginAtSectors) {
    for (std::int64_t a = 1; a <= 140; ++a) {
        const DirectStep step = outer_step("D(a,b)=L(a)*R(b)", {{"a", a}, {"b", 50}});
        const cuda::DirectShape shape = cuda::make_shape(step);
        for (const cuda::OuterChunks& chunks : cuda::outer_cuts(shape)) {
            const int threads = cuda::steady_threads(shape, chunks);
            if (threads == 0) continue;
            EXPECT_EQ(threads % chunks.front(), 0);
            EXPECT_EQ(threads * 8 % 32, 0);
            EXPECT_LE(threads, cuda::most_outer_threads);
        }
    }
    const auto threads = [](const std::string& text) {
        const LabelExtents extents{{"a", 22}, {"b", 22}, {"c", 22}};
        const cuda::DirectShape shape = cuda::make_shape(outer_step(text, extents));
        return cuda::steady_threads(shape, {22, 22, 10});
    };
    EXPECT_EQ(threads("D(a,b,c)=L(a)*R(c,b)"), 220);
    EXPECT_EQ(threads("D(a,b,c)=L(a,c)*R(b)"), 0);
    EXPECT_EQ(threads("D(a,b,c)=L(a,b)*R(b,c)"), 0);
}

TEST(CudaOuterPlan, ServesNoOtherSteps) {
    const auto is_served = [](std::int64_t k) {
        const DirectStep sums =
            outer_step("D(a,b)=L(a,k)*R(k,b)", {{"a", 50}, {"b", 50}, {"k", k}});
        return cuda::plan_outer_kernel(sums, {50, 10}, cuda::sm_90()).has_value();
    };
    EXPECT_TRUE(is_served(32));
    EXPECT_FALSE(is_served(33));

    DirectStep step = outer_step("D(a,b)=L(a)*R(b)", {{"a", 50}, {"b", 50}});
    step.dtypes = {DType::float16, DType::float32, DType::float32};
    EXPECT_FALSE(cuda::plan_outer_kernel(step, cuda::sm_90()).has_value());
    step.dtypes = {DType::float32, DType::float16, DType::bfloat16};
    EXPECT_FALSE(cuda::plan_outer_kernel(step, cuda::sm_90()).has_value());
    step.dtypes = {DType::float64, DType::float64, DType::float64};
    step.outputs[0].extent = 0;
    EXPECT_FALSE(cuda::plan_outer_kernel(step, cuda::sm_90()).has_value());
}

TEST(CudaOuterPlan, RefusesTilesThatDoNotFit) {
    const DirectStep step = outer_step("D(a,b)=L(a)*R(b)", {{"a", 9000}, {"b", 9000}});
    const auto fits = [&](const cuda::OuterChunks& chunks) {
        return cuda::plan_outer_kernel(step, chunks, cuda::sm_90()).has_value();
    };
    EXPECT_TRUE(fits({1000, 5}));
    EXPECT_FALSE(fits({9000, 1}));
    EXPECT_FALSE(fits({200, 200}));

    DirectStep far = step;
    far.outputs[1].strides = {9000, 0, std::int64_t{1} << 40};
    EXPECT_FALSE(cuda::plan_outer_kernel(far, {100, 5}, cuda::sm_90()).has_value());
    EXPECT_TRUE(cuda::plan_outer_kernel(far, {100, 1}, cuda::sm_90()).has_value());
    far.outputs[1].strides = {9000, 0, std::int64_t{1} << 45};
    EXPECT_THAT(refusal_of<Unsupported>([&] { (void)cuda::plan_outer_kernel(far, cuda::sm_90()); }),
                HasSubstr("elements is beyond the kernels of this device"));
}

}  // namespace
}  // namespace ttgt::test
