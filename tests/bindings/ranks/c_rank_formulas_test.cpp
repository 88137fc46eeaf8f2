// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Formulas over ranks through the C API.
#include <ttgt/c_ranks.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bindings/ranks/each_rank.h"
#include "tests/bindings/ranks/rank_tensor.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr ttgt_context threads_context{0};
constexpr const char* difference = "D(i,j) = alpha*A(j,i) - A(i,j)";

double ten_i_and_j(std::int64_t i, std::int64_t j) { return static_cast<double>(10 * i + j); }
double difference_at(std::int64_t i, std::int64_t j) {
    return 2 * ten_i_and_j(j, i) - ten_i_and_j(i, j);
}

/// D by rows and A by columns, over all ranks.
struct FormulaMatrices {
    FormulaMatrices(ttgt_communicator ranks, int count)
        : d(ranks, {5, 5}, {count}, {0, -1}, {0, 0}), a(ranks, {5, 5}, {count}, {-1, 0}, {0, 1}) {
        a.fill(ten_i_and_j);
    }
    RankMatrix d;
    RankMatrix a;
};

TEST(CRankFormulas, AreEvaluated) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            const FormulaMatrices given(ranks, count);
            const ttgt_distributed_tensor output = given.d.tensor();
            const ttgt_distributed_tensor input = given.a.tensor();
            const ttgt_scalar alpha{2, 0};

            ASSERT_EQ(ttgt_distributed_evaluate(ranks, threads_context, difference, &output, &input,
                                                1, &alpha, 1, nullptr),
                      TTGT_SUCCESS)
                << ttgt_last_error();

            given.d.expect(rank_of(ranks), difference_at);
        });
    }
}

TEST(CRankFormulas, PlansRunAndExplain) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            const FormulaMatrices given(ranks, count);
            const ttgt_distributed_tensor output = given.d.tensor();
            const ttgt_distributed_tensor input = given.a.tensor();
            ttgt_distributed_evaluation plan{};
            ASSERT_EQ(ttgt_distributed_evaluation_create(ranks, threads_context, difference,
                                                         &output, &input, 1, nullptr, &plan),
                      TTGT_SUCCESS)
                << ttgt_last_error();
            std::int64_t workspace = -1;
            std::int64_t received = -1;
            std::string text(4000, ' ');
            EXPECT_EQ(ttgt_distributed_evaluation_workspace_bytes(plan, &workspace), TTGT_SUCCESS);
            EXPECT_EQ(ttgt_distributed_evaluation_bytes_received(plan, &received), TTGT_SUCCESS);
            EXPECT_EQ(
                ttgt_distributed_evaluation_explain(plan, 1, text.data(), text.size(), nullptr),
                TTGT_SUCCESS);
            EXPECT_THAT(text, HasSubstr("chosen: "));
            EXPECT_EQ(
                ttgt_distributed_evaluation_explain(plan, -1, text.data(), text.size(), nullptr),
                TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_GE(workspace, 0);
            EXPECT_GE(received, 0);

            const void* const data = input.data;
            const ttgt_scalar alpha{2, 0};
            ASSERT_EQ(
                ttgt_distributed_evaluation_run(plan, output.data, &data, 1, &alpha, 1, nullptr),
                TTGT_SUCCESS)
                << ttgt_last_error();

            given.d.expect(rank_of(ranks), difference_at);
            EXPECT_EQ(ttgt_distributed_evaluation_destroy(plan), TTGT_SUCCESS);
            EXPECT_EQ(ttgt_distributed_evaluation_destroy(plan), TTGT_ERROR_STALE_HANDLE);
            EXPECT_EQ(ttgt_distributed_evaluation_destroy({0}), TTGT_SUCCESS);
        });
    }
}

TEST(CRankFormulas, RefuseOnEveryRankWhatOneCannotDo) {
    for (const int count : counts_of_ranks()) {
        on_each_rank(count, [&](ttgt_communicator ranks) {
            const FormulaMatrices given(ranks, count);
            const ttgt_distributed_tensor output = given.d.tensor();
            const ttgt_distributed_tensor input = given.a.tensor();
            const bool is_first = rank_of(ranks) == 0;
            const ttgt_scalar alpha{2, 0};
            const auto evaluate = [&](const char* formula, const ttgt_distributed_tensor* inputs,
                                      std::int32_t inputs_given, std::int32_t scalars_given,
                                      const ttgt_distributed_options* options) {
                return ttgt_distributed_evaluate(ranks, threads_context, formula, &output, inputs,
                                                 inputs_given, &alpha, scalars_given, options);
            };
            EXPECT_EQ(evaluate(is_first ? nullptr : difference, &input, 1, 1, nullptr),
                      TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_EQ(evaluate(difference, is_first ? nullptr : &input, 1, 1, nullptr),
                      TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_EQ(evaluate(difference, &input, is_first ? 2 : 1, 1, nullptr),
                      TTGT_ERROR_OPERAND_COUNT);
            EXPECT_EQ(evaluate(difference, &input, 1, is_first ? 0 : 1, nullptr),
                      TTGT_ERROR_OPERAND_COUNT);
            EXPECT_EQ(evaluate("D(i,j) = A(i", &input, 1, 1, nullptr), TTGT_ERROR_EXPRESSION);
            ttgt_distributed_options options = TTGT_DISTRIBUTED_OPTIONS;
            if (is_first) options.engine = "local";
            EXPECT_EQ(evaluate(difference, &input, 1, 1, &options), TTGT_ERROR_INVALID_ARGUMENT);
            EXPECT_THAT(ttgt_last_error(), HasSubstr("no beta and no engine"));
            EXPECT_EQ(ttgt_distributed_evaluation_create(ranks, threads_context, difference,
                                                         &output, &input, 1, nullptr, nullptr),
                      TTGT_ERROR_INVALID_ARGUMENT);
            given.d.expect(rank_of(ranks), [](auto, auto) { return 0; });
        });
    }
}

}  // namespace
}  // namespace ttgt::test
