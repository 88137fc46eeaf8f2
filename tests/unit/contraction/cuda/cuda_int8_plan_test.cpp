// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Plans of INT8 products: no device is asked.
#include <cstdint>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/emulated/emulated_plan.h"
#include "contraction/cuda/kernels.h"
#include "tests/support/problems/direct_problems.h"

namespace ttgt::test {
namespace {

using cuda::EmulatedPlan;
using cuda::plan_emulated;
using testing::HasSubstr;

DirectStep int8_step(const std::string& text, const LabelExtents& extents,
                     DType dtype = DType::float64) {
    const Plan plan = direct_plan(problem_of(text, extents, dtype));
    DirectStep step = std::get<DirectStep>(std::get<Step>(plan.nodes.at(0).value).action);
    step.compute = ComputeType::int8;
    return step;
}

const LabelExtents extents{{"a", 500}, {"b", 300}, {"k", 200}, {"x", 3}};

TEST(CudaInt8Plan, ServesMatrixProductsOfItsDTypesWhereAskedFor) {
    for (const DType dtype :
         {DType::float32, DType::float64, DType::complex64, DType::complex128}) {
        DirectStep step = int8_step("D(a,b,x)=L(a,k,x)*R(k,x,b)", extents, dtype);
        const auto plan = plan_emulated(step, cuda::sm_90(), unlimited);
        ASSERT_TRUE(plan) << name(dtype);
        EXPECT_EQ(plan->key().kind, "int8");
        EXPECT_THAT(plan->describe(), HasSubstr("moduli"));
        EXPECT_EQ(plan->items, 3);
        EXPECT_EQ(plan->items_together, 3);
        step.compute = ComputeType::full;
        EXPECT_FALSE(plan_emulated(step, cuda::sm_90(), unlimited));
    }
    for (const char* const other : {"D(a,b)=L(a)*R(b)", "D(a)=L(a,k)*R(k)", "D()=L(k)*R(k)",
                                    "D(a,b)=L(a,k,x)*R(k,b)", "D(a,x)=L(a,x)*R(x)"}) {
        EXPECT_FALSE(plan_emulated(int8_step(other, extents), cuda::sm_90(), unlimited)) << other;
    }
    EXPECT_FALSE(plan_emulated(int8_step("D(a,b)=L(a,k)*R(k,b)", extents, DType::float16),
                               cuda::sm_90(), unlimited));
}

TEST(CudaInt8Plan, NeedsADeviceThatHasThem) {
    cuda::Architecture gpu = cuda::sm_90();
    gpu.int8_ops_per_us = 0;

    EXPECT_FALSE(plan_emulated(int8_step("D(a,b)=L(a,k)*R(k,b)", extents), gpu, unlimited));
}

TEST(CudaInt8Plan, RowsRunAlongD) {
    const auto along_l =
        plan_emulated(int8_step("D(a,b)=L(a,k)*R(k,b)", extents), cuda::sm_90(), unlimited);
    const auto along_r =
        plan_emulated(int8_step("D(b,a)=L(a,k)*R(k,b)", extents), cuda::sm_90(), unlimited);

    EXPECT_FALSE(along_l->swapped);
    EXPECT_EQ(along_l->restore.rows.size, 500U);
    EXPECT_TRUE(along_r->swapped);
    EXPECT_EQ(along_r->restore.rows.size, 300U);
    EXPECT_EQ(along_r->restore.rows.digit[0].stride[0], 1);
}

TEST(CudaInt8Plan, KeepsWithinScratchLimits) {
    const DirectStep step =
        int8_step("D(a,b)=L(a,k)*R(k,b)", {{"a", 3000}, {"b", 2100}, {"k", 70000}});
    const auto whole = plan_emulated(step, cuda::sm_90(), unlimited);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->pieces, 2);
    EXPECT_EQ(whole->chunk, 2304);
    for (const std::int64_t limit :
         {whole->scratch.bytes, whole->scratch.bytes - 1, whole->scratch.bytes - 90'000'000}) {
        const auto plan = plan_emulated(step, cuda::sm_90(), limit);
        ASSERT_TRUE(plan);
        EXPECT_LE(plan->scratch.bytes, limit);
        EXPECT_EQ(plan->chunk == whole->chunk, limit == whole->scratch.bytes);
    }
    EXPECT_FALSE(plan_emulated(step, cuda::sm_90(), 0));
}

TEST(CudaInt8Plan, PlanesOfShorterPiecesNeedLessMemory) {
    const DirectStep step =
        int8_step("D(a,b)=L(a,k)*R(k,b)", {{"a", 2000}, {"b", 2000}, {"k", 30000}});
    const auto whole = plan_emulated(step, cuda::sm_90(), unlimited);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->pieces, 1);
    const auto pieces = plan_emulated(step, cuda::sm_90(), whole->scratch.bytes / 2);
    ASSERT_TRUE(pieces);
    EXPECT_GT(pieces->pieces, 1);
    EXPECT_LE(pieces->scratch.bytes, whole->scratch.bytes / 2);
    EXPECT_GE(pieces->pieces * pieces->residues_l.padded_inner, 30000);
    EXPECT_LT((pieces->pieces - 1) * pieces->residues_l.padded_inner, 30000);
}

TEST(CudaInt8Plan, IsChosenWherePredictedFasterOnly) {
    const cuda::CudaKernelPlanner planner(cuda::sm_90());
    for (const std::int64_t extent : {std::int64_t{64}, std::int64_t{8192}}) {
        DirectStep step =
            int8_step("D(a,b)=L(k,a)*R(b,k)", {{"a", extent}, {"b", extent}, {"k", extent}},
                      DType::complex128);
        planner.plan_kernel(step, unlimited);
        EXPECT_EQ(step.kernel->key().kind == "int8", extent > 64) << step.kernel->describe();
        bool is_known = step.kernel->key().kind == "int8";
        for (const DirectStep& other : planner.other_kernels(step, unlimited)) {
            is_known = is_known || other.kernel->key().kind == "int8";
        }
        EXPECT_TRUE(is_known);
    }
}

}  // namespace
}  // namespace ttgt::test
