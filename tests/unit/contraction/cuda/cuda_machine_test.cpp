// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/cuda_machine.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/cuda/gemm_batches.h"
#include "contraction/planner/choice.h"
#include "contraction/planner/reordered_direct.h"
#include "contraction/problem/bind.h"
#include "src/context/calibration.h"
#include "transpose/cuda/plan/kernel_plan.h"

namespace ttgt {
namespace {

using cuda::CudaMachine;
using cuda::GemmBatches;
using testing::EndsWith;
using testing::StartsWith;

GemmStep step_of(Modes<3> loops) {
    GemmStep step;
    step.loops = std::move(loops);
    step.scratch_limit = unlimited;
    return step;
}

TEST(GemmBatches, OneLoopIsAStridedBatch) {
    const GemmBatches batches = cuda::batches_of(step_of({{100000, {1, 2, 3}}}));

    EXPECT_FALSE(batches.needs_pointers());
    EXPECT_EQ(batches.batch, (Modes<3>{{100000, {1, 2, 3}}}));
    EXPECT_TRUE(batches.calls.empty());
}

TEST(GemmBatches, SeveralLoopsAreOneBatchByPointers) {
    const GemmBatches batches = cuda::batches_of(step_of({{16, {1, 0, 5}}, {384, {0, 7, 80}}}));

    EXPECT_TRUE(batches.needs_pointers());
    EXPECT_EQ(volume(batches.batch), 16 * 384);
    EXPECT_TRUE(batches.calls.empty());
}

TEST(GemmBatches, PointersAreLimitedAndTheRestIsCalled) {
    const GemmBatches batches =
        cuda::batches_of(step_of({{300, {1, 0, 5}}, {200, {0, 7, 80}}, {2, {9, 9, 9}}}));

    EXPECT_EQ(volume(batches.batch), 300 * 200);
    EXPECT_EQ(batches.calls, (Modes<3>{{2, {9, 9, 9}}}));
}

TEST(GemmBatches, PointersNeedScratchMemory) {
    GemmStep step = step_of({{16, {1, 0, 5}}, {384, {0, 7, 80}}});
    step.scratch_limit = std::int64_t{3} * 16 * 384 * 8 - 1;

    EXPECT_FALSE(cuda::batches_of(step).needs_pointers());
    step.scratch_limit += 1;
    EXPECT_TRUE(cuda::batches_of(step).needs_pointers());
}

TEST(GemmBatches, LongLoopStaysStridedWherePointersWouldTakeMoreCalls) {
    const GemmBatches batches = cuda::batches_of(step_of({{70000, {1, 0, 5}}, {3, {0, 7, 80}}}));

    EXPECT_FALSE(batches.needs_pointers());
    EXPECT_EQ(volume(batches.calls), 3);
}

Problem problem_of(const std::string& expression,
                   const std::vector<std::vector<std::int64_t>>& extents, bool beta_is_zero = true,
                   DType dtype = DType::float64) {
    std::vector<OperandLayout> operands;
    for (const auto& e : extents) operands.push_back({dtype, packed(e)});
    return bind_expression(parse_expression(expression), operands, beta_is_zero);
}

std::string chosen(const Problem& problem, Purpose purpose = Purpose::run) {
    const CudaMachine machine(cuda::sm_90());
    const PlanningTask task{problem, unlimited, machine, purpose};
    return describe(problem, choose_plan(task, find_strategy("auto")).plan.chosen);
}

// Decisions on an H200, each by what was measured there.
TEST(CudaPlanner, MatricesStayInPlace) {
    EXPECT_EQ(chosen(problem_of("D(i,j)=L(k,i)*R(k,j)", {{512, 512}, {512, 512}, {512, 512}})),
              "gemm L in place, R in place, D in place");
}

TEST(CudaPlanner, SlicesAreBatchesInPlace) {
    EXPECT_EQ(chosen(problem_of("C(a,b,c)=A(a,d,c)*B(d,b)",
                                {{312, 296, 296}, {312, 312, 296}, {312, 296}})),
              "gemm L in place, R in place, D in place, looped over c");
}

// Transposing R for a matrix product takes a fifth longer.
TEST(CudaPlanner, OuterProductsAreWrittenWhereTheyLie) {
    EXPECT_THAT(chosen(problem_of("D(a,b,c,d,e)=L(d,e)*R(c,a,b)",
                                  {{42, 42, 42, 42, 42}, {42, 42}, {42, 42, 42}})),
                StartsWith("direct by "));
}

// An eighth less is predicted of a product: either is off by a fifth.
TEST(CudaPlanner, OuterProductsMustGainAQuarter) {
    const Problem problem =
        problem_of("D(e,b,d,c,a)+=L(a)*R(b,c,d,e)", {{30, 30, 30, 30, 30}, {30}, {30, 30, 30, 30}},
                   false, DType::float32);
    const CudaMachine machine(cuda::sm_90());
    const PlanningTask task{problem, unlimited, machine, Purpose::explain};
    const Choice choice = choose_plan(task, find_strategy("auto"));

    EXPECT_THAT(describe(problem, choice.plan.chosen), StartsWith("direct by "));
    const auto is_cheaper = [&](const Candidate& candidate) {
        return candidate.predicted_ms < 0.9 * choice.plan.chosen.predicted_ms;
    };
    EXPECT_TRUE(std::any_of(choice.rejected.begin(), choice.rejected.end(), is_cheaper));
}

TEST(CudaPlanner, OtherTilesLoseByTheirTime) {
    // Of the second, the first order of modes is eight times as slow as the best.
    for (const Problem& problem :
         {problem_of("D(a,b,c,d)=L(a,e,b,f)*R(d,f,c,e)",
                     {{48, 48, 48, 48}, {48, 48, 48, 48}, {48, 48, 48, 48}}),
          problem_of("D(a,b,c,d,e,f)=L(d,e,g,a)*R(g,f,b,c)",
                     {{16, 16, 16, 16, 16, 16}, {16, 16, 16, 16}, {16, 16, 16, 16}})}) {
        const CudaMachine machine(cuda::sm_90());
        const PlanningTask task{problem, unlimited, machine, Purpose::explain};
        const Choice choice = choose_plan(task, find_strategy("auto"));

        std::set<std::string> tiles;
        for (const Candidate& loser : choice.rejected) {
            if (loser.method != Method::direct) continue;
            EXPECT_THAT(loser.rejection, EndsWith(" ms more"));
            EXPECT_GE(loser.predicted_ms, choice.plan.chosen.predicted_ms);
            tiles.insert(describe(problem, loser));
        }
        EXPECT_GT(tiles.size(), 5U) << problem.text;
        EXPECT_EQ(tiles.count(describe(problem, choice.plan.chosen)), 0U);
    }
}

// R is eight times as large, and runs along e where L runs along d.
TEST(CudaPlanner, SmallInputsAreReorderedToRunAlongTheLargeOne) {
    const Problem problem = problem_of("D(a,b,c)=L(d,e,f,b)*R(e,d,a,f,c)",
                                       {{64, 64, 8}, {64, 64, 64, 64}, {64, 64, 64, 64, 8}});
    const CudaMachine machine(cuda::sm_90());

    const Plan plan = choose_plan({problem, unlimited, machine}, find_strategy("auto")).plan;

    EXPECT_THAT(describe(problem, plan.chosen), EndsWith(", L->(e,d,f,b)"));
    EXPECT_EQ(plan.step_count, 2);
    EXPECT_GE(plan.chosen.workspace_bytes, 8 * 64 * 64 * 64 * 64);
    EXPECT_TRUE(reordered_directs({problem, 8 * 64 * 64 * 64 * 64 - 1, machine}).empty());
}

// A runs along e and B along f. One of them is read in short pieces, which takes longer than to
// transpose it, although both are large.
TEST(CudaPlanner, OneOfTwoLargeInputsIsReorderedToRunAlongTheOther) {
    Problem problem =
        problem_of("C(a,b,c,d)=A(e,a,f,b)*B(f,d,e,c)",
                   {{96, 84, 84, 84}, {96, 96, 96, 84}, {96, 84, 96, 84}}, true, DType::float32);
    problem.compute = ComputeType::tf32x3;

    EXPECT_THAT(chosen(problem), EndsWith(", R->(e,f,c,d)"));
}

// D is 200 times as large as both inputs together.
TEST(CudaPlanner, SmallInputsAreReorderedToRunAlongD) {
    const CudaMachine machine(cuda::sm_90());
    const auto reordered = [&](const Problem& problem, std::int64_t limit) {
        std::string ways;
        for (const Candidate& candidate : reordered_directs({problem, limit, machine}))
            ways += describe(problem, candidate);
        return ways;
    };
    const std::vector<std::int64_t> d{24, 20, 20, 24, 20, 20};
    const Problem problem =
        problem_of("D(a,b,c,d,e,f)=L(g,e,b,c)*R(d,f,g,a)", {d, {24, 20, 20, 20}, {24, 20, 24, 24}},
                   true, DType::float16);
    const std::int64_t bytes = 2 * 24 * 20 * 20 * 20 + 2 * 24 * 20 * 24 * 24;
    EXPECT_EQ(reordered(problem, unlimited), "direct, L->(b,c,e,g), R->(a,d,f,g)");
    EXPECT_EQ(reordered(problem, bytes - 1), "");
    // 20 elements of b are no vectors of 16 bytes, 24 of g are.
    EXPECT_EQ(reordered(problem_of("D(a,b,c,d,e,f)=L(d,e,g,b)*R(g,f,a,c)",
                                   {d, {24, 20, 24, 20}, {24, 20, 24, 20}}, true, DType::float16),
                        unlimited),
              "direct, L->(g,b,d,e), R->(a,c,f,g)");
}

// A block reads one index of g, so that it would read R element by element.
TEST(CudaPlanner, AnInputAlongTheBatchIsReorderedToRunAlongAnotherLabel) {
    const auto problem = [](DType dtype) {
        return problem_of("D(a,b,g,d,c)=L(c,g,a,b,e,f)*R(g,f,d,e)",
                          {{6, 19, 54, 47, 5}, {5, 54, 6, 19, 61, 33}, {54, 33, 47, 61}}, true,
                          dtype);
    };
    EXPECT_THAT(chosen(problem(DType::float64)), EndsWith(", R->(f,d,e,g)"));

    // Transposes of 16-bit elements take longer than predicted.
    const CudaMachine machine(cuda::sm_90());
    EXPECT_TRUE(reordered_directs({problem(DType::float16), unlimited, machine}).empty());
    const Problem batch =
        problem_of("D(g,a)=L(g,a,e)*R(e,g)", {{54, 47}, {54, 47, 61}, {61, 54}}, true);
    const std::vector<Candidate> candidates = reordered_directs({batch, unlimited, machine});
    ASSERT_EQ(candidates.size(), 1U);
    EXPECT_EQ(describe(batch, candidates.front()), "direct, L->(a,e,g)");
    const Problem without_labels = problem_of("D(a)=L()*R(a)", {{8}, {}, {8}}, true);
    EXPECT_TRUE(reordered_directs({without_labels, unlimited, machine}).empty());
}

double predicted_ms(const std::string& strategy, const Problem& problem) {
    const CudaMachine machine(cuda::sm_90());
    const PlanningTask task{problem, unlimited, machine};
    return choose_plan(task, find_strategy(strategy)).plan.chosen.predicted_ms;
}

// At 4.3 bytes a nanosecond.
TEST(CudaPlanner, WhatIsAddedToIsRead) {
    const std::vector<std::vector<std::int64_t>> product{{4096, 4096}, {4096, 8}, {4096, 8}};
    const std::vector<std::vector<std::int64_t>> outer{{4096, 4096}, {4096}, {4096}};
    const double read_ms = 4096.0 * 4096 * 8 / 4.3e9;
    for (const auto& [expression, extents] :
         {std::pair{"D(i,j)=L(i,k)*R(j,k)", product}, std::pair{"D(i,j)=L(i)*R(j)", outer}}) {
        EXPECT_NEAR(predicted_ms("classic", problem_of(expression, extents, false)),
                    predicted_ms("classic", problem_of(expression, extents)) + read_ms,
                    0.02 * read_ms)
            << expression;
    }
}

TEST(CudaPlanner, TransposesThatAddCostMoreThanTheirBytes) {
    const std::vector<std::vector<std::int64_t>> matrices{{4096, 4096}, {4096, 4096}};

    EXPECT_GT(predicted_ms("auto", problem_of("D(i,j)=A(j,i)", matrices, false)),
              1.7 * predicted_ms("auto", problem_of("D(i,j)=A(j,i)", matrices)));
}

// Plans explain themselves by their machine, also after the context and its calibration ended.
TEST(CudaPlanner, MachinesOwnTheCalibrationTheyPlanBy) {
    auto calibration =
        std::make_shared<const Calibration>(*built_in_calibration(Device::Kind::cuda));
    const std::weak_ptr<const Calibration> watched = calibration;
    const Problem problem =
        problem_of("D(i,j)=L(k,i)*R(k,j)", {{512, 512}, {512, 512}, {512, 512}});
    std::unique_ptr<const Machine> machine =
        std::make_unique<const CudaMachine>(cuda::sm_90(), gemm_part(calibration));

    calibration.reset();
    machine = machine->with_workspace(1000);

    EXPECT_FALSE(watched.expired());
    const PlanningTask task{problem, unlimited, *machine, Purpose::explain};
    EXPECT_GT(choose_plan(task, find_strategy("auto")).plan.chosen.predicted_ms, 0);
    machine.reset();
    EXPECT_TRUE(watched.expired());
}

TEST(CudaPlanner, ElementwiseProductsAreDirect) {
    EXPECT_THAT(chosen(problem_of("D(a,b)=L(a,b)*R(a,b)", {{999, 777}, {999, 777}, {999, 777}})),
                StartsWith("direct by elementwise: "));
}

TEST(CudaPlanner, HopelessCandidatesMayBeLeftOut) {
    for (const auto& problem :
         {problem_of("C(a,b,c,d)=A(e,b,a,d)*B(c,e)",
                     {{72, 72, 24, 72}, {72, 72, 72, 72}, {24, 72}}),
          problem_of("D(a,b,c,d)=L(e,f,g,b,d)*R(a,f,g,e,c)",
                     {{22, 22, 8, 8}, {22, 22, 22, 22, 8}, {22, 22, 22, 22, 8}})}) {
        EXPECT_EQ(chosen(problem), chosen(problem, Purpose::measure));
    }
}

// D would be rounded at every turn.
TEST(CudaPlanner, SumsOf16BitElementsAreNotCutIntoTurns) {
    const std::vector<std::vector<std::int64_t>> extents{
        {80, 90, 100}, {80, 50, 100, 60}, {60, 90, 50}};
    const auto bound = [&](DType dtype) {
        std::vector<OperandLayout> operands;
        for (const auto& e : extents) operands.push_back({dtype, packed(e)});
        return bind_expression(parse_expression("D(a,b,i)=L(a,c,i,k)*R(k,b,c)"), operands, true);
    };
    const CudaMachine machine(cuda::sm_90());
    int looped = 0;
    for (const DType dtype : {DType::float32, DType::float16}) {
        for (const std::int64_t limit : {unlimited, std::int64_t{1} << 20, std::int64_t{1} << 14}) {
            const Problem problem = bound(dtype);
            const PlanningTask task{problem, limit, machine, Purpose::explain};
            const Choice choice = choose_plan(task, find_strategy("auto"));
            std::vector<Candidate> all = choice.rejected;
            all.push_back(choice.plan.chosen);
            for (const Candidate& candidate : all) {
                for (const std::size_t label : candidate.gemm.loops) {
                    looped += problem.labels[label].role == Role::contracted ? 1 : 0;
                }
                if (dtype == DType::float16 && candidate.method == Method::gemm) {
                    EXPECT_TRUE(candidate.gemm.accumulates_in_gemm);
                }
                for (const Slice& slice : candidate.slices) {
                    looped += problem.labels[slice.label].role == Role::contracted ? 1 : 0;
                }
            }
            EXPECT_LE(choice.plan.chosen.workspace_bytes, limit);
        }
        EXPECT_EQ(looped > 0, dtype == DType::float32);
        looped = 0;
    }
}

TEST(KernelMemo, PlansEachProblemOnce) {
    const TransposeProblem turned =
        make_transpose_problem(DType::float64, false, {{48, {32, 1}}, {32, {1, 48}}});
    const TransposeProblem longer =
        make_transpose_problem(DType::float64, false, {{48, {64, 1}}, {64, {1, 48}}});
    KernelMemo memo;
    int made = 0;
    const auto plan = [&](const TransposeProblem& problem) {
        const SharedKernelPlan kernel = memo.plan(problem, [&](const TransposeProblem& unknown) {
            ++made;
            return std::make_shared<const cuda::CudaKernelPlan>(
                cuda::plan_transpose_kernel(unknown, cuda::sm_90()));
        });
        return kernel->predicted_ms();
    };

    const double first = plan(turned);
    EXPECT_GT(plan(longer), first);
    EXPECT_EQ(plan(turned), first);
    EXPECT_EQ(made, 2);
}

TEST(KernelMemo, TellsProblemsApartThatDifferInOneProperty) {
    const Modes<2> modes{{48, {32, 1}}, {32, {1, 48}}};
    const std::vector<TransposeProblem> problems{
        make_transpose_problem(DType::complex64, false, modes),
        make_transpose_problem(DType::complex64, true, modes),
        make_transpose_problem(DType::complex128, false, modes),
        make_transpose_problem(DType::complex64, false, {{48, {64, 1}}, {32, {1, 48}}}),
        make_transpose_problem(DType::complex64, false, {{48, {32, 1}}, {32, {1, 64}}})};
    KernelMemo memo;
    int made = 0;
    for (int turn = 0; turn < 2; ++turn) {
        for (const TransposeProblem& problem : problems) {
            const SharedKernelPlan kernel =
                memo.plan(problem, [&](const TransposeProblem& unknown) {
                    ++made;
                    return std::make_shared<const cuda::CudaKernelPlan>(
                        cuda::plan_transpose_kernel(unknown, cuda::sm_90()));
                });
            EXPECT_EQ(kernel->problem, problem);
        }
    }

    EXPECT_EQ(made, static_cast<int>(problems.size()));
}

}  // namespace
}  // namespace ttgt
