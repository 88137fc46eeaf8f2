// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/auto.h"

#include <ttgt/context.h>
#include <ttgt/tensor.h>

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/assemble.h"
#include "contraction/bind.h"
#include "contraction/cpu/cpu_backend.h"
#include "contraction/execute.h"
#include "contraction/explain.h"
#include "contraction/strategy.h"
#include "tests/support/check_contraction.h"

namespace ttgt {
namespace {

using test::TestProblem;
using test::TestTensors;

const Machine& generic_machine() {
    static const Machine machine(built_in_calibration(), 2);
    return machine;
}

Problem bound(const std::string& expression, const std::vector<Layout>& layouts,
              DType dtype = DType::float64) {
    std::vector<OperandLayout> operands;
    for (const Layout& layout : layouts) operands.push_back({dtype, layout});
    return bind_expression(parse_expression(expression), operands, std::nullopt);
}

Problem packed_problem(const std::string& expression,
                       const std::vector<std::vector<std::int64_t>>& extents) {
    std::vector<Layout> layouts;
    for (const auto& e : extents) layouts.push_back(packed(e));
    return bound(expression, layouts);
}

std::string chosen(const Problem& problem, std::int64_t limit = unlimited) {
    const Choice choice = choose_plan({problem, limit, generic_machine()}, find_strategy("auto"));
    return describe(problem, choice.plan.chosen);
}

/// Every candidate of the problem, also those that the workspace limit or the estimate rules out.
std::vector<Candidate> every_candidate(const Problem& problem, std::int64_t limit) {
    std::vector<Candidate> all = forced_candidates(problem);
    if (all.empty()) all = auto_candidates({problem, limit, generic_machine(), true});
    return all;
}

/// Computes a test problem with one of its candidates.
class WithCandidate {
public:
    WithCandidate(std::size_t position, std::int64_t limit) : position_(position), limit_(limit) {}

    void operator()(const TestProblem& given, TestTensors& tensors) const {
        const bool beta_is_zero = test::effective_beta(given) == Scalar{};
        const Problem problem = bind_expression(parse_expression(test::expression(given)),
                                                test::operand_layouts(given), beta_is_zero);
        Candidate candidate = every_candidate(problem, limit_)[position_];
        if (given.alpha * problem.scale == Scalar{}) candidate = forced(Method::scale);
        if (problem.output_empty) candidate = forced(Method::nothing);
        const Plan plan = assemble(problem, candidate, generic_machine());
        const auto workspace = allocate_host(candidate.workspace_bytes + 1);
        const auto address = [](const test::GuardedArray& array) {
            return static_cast<char*>(const_cast<void*>(array.view().data()));
        };
        const bool unary = tensors.inputs.size() == 1;
        execute(
            plan, cpu::backend(),
            {{address(tensors.d), address(tensors.inputs[0]),
              unary ? nullptr : address(tensors.inputs[1]), static_cast<char*>(workspace.get())},
             given.alpha,
             test::effective_beta(given),
             1 + static_cast<int>(position_ % 3)});
    }

private:
    static Candidate forced(Method method) {
        Candidate candidate;
        candidate.method = method;
        return candidate;
    }

    std::size_t position_;
    std::int64_t limit_;
};

TEST(Auto, EveryCandidateAgreesWithTheReference) {
    test::DrawOptions draw;
    draw.inputs = 2;
    std::size_t most = 0;
    for (const std::uint64_t seed : test::seeds(1, 150)) {
        const TestProblem given = test::draw_problem(seed, draw);
        const bool beta_is_zero = test::effective_beta(given) == Scalar{};
        const Problem problem = bind_expression(parse_expression(test::expression(given)),
                                                test::operand_layouts(given), beta_is_zero);
        const std::int64_t limit = seed % 3 == 0 ? 2000 : unlimited;
        const std::size_t count = every_candidate(problem, limit).size();
        most = std::max(most, count);
        for (std::size_t position = 0; position < count; ++position) {
            test::CheckOptions options;
            options.compute = WithCandidate(position, limit);
            ASSERT_TRUE(test::check_contraction(given, options))
                << describe(problem, every_candidate(problem, limit)[position]);
        }
    }
    EXPECT_GT(most, std::size_t{20});
}

TEST(Auto, PaperExampleLoopsOverWhatStaysInPlace) {
    EXPECT_EQ(chosen(packed_problem("D(a,b,i)=L(a,c,i,k)*R(k,b,c)",
                                    {{80, 90, 100}, {80, 50, 100, 60}, {60, 90, 50}})),
              "gemm L in place, R in place, D in place, looped over i,c");
}

TEST(Auto, SlicesBeforeABatchedProductAreReadInPlace) {
    EXPECT_EQ(chosen(packed_problem("D(a,b,e)=L(a,k,e)*R(k,b,e)",
                                    {{64, 48, 40}, {64, 32, 40}, {32, 48, 40}})),
              "gemm L in place, R in place, D in place, looped over e");
    // A range of k of a larger tensor: the strides are not packed.
    EXPECT_EQ(chosen(bound("D(a,b,e)=L(a,k,e)*R(k,b,e)", {packed({64, 48, 40}),
                                                          {{64, 32, 40}, {1, 64, 64 * 100}},
                                                          {{32, 48, 40}, {1, 100, 100 * 48}}})),
              "gemm L in place, R in place, D in place, looped over e");
}

TEST(Auto, ExpandedViewsAreNotCopied) {
    // L stands still along e.
    EXPECT_EQ(
        chosen(bound("D(a,b,e)=L(a,k,e)*R(k,b,e)",
                     {packed({64, 48, 40}), {{64, 32, 40}, {1, 64, 0}}, packed({32, 48, 40})})),
        "gemm L in place, R in place, D in place, looped over e");
}

TEST(Auto, NonContiguousInnerModeIsTransposedOnce) {
    EXPECT_EQ(chosen(bound("D(a,b)=L(a,k)*R(k,b)",
                           {packed({300, 200}), {{300, 250}, {2, 600}}, packed({250, 200})})),
              "gemm L->(a | k), R in place, D in place");
}

TEST(Auto, OneTermIsAnOuterProduct) {
    EXPECT_EQ(chosen(packed_problem("D(a,b)=L(a,k)*R(k,b)", {{800, 900}, {800, 1}, {1, 900}})),
              "direct");
    EXPECT_EQ(chosen(packed_problem("D(b,a)=L(a)*R(b)", {{900, 800}, {800}, {900}})), "direct");
}

TEST(Auto, LimitsOfWorkspaceLeadToSlicesAndThenToDirect) {
    const Problem problem = packed_problem("D(a,b,c,d)=L(c,k,a)*R(d,k,b)",
                                           {{40, 40, 40, 40}, {40, 50, 40}, {40, 50, 40}});
    for (const std::int64_t limit :
         {std::int64_t{1} << 30, std::int64_t{1} << 16, std::int64_t{0}}) {
        const Choice choice =
            choose_plan({problem, limit, generic_machine()}, find_strategy("auto"));
        EXPECT_LE(choice.plan.chosen.workspace_bytes, limit);
    }
}

TEST(Auto, CostsGrowWithTheVolume) {
    struct Growing {
        const char* expression;
        std::vector<std::size_t> ranks;
    };
    for (const Growing& growing : {Growing{"D(a,b,i)=L(a,c,i,k)*R(k,b,c)", {3, 4, 3}},
                                   Growing{"D(i,a,b)+=L(k,a)*R(b,k,i)", {3, 2, 3}}}) {
        double last = 0;
        for (const std::int64_t extent : {4, 8, 16, 32, 64}) {
            std::vector<Layout> layouts;
            for (const std::size_t rank : growing.ranks) {
                layouts.push_back(packed(std::vector<std::int64_t>(rank, extent)));
            }
            const Problem problem = bound(growing.expression, layouts);
            const double ms =
                choose_plan({problem, unlimited, generic_machine()}, find_strategy("auto"))
                    .plan.chosen.predicted_ms;
            EXPECT_GT(ms, last) << growing.expression << ", extent " << extent;
            last = ms;
        }
    }
}

TEST(Auto, ExplainsEveryCandidateWithItsCostAndTheReason) {
    const Problem problem =
        packed_problem("D(a,b,i)=L(a,c,i,k)*R(k,b,c)", {{8, 9, 10}, {8, 5, 10, 6}, {6, 9, 5}});
    const Choice choice =
        choose_plan({problem, unlimited, generic_machine(), true}, find_strategy("auto"));

    EXPECT_GT(choice.rejected.size(), std::size_t{20});
    for (const Candidate& loser : choice.rejected) {
        EXPECT_GT(loser.predicted_ms, 0) << describe(problem, loser);
        EXPECT_NE(loser.rejection, "") << describe(problem, loser);
    }
}

}  // namespace
}  // namespace ttgt
