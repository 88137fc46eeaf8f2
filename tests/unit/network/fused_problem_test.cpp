// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Programs as one generated kernel: stages, shared inputs, labels of temporaries.
#include "network/plan/fused_problem.h"

#include <ttgt/program.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cuda/generated/generated_shape.h"
#include "network/program/bind_program.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t points = 6;

NamedOperand operand(const char* name, std::size_t rank, DType dtype = DType::float64) {
    return {name, {dtype, packed(std::vector<std::int64_t>(rank, points))}};
}

std::optional<GeneratedProblem> fused(const std::string& text,
                                      const std::vector<NamedOperand>& operands) {
    return network::fused_problem(network::bind_statements(parse_program(text), operands, text));
}

TEST(FusedProblem, ReadsASharedInputInEveryStage) {
    const auto problem =
        fused("p(i,j,e)=D(i,l)*u(l,j,e); q(i,j,e)=D(j,l)*u(i,l,e)",
              {operand("p", 3), operand("q", 3), operand("D", 2), operand("u", 3)});

    ASSERT_TRUE(problem.has_value());
    EXPECT_EQ(problem->stages.size(), 2U);
    EXPECT_EQ(problem->tensors.size(), 4U);
    EXPECT_TRUE(cuda::can_be_generated(*problem));
    EXPECT_FALSE(cuda::generated_shapes(*problem, cuda::Architecture{}, 1).empty());
}

TEST(FusedProblem, SumsIntoOneOutputInOneStage) {
    const auto problem =
        fused("u(i,j)=D(i,l)*p(l,j); u(i,j)+=2*q(i,k)*D(k,j)",
              {operand("u", 2), operand("D", 2), operand("p", 2), operand("q", 2)});

    ASSERT_TRUE(problem.has_value());
    ASSERT_EQ(problem->stages.size(), 1U);
    ASSERT_EQ(problem->stages.front().products.size(), 2U);
    EXPECT_FALSE(problem->stages.front().adds);
    EXPECT_EQ(problem->stages.front().products.back().scale, 2);
}

TEST(FusedProblem, FollowsTemporariesThroughOtherNames) {
    const auto problem = fused("t(i,j,e)=A(i,l)*u(l,j,e); v(a,b,c)=A(a,d)*t(d,b,c)",
                               {operand("v", 3), operand("A", 2), operand("u", 3)});

    ASSERT_TRUE(problem.has_value());
    ASSERT_EQ(problem->stages.size(), 2U);
    const GeneratedUse& written = problem->stages[0].output;
    const GeneratedUse& read = problem->stages[1].products.front().factors.back();
    EXPECT_TRUE(problem->tensors[written.tensor].is_temporary);
    EXPECT_EQ(read, written);
    // c of the one statement is e of the other: blocks go along it.
    const auto shapes = cuda::generated_shapes(*problem, cuda::Architecture{}, SIZE_MAX);
    EXPECT_TRUE(std::any_of(shapes.begin(), shapes.end(),
                            [](const auto& shape) { return !shape.blocks.empty(); }));
}

TEST(FusedProblem, HasNoKernelWhereOtherBlocksWriteWhatIsRead) {
    const auto problem =
        fused("p(i,j)=D(i,l)*u(l,j); q(i,j)=D(i,l)*p(l,j)",
              {operand("p", 2), operand("q", 2), operand("D", 2), operand("u", 2)});

    ASSERT_TRUE(problem.has_value());
    EXPECT_FALSE(cuda::can_be_generated(*problem));
}

TEST(FusedProblem, RefusesSeveralTypesAndSingleStatements) {
    EXPECT_FALSE(fused("p(i,j)=D(i,l)*u(l,j); q(i,j)=E(i,l)*u(l,j)",
                       {operand("p", 2), operand("q", 2, DType::complex128), operand("D", 2),
                        operand("E", 2, DType::complex128), operand("u", 2)})
                     .has_value());
    EXPECT_FALSE(fused("p(i,j)=D(i,l)*u(l,j)", {operand("p", 2), operand("D", 2), operand("u", 2)})
                     .has_value());
}

}  // namespace
}  // namespace ttgt::test
