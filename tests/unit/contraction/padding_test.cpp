// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Matrices that are padded for a library's faster kernels.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/cuda_machine.h"
#include "contraction/plan/explain.h"
#include "contraction/plan/gemm_matrices.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"

namespace ttgt {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::array all_fit{true, true, true};

/// A product of matrices in place: left (m x k) and right (k x n) with their rows contiguous.
GemmProduct in_place(std::int64_t m, std::int64_t n, std::int64_t k) {
    GemmProduct product;
    product.left = {operand_l, true, false};
    product.right = {operand_r, true, true};
    product.output_in_place = true;
    product.shape = {m, n, k, m, k, m};
    return product;
}

TEST(PaddedProduct, OfMultiplesIsTheProductItself) {
    const GemmProduct product = padded(in_place(16, 5, 24), 8, all_fit);

    EXPECT_EQ(product.shape, in_place(16, 5, 24).shape);
    EXPECT_TRUE(product.left.in_place);
    EXPECT_TRUE(product.right.in_place);
    EXPECT_TRUE(product.output_in_place);
}

TEST(PaddedProduct, CopiesTheMatricesThatGrow) {
    const GemmProduct rows = padded(in_place(15, 5, 24), 8, all_fit);
    EXPECT_EQ(rows.shape, (ProductShape{16, 5, 24, 16, 24, 16}));
    EXPECT_FALSE(rows.left.in_place);
    EXPECT_TRUE(rows.right.in_place);
    EXPECT_FALSE(rows.output_in_place);

    const GemmProduct inner = padded(in_place(16, 5, 21), 8, all_fit);
    EXPECT_EQ(inner.shape, (ProductShape{16, 5, 24, 16, 32, 16}));
    EXPECT_FALSE(inner.left.in_place);
    EXPECT_FALSE(inner.right.in_place);
    EXPECT_TRUE(inner.output_in_place);
}

TEST(PaddedProduct, KeepsInnerExtentsThatNoMatrixHasContiguous) {
    GemmProduct product = in_place(16, 5, 21);
    product.right.inner_fastest = false;
    product.shape.ldb = 5;

    const GemmProduct result = padded(product, 8, all_fit);

    EXPECT_EQ(result.shape, (ProductShape{16, 8, 21, 16, 16, 16}));
    EXPECT_TRUE(result.left.in_place);
    EXPECT_FALSE(result.right.in_place);
    EXPECT_FALSE(result.output_in_place);
}

TEST(PaddedProduct, CopiesMatricesWhoseColumnsOrLoopsBeginElsewhere) {
    GemmProduct product = in_place(16, 5, 24);
    product.shape.lda = 17;
    EXPECT_FALSE(padded(product, 8, all_fit).left.in_place);
    EXPECT_EQ(padded(product, 8, all_fit).shape.lda, 16);

    product.shape.lda = 40;
    EXPECT_TRUE(padded(product, 8, all_fit).left.in_place);
    EXPECT_EQ(padded(product, 8, all_fit).shape.lda, 40);
    EXPECT_FALSE(padded(product, 8, {true, false, true}).left.in_place);
}

Problem bound(const std::string& expression, const std::vector<std::vector<std::int64_t>>& extents,
              DType dtype, ComputeType compute = ComputeType::full) {
    std::vector<OperandLayout> operands;
    for (const auto& of_operand : extents) operands.push_back({dtype, packed(of_operand)});
    Problem problem = bind_expression(parse_expression(expression), operands, std::nullopt);
    problem.compute = compute;
    return problem;
}

Plan planned(const Problem& problem, std::int64_t limit = unlimited) {
    static const cuda::CudaMachine machine(cuda::sm_90());
    return choose_plan({problem, limit, machine}, find_strategy("auto")).plan;
}

Problem product_of(std::int64_t m, std::int64_t n, std::int64_t k, DType dtype) {
    return bound("D(a,b)=L(a,k)*R(k,b)", {{m, n}, {m, k}, {k, n}}, dtype);
}

TEST(PaddedPlan, IsChosenWhereTensorCoresNeedMultiples) {
    for (const DType dtype : {DType::float16, DType::bfloat16}) {
        const Problem odd = product_of(4095, 4093, 4091, dtype);
        const Plan plan = planned(odd);
        EXPECT_THAT(describe(odd, plan.chosen), HasSubstr("padded to 8s"));
        EXPECT_THAT(explain(plan, {Device::Kind::cuda, 0}, {}, 0), HasSubstr("elements by zero"));
        EXPECT_EQ(plan.chosen.workspace_bytes % 2, 0);
    }
    const Problem tf32 = bound("D(a,b)=L(a,k)*R(k,b)", {{4095, 4093}, {4095, 4091}, {4091, 4093}},
                               DType::float32, ComputeType::tf32);
    EXPECT_THAT(describe(tf32, planned(tf32).chosen), HasSubstr("padded to 4s"));
}

TEST(PaddedPlan, IsNotChosenWhereItGainsNothing) {
    const auto text = [](const Problem& problem) {
        return describe(problem, planned(problem).chosen);
    };
    EXPECT_THAT(text(product_of(4096, 4096, 4096, DType::float16)), Not(HasSubstr("padded")));
    EXPECT_THAT(text(product_of(4095, 4093, 4091, DType::float32)), Not(HasSubstr("padded")));
    // Three rows would become eight.
    EXPECT_THAT(text(product_of(3, 4096, 4096, DType::float16)), Not(HasSubstr("padded")));
}

TEST(PaddedPlan, MultipliesPaddedMatricesAndZeros) {
    const Problem problem = product_of(4095, 4093, 4091, DType::float16);
    const Plan plan = planned(problem);

    std::vector<const ScaleStep*> zeros;
    const GemmStep* product = nullptr;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t) {
        if (const auto* scale = std::get_if<ScaleStep>(&step.action)) zeros.push_back(scale);
        if (const auto* gemm = std::get_if<GemmStep>(&step.action)) product = gemm;
    });

    ASSERT_NE(product, nullptr);
    EXPECT_EQ(product->shape.m % 8, 0);
    EXPECT_EQ(product->shape.k, 4096);
    ASSERT_EQ(zeros.size(), 2U);
    for (const ScaleStep* const step : zeros) EXPECT_EQ(step->beta, ScalarRole::zero);
}

TEST(PaddedPlan, GivesWayToAWorkspaceLimit) {
    const Problem problem = product_of(4095, 4093, 4091, DType::float16);

    const Plan plan = planned(problem, 0);

    EXPECT_THAT(describe(problem, plan.chosen), Not(HasSubstr("padded")));
    EXPECT_EQ(plan.chosen.workspace_bytes, 0);
}

}  // namespace
}  // namespace ttgt
