// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Products of many tensors, sums and programs over ranks through the C API.
#include <ttgt/c_ranks.h>

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bindings/ranks/distributed_matrix.h"
#include "tests/bindings/ranks/each_rank.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr ttgt_context own_context{0};

/// A matrix of n x n whose elements are value(i, j), with its rows or columns over all ranks.
DistributedMatrix square(int ranks, int rank, int axis_of_rows, std::int64_t block,
                         const std::function<double(std::int64_t, std::int64_t)>& value) {
    DistributedMatrix matrix({5, 5}, {ranks}, {axis_of_rows, -1 - axis_of_rows}, {block, block});
    matrix.fill(rank, value);
    return matrix;
}

double one(std::int64_t, std::int64_t) { return 1; }
double row(std::int64_t i, std::int64_t) { return static_cast<double>(i); }

TEST(CRankPrograms, ASumOfAProductOfThreeTensorsIsExact) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            // A(i,k) = i, B and C are 1: A*B*C = 25 i; 2 A(j,i) = 2 j.
            const int rank = rank_of(ranks);
            DistributedMatrix d = square(count, rank, 0, 1, one);
            DistributedMatrix a = square(count, rank, -1, 0, row);
            DistributedMatrix b = square(count, rank, 0, 2, one);
            const ttgt_distributed_tensor output = d.tensor();
            const std::vector<ttgt_distributed_tensor> inputs{a.tensor(), b.tensor(), b.tensor(),
                                                              a.tensor()};
            const ttgt_scalar beta{3, 0};
            ASSERT_EQ(ttgt_distributed_contract(ranks, own_context,
                                                "D(i,j)+=A(i,k)*B(k,l)*C(l,j)+2*E(j,i)", &output,
                                                inputs.data(), 4, nullptr, &beta, nullptr),
                      TTGT_SUCCESS)
                << ttgt_last_error();
            d.expect(rank, [](std::int64_t i, std::int64_t j) {
                return static_cast<double>(25 * i + 2 * j + 3);
            });
        });
    }
}

/// W = V*T + V and R = T*W of matrices over `count` ranks.
struct Statements {
    Statements(int count, int rank)
        : v(square(count, rank, 0, 0, row)),
          t(square(count, rank, -1, 1, one)),
          r(square(count, rank, 0, 2, one)) {}

    [[nodiscard]] std::vector<ttgt_distributed_tensor> tensors() {
        return {v.tensor(), t.tensor(), r.tensor()};
    }
    [[nodiscard]] std::vector<void*> data() { return {v.data(), t.data(), r.data()}; }

    DistributedMatrix v;
    DistributedMatrix t;
    DistributedMatrix r;
    std::vector<const char*> names{"V", "T", "R"};
    static constexpr const char* text = "W(m,i)=V(m,e)*T(e,i)+V(m,i); R(a,i)=T(a,m)*W(m,i)";
    /// W(m,i) = 5 m + m, and their sum over m is 6 * 10.
    static double r_at(std::int64_t, std::int64_t) { return 60; }
};

ttgt_status plan(ttgt_communicator ranks, Statements& given, const char* text,
                 ttgt_distributed_program* program) {
    const std::vector<ttgt_distributed_tensor> tensors = given.tensors();
    return ttgt_distributed_program_create(ranks, own_context, text, given.names.data(),
                                           tensors.data(), 3, nullptr, program);
}

TEST(CRankPrograms, StatementsRunAndReport) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            const int rank = rank_of(ranks);
            Statements given(count, rank);
            ttgt_distributed_program program{};
            ASSERT_EQ(plan(ranks, given, Statements::text, &program), TTGT_SUCCESS)
                << ttgt_last_error();
            std::int64_t bytes = -1;
            EXPECT_EQ(ttgt_distributed_program_workspace_bytes(program, &bytes), TTGT_SUCCESS);
            std::string text(4000, ' ');
            EXPECT_EQ(ttgt_distributed_program_explain(program, text.data(), text.size(), nullptr),
                      TTGT_SUCCESS);
            EXPECT_THAT(text, HasSubstr("temporary W: float64 5x5"));

            ASSERT_EQ(ttgt_distributed_program_run(program, given.data().data(), 3, nullptr),
                      TTGT_SUCCESS)
                << ttgt_last_error();
            given.r.expect(rank, Statements::r_at);

            given.r.fill(rank, one);
            ttgt_distributed_profile profile{};
            profile.size = sizeof profile;
            ASSERT_EQ(ttgt_distributed_program_profile(program, given.data().data(), 3, nullptr,
                                                       &profile, nullptr, 0, nullptr),
                      TTGT_SUCCESS)
                << ttgt_last_error();
            given.r.expect(rank, Statements::r_at);
            EXPECT_EQ(profile.workspace_bytes, bytes);
            EXPECT_GE(profile.flops, 2 * 2.0 * 125);
            EXPECT_EQ(ttgt_distributed_program_destroy(program), TTGT_SUCCESS);
            EXPECT_EQ(ttgt_distributed_program_destroy(program), TTGT_ERROR_STALE_HANDLE);
        });
    }
}

TEST(CRankPrograms, WhatOneRankCannotDoFailsOnAll) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            const int rank = rank_of(ranks);
            const bool last = rank == count - 1;
            Statements given(count, rank);
            ttgt_distributed_program program{};
            EXPECT_EQ(plan(ranks, given, last ? nullptr : Statements::text, &program),
                      TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_THAT(ttgt_last_error(), HasSubstr("'statements'"));
            EXPECT_EQ(plan(ranks, given, Statements::text, last ? nullptr : &program),
                      TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_THAT(ttgt_last_error(), HasSubstr("'program'"));
            given.names[2] = last ? nullptr : "R";
            EXPECT_EQ(plan(ranks, given, Statements::text, &program), TTGT_ERROR_INVALID_ARGUMENT);
            given.names[2] = "R";
            EXPECT_EQ(plan(ranks, given, "W(m,i)=V(m", &program), TTGT_ERROR_EXPRESSION);

            ASSERT_EQ(plan(ranks, given, Statements::text, &program), TTGT_SUCCESS);
            EXPECT_EQ(
                ttgt_distributed_program_run(program, given.data().data(), last ? 2 : 3, nullptr),
                TTGT_ERROR_OPERAND_COUNT);
            EXPECT_EQ(ttgt_distributed_program_run(program, last ? nullptr : given.data().data(), 3,
                                                   nullptr),
                      TTGT_ERROR_INVALID_ARGUMENT);
            given.r.expect(rank, one);
            EXPECT_EQ(ttgt_distributed_program_destroy(program), TTGT_SUCCESS);
        });
    }
}

}  // namespace
}  // namespace ttgt::test
