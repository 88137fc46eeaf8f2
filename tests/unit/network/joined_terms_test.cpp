// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Sums with terms of one tensor: D = L*R + C, which is read by the last step.
#include <ttgt/ttgt.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/binary/plan_binary.h"
#include "network/path/path_cost.h"
#include "network/plan/step_statement.h"
#include "network/program/bind_program.h"
#include "network/rewrite/pairwise.h"
#include "network/terms/addend_step.h"
#include "network/terms/joined_terms.h"
#include "network/terms/terms_step.h"

namespace ttgt {
namespace {

using testing::ElementsAre;

constexpr std::int64_t every_extent = 20;

/// Each product of the program as a sum of its own.
network::Program pairwise(const char* text, const std::vector<std::string>& names) {
    std::vector<NamedOperand> operands;
    for (const std::string& name : names) {
        operands.push_back({name, {DType::float64, packed({every_extent, every_extent})}});
    }
    const network::PathCosts costs(Minimize::flops);
    return network::make_pairwise(network::bind_statements(parse_program(text), operands, text),
                                  costs, {});
}

std::vector<std::string> texts(const network::Program& program) {
    std::vector<std::string> result;
    for (const network::Sum& sum : program.sums) result.push_back(to_string(program, sum));
    return result;
}

TEST(JoinedTerms, AreReadByTheLastStep) {
    const auto joined = network::with_joined_terms(
        pairwise("D(a,b) = 2*L(a,k)*R(k,b) - 3*C(b,a)", {"D", "L", "R", "C"}));

    ASSERT_TRUE(joined);
    EXPECT_THAT(texts(*joined),
                ElementsAre("_D(a,b) = 2 * L(a,k) * R(k,b)", "D(a,b) = _D(a,b) - 3 * C(b,a)"));
}

TEST(JoinedTerms, KeepOneTemporaryForAllProducts) {
    const auto joined = network::with_joined_terms(
        pairwise("D(a,b) = C(b,a) + L(a,k)*R(k,b) + R(a,k)*L(k,b) + L(b,a)", {"D", "L", "R", "C"}));

    ASSERT_TRUE(joined);
    EXPECT_THAT(texts(*joined),
                ElementsAre("_D(a,b) = L(a,k) * R(k,b)", "_D(a,b) += R(a,k) * L(k,b)",
                            "D(a,b) = _D(a,b) + C(b,a) + L(b,a)"));
}

TEST(JoinedTerms, AreNotJoinedWhereOldValuesCountOrNoTermIsATensor) {
    const std::vector<std::string> names{"D", "L", "R", "C"};
    EXPECT_FALSE(network::with_joined_terms(pairwise("D(a,b) += L(a,k)*R(k,b) + C(b,a)", names)));
    EXPECT_FALSE(
        network::with_joined_terms(pairwise("D(a,b) = L(a,k)*R(k,b) + C(a,k)*R(k,b)", names)));
    EXPECT_FALSE(network::with_joined_terms(pairwise("D(a,b) = C(b,a)", {"D", "C"})));
}

TEST(Addends, StandBeforeTheProductWhereTheyLieAsTheOutputDoes) {
    const network::Program same = network::with_addends_first(
        pairwise("D(a,b) = L(a,k)*R(k,b) + 3*C(a,b)", {"D", "L", "R", "C"}));
    EXPECT_THAT(texts(same), ElementsAre("D(a,b) = 3 * C(a,b)", "D(a,b) += L(a,k) * R(k,b)"));
    const network::Program other = network::with_addends_first(
        pairwise("D(a,b) = L(a,k)*R(k,b) + C(b,a)", {"D", "L", "R", "C"}));
    EXPECT_THAT(texts(other), ElementsAre("D(a,b) = L(a,k) * R(k,b)", "D(a,b) += C(b,a)"));
}

TEST(JoinedTerms, AreOnePassOverMemory) {
    Tensor<double> a({every_extent, every_extent}), b({every_extent, every_extent}),
        d({every_extent, every_extent});
    for (std::int64_t j = 0; j < every_extent; ++j) {
        for (std::int64_t i = 0; i < every_extent; ++i) {
            a(i, j) = static_cast<double>(i + 3 * j);
            b(i, j) = static_cast<double>(5 * i - j);
        }
    }
    Context context;
    const auto program =
        network::with_joined_terms(pairwise("D(i,j) = 2*A(i,j) - B(j,i)", {"D", "A", "B"}));
    ASSERT_TRUE(program);
    ASSERT_EQ(program->sums.size(), 1U);
    const network::Sum& sum = program->sums.front();
    const auto plan = network::plan_terms(
        context, *program, sum,
        plan_binary(context, network::statement_of(*program, sum), {.workspace_limit = 0}, 1));
    const std::vector<const void*> inputs{a.data(), b.data()};

    EXPECT_EQ(plan->text(), "D(i,j) = 2 * A(i,j) - B(j,i)");
    const Report report = plan->profile(d.data(), inputs, {});
    ASSERT_EQ(report.steps.size(), 1U);
    EXPECT_EQ(report.steps[0].kind, "formula");
    EXPECT_EQ(report.steps[0].description, "2 terms in one pass");
    EXPECT_EQ(report.bytes, 3 * every_extent * every_extent * 8);
    RunOptions options;
    options.alpha = 3.0;
    plan->run(d.data(), inputs, options);
    EXPECT_EQ(d(7, 13), 3 * (2 * a(7, 13) - b(13, 7)));
    // alpha = 0 reads nothing: NaNs do not count.
    a.fill(std::numeric_limits<double>::quiet_NaN());
    options.alpha = 0.0;
    plan->run(d.data(), inputs, options);
    EXPECT_EQ(d(7, 13), 0);
}

}  // namespace
}  // namespace ttgt
