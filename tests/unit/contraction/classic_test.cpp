// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/classic.h"

#include <ttgt/context.h>
#include <ttgt/error.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cpu/cpu_machine.h"
#include "contraction/plan/explain.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "contraction/problem/matrix_view.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;

Choice choose(const Problem& problem, std::int64_t limit) {
    const cpu::CpuMachine machine({built_in_calibration(), 2});
    return choose_plan({problem, limit, machine, Purpose::explain}, find_strategy("classic"));
}

Plan plan(const std::string& expression, const std::vector<Extents>& extents,
          std::int64_t limit = unlimited, DType dtype = DType::float64) {
    std::vector<OperandLayout> operands;
    for (const Extents& e : extents) operands.push_back({dtype, packed(e)});
    return choose(bind_expression(parse_expression(expression), operands, std::nullopt), limit)
        .plan;
}

/// The steps in order: "transpose L; gemm; …".
std::string steps(const Plan& plan) {
    std::string text;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t repetitions) {
        if (!text.empty()) text += "; ";
        text += kind(step);
        if (!step.operand.empty()) text += " " + step.operand;
        if (repetitions > 1) text += " x" + std::to_string(repetitions);
    });
    return text;
}

std::string chosen(const Plan& plan) { return describe(plan.problem, plan.chosen); }

TEST(Classic, PaperExampleTransposesEveryOperand) {
    const Plan p = plan("D(a,b,i)+=L(a,c,i,k)*R(k,b,c)", {{8, 9, 10}, {8, 5, 10, 6}, {6, 9, 5}});

    EXPECT_EQ(chosen(p), "gemm L->(c,k | a,i), R->(c,k | b), D->(a,i | b)");
    EXPECT_EQ(steps(p), "transpose L; transpose R; transpose D in; gemm; transpose D out");
    // L, R and D each start on a multiple of 256 bytes.
    EXPECT_EQ(p.chosen.workspace_bytes, 19200 + 2304 + 5760);
}

TEST(Classic, AssignmentDoesNotBringDIn) {
    const Plan p = plan("D(a,b,i)=L(a,c,i,k)*R(k,b,c)", {{8, 9, 10}, {8, 5, 10, 6}, {6, 9, 5}});

    EXPECT_EQ(steps(p), "transpose L; transpose R; gemm; transpose D out");
}

TEST(Classic, OperandsAlreadyInOrderStayInPlace) {
    const Plan p = plan("D(a,b)=L(k,a)*R(k,b)", {{8, 9}, {5, 8}, {5, 9}});

    EXPECT_EQ(chosen(p), "gemm L in place, R in place, D in place");
    EXPECT_EQ(p.chosen.workspace_bytes, 0);
}

TEST(Classic, NothingContractedIsDirect) {
    EXPECT_EQ(chosen(plan("D(a,b)=L(a)*R(b)", {{8, 9}, {8}, {9}})), "direct");
    EXPECT_EQ(chosen(plan("D(a,b)=L(a,b)*R(a,b)", {{8, 9}, {8, 9}, {8, 9}})), "direct");
    EXPECT_EQ(chosen(plan("D(a,b)=L(a,k)*R(k,b)", {{8, 9}, {8, 1}, {1, 9}})), "direct");
    EXPECT_EQ(chosen(plan("W(a,b)+=F(a,b)*K()", {{8, 9}, {8, 9}, {}})), "direct");
}

TEST(Classic, OneInputIsATransposeOrAReduction) {
    EXPECT_EQ(chosen(plan("D(b,a)=L(a,b)", {{9, 8}, {8, 9}})), "transpose");
    EXPECT_EQ(chosen(plan("D(a)=L(a,b)", {{8}, {8, 9}})), "reduce");
    EXPECT_EQ(chosen(plan("D()=L(i,i)", {{}, {8, 8}})), "reduce");
}

TEST(Classic, EmptySpacesNeedNoArithmetic) {
    EXPECT_EQ(chosen(plan("D(a,b)=L(a,k)*R(k,b)", {{0, 9}, {0, 5}, {5, 9}})), "nothing");
    EXPECT_EQ(chosen(plan("D(a,b)+=L(a,k)*R(k,b)", {{8, 9}, {8, 0}, {0, 9}})), "scale");
}

TEST(Classic, BatchLabelsAreLoopedAfterOneTranspose) {
    const Plan p = plan("D(a,b,e)=L(a,k,e)*R(e,k,b)", {{8, 9, 4}, {8, 5, 4}, {4, 5, 9}});

    EXPECT_EQ(chosen(p), "gemm L->(k | a), R->(k | b), D in place, looped over e");
    EXPECT_EQ(steps(p), "transpose L; transpose R; gemm");
}

TEST(Classic, LoneLabelsAreSummedOnTheWayIn) {
    const Plan p = plan("D(a,b)=L(k,x,a)*R(k,b)", {{8, 9}, {5, 7, 8}, {5, 9}});

    EXPECT_EQ(steps(p), "reduce L; gemm");
    EXPECT_EQ(p.chosen.workspace_bytes, 5 * 8 * 8);
}

TEST(Classic, ConjugatedFactorsStayInPlaceOnlyWhereGemmTransposesThem) {
    const auto complex_plan = [](const char* expression) {
        return chosen(plan(expression, {{8, 9}, {5, 8}, {5, 9}}, unlimited, DType::complex128));
    };

    EXPECT_EQ(complex_plan("D(a,b)=L+(k,a)*R(k,b)"), "gemm L in place, R in place, D in place");
    EXPECT_EQ(complex_plan("D(a,b)=L(k,a)*R+(k,b)"), "gemm L in place, R->(k | b), D in place");
}

TEST(Classic, RealTimesComplexIsARealGemmWithComplexScalarsLast) {
    const Problem problem = bind_expression(parse_expression("D(a,b)+=L(k,a)*R(k,b)"),
                                            {{DType::complex64, packed({8, 9})},
                                             {DType::float32, packed({5, 8})},
                                             {DType::complex64, packed({5, 9})}},
                                            std::nullopt);

    const Plan p = choose(problem, unlimited).plan;

    EXPECT_EQ(chosen(p), "gemm R->(b | k), L in place, D->(b | a), real view");
    EXPECT_EQ(steps(p), "transpose R; gemm; transpose D out");
}

TEST(Classic, SlicesBatchLabelsFirstWhereTheWorkspaceIsShort) {
    const std::vector<Extents> extents{{30, 40, 7}, {30, 50, 7}, {7, 50, 40}};

    const Plan p = plan("D(a,b,e)=L(a,k,e)*R(e,k,b)", extents, 100'000);

    EXPECT_EQ(chosen(p), "gemm L->(k | a), R->(k | b), D in place, looped over e, slices of e:2");
    EXPECT_LE(p.chosen.workspace_bytes, 100'000);
    EXPECT_EQ(steps(p), "transpose L x3; transpose R x3; gemm x3; transpose L; transpose R; gemm");
}

TEST(Classic, SlicedContractionsAddAndKeepWhatIsFixedOutside) {
    const Plan p = plan("D(b,a)+=L(a,k)*R(b,k)", {{20, 600}, {600, 500}, {20, 500}}, 400'000);

    EXPECT_LE(p.chosen.workspace_bytes, 400'000);
    EXPECT_EQ(p.chosen.method, Method::gemm);
    ASSERT_FALSE(p.chosen.slices.empty());
}

TEST(Classic, AnyLimitGivesAPlanThatKeepsIt) {
    for (std::int64_t limit = 0; limit < 200'000; limit = limit * 3 / 2 + 1) {
        const Plan p = plan("D(a,b,i)+=L(a,c,i,k)*R(k,b,c)",
                            {{16, 17, 11}, {16, 13, 11, 12}, {12, 17, 13}}, limit);

        EXPECT_LE(p.chosen.workspace_bytes, limit);
        if (limit == 0) {
            EXPECT_EQ(chosen(p), "direct");
        }
    }
}

TEST(Classic, StepsStayFewHoweverManyLabelsAreSliced) {
    // Reversed labels of prime extents: nothing merges, everything must be cut.
    const Plan p =
        plan("D(h,g,f,e,d,c,b,a)=L(a,k,b,l,c,m,d)*R(e,m,f,l,g,k,h)",
             {{5, 7, 5, 7, 5, 7, 5, 7}, {7, 5, 5, 7, 7, 5, 5}, {7, 5, 5, 7, 7, 5, 5}}, 80'000);

    EXPECT_LE(p.chosen.workspace_bytes, 80'000);
    EXPECT_LE(p.step_count, 64);
}

TEST(FindStrategy, UnknownNamesAreRefusedWithTheKnownOnes) {
    EXPECT_EQ(refusal_of<InvalidArgument>([] { (void)find_strategy("fastest"); }),
              "there is no strategy 'fastest'; known: 'auto' 'classic'");
}

TEST(Explain, ShowsProblemStepsAndRejectedCandidates) {
    const Problem problem = bind_expression(parse_expression("D(a,b)=L(a,k)*R(k,b)"),
                                            {{DType::float64, packed({200, 9})},
                                             {DType::float64, packed({200, 300})},
                                             {DType::float64, packed({300, 9})}},
                                            std::nullopt);

    const Choice choice = choose(problem, 1000);
    const std::string text = explain(choice.plan, Device{}, choice.rejected);

    for (const char* part : {"D(a,b) = L(a,k) * R(k,b)\n", "float64 on cpu, strategy classic",
                             "free_l      a:200", "contracted  k:300", "m=200 n=9 k=300 batch=1",
                             "1.08e+06 flops, 516000 bytes", "chosen: direct\n", "predicted",
                             "  0 direct          1800 outputs, 300 products each; predicted ",
                             "rejected: gemm L->(k | a), R in place, D in place\n",
                             "needs 480000 bytes of workspace, the limit is 1000"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\nis missing in\n" << text;
    }
}

}  // namespace
}  // namespace ttgt
