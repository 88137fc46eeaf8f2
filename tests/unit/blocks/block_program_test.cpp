// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/refusal.h"
#include "tests/unit/blocks/counting_blocks.h"

namespace ttgt::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

using Operands = std::vector<NamedBlockOperand>;

constexpr const char* two_steps =
    "W(a,c) = A(a,b) * A(b,c)\n"
    "W(a,c) += 2 * X(a,c)\n"
    "D(a,d) += W(a,c) * A(c,d)";

// A has the blocks (0, 0) and (1, 1), X has (0, 1) alone, so the temporary W has three.
class BlockPrograms : public testing::Test {
protected:
    BlockTensor<double> a_ = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {1, 1}}));
    BlockTensor<double> x_ = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 1}}));
    BlockTensor<double> d_ = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {0, 1}, {1, 1}}));
    Context context_;

    [[nodiscard]] Operands operands() const {
        return {
            {"D", operand(d_.layout())}, {"A", operand(a_.layout())}, {"X", operand(x_.layout())}};
    }
    /// Runs on memory of exactly the bytes that the plan asks for.
    void run(const BlockProgramPlan& plan) {
        RunOptions options;
        options.workspace = context_.workspace(plan.workspace_bytes());
        options.workspace.bytes = plan.workspace_bytes();
        plan.run({d_, a_, x_}, options);
    }
    [[nodiscard]] std::string refusal(const char* text, const Operands& operands) {
        return refusal_of<InvalidArgument>([&] { (void)plan_program(context_, text, operands); });
    }
};

TEST_F(BlockPrograms, TemporariesHaveTheBlocksThatStatementsReach) {
    const BlockProgramPlan plan = plan_program(context_, two_steps, operands());

    run(plan);

    EXPECT_THAT(elements(d_), ElementsAre(1 + 1, 2 + 2 * 2, 3 + 4 * 2));
    EXPECT_EQ(plan.pairs(), 2 + 1 + 3);
    EXPECT_GE(plan.workspace_bytes(), 3 * std::int64_t{sizeof(double)});
    EXPECT_THAT(plan.explain(), HasSubstr("statement 3: "));
}

TEST_F(BlockPrograms, ComputesWhatStatementsOneByOneDo) {
    const BlockLayout all({{2, 3}, {2, 3}}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
    const BlockLayout diagonal({{2, 3}, {2, 3}}, {{0, 0}, {1, 1}});
    auto a = counting(diagonal);
    auto b = counting(all);
    BlockTensor<double> e(all);
    BlockTensor<double> expected(all);
    BlockTensor<double> w(diagonal);
    contract("W(i,j)=A(i,k)*A(j,k)", w, a, a);
    contract("E(i,j)=W(i,k)*B(k,l)*W(l,j)-3*B(j,i)", expected, {w, b, w, b});
    const Operands operands{{"A", operand(diagonal)}, {"B", operand(all)}, {"E", operand(all)}};
    const char* const text = "W(i,j)=A(i,k)*A(j,k); E(i,j)=W(i,k)*B(k,l)*W(l,j)-3*B(j,i)";

    for (const BlockMethod method : block_methods()) {
        SCOPED_TRACE(name_of(method));
        std::ranges::fill(e, std::numeric_limits<double>::quiet_NaN());
        BlockPlanOptions options;
        options.method = method;
        const BlockProgramPlan plan = plan_program(context_, text, operands, options);
        RunOptions run_options;
        run_options.workspace = context_.workspace(plan.workspace_bytes());
        plan.run({a, b, e}, run_options);
        EXPECT_THAT(elements(e), testing::ElementsAreArray(elements(expected)));
    }
}

TEST_F(BlockPrograms, ATemporaryOfComplexProductsIsComplex) {
    const BlockLayout corner({{1, 1}}, {{1}});
    BlockTensor<std::complex<double>> z(corner), d(corner);
    *z.begin() = {1, 2};
    BlockTensor<double> two(corner);
    *two.begin() = 2;
    const BlockProgramPlan plan = plan_program(context_, "W(i)=Z(i)*T(i); D(i)=conj(W(i))",
                                               Operands{{"Z", {DType::complex128, corner}},
                                                        {"T", operand(corner)},
                                                        {"D", {DType::complex128, corner}}});
    RunOptions options;
    options.workspace = context_.workspace(plan.workspace_bytes());

    plan.run({z, two, d}, options);

    EXPECT_EQ(*d.begin(), std::complex<double>(2, -4));
}

TEST_F(BlockPrograms, ProfileTellsTheStagesOfEachStatement) {
    const BlockProgramPlan plan = plan_program(context_, two_steps, operands());
    RunOptions options;
    options.workspace = context_.workspace(plan.workspace_bytes());

    const Report report = plan.profile({d_, a_, x_}, options);

    EXPECT_EQ(report.workspace_bytes, plan.workspace_bytes());
    EXPECT_GT(report.flops, 0);
    ASSERT_GE(report.steps.size(), 3U);
    EXPECT_THAT(report.steps.back().description, HasSubstr("statement 3: "));
    EXPECT_EQ(report.steps.size(), plan.prediction().steps.size());
}

TEST_F(BlockPrograms, KeepTheWorkspaceLimitOrNameTheLeast) {
    BlockPlanOptions options;
    options.workspace_limit = 8;
    EXPECT_THAT(refusal_of<Unsupported>(
                    [&] { (void)plan_program(context_, two_steps, operands(), options); }),
                HasSubstr("needs at least 24 bytes of workspace for its temporaries"));
    options.workspace_limit = 24;
    const BlockProgramPlan plan = plan_program(context_, two_steps, operands(), options);
    EXPECT_EQ(plan.workspace_bytes(), 24);
    run(plan);
    EXPECT_THAT(elements(d_), ElementsAre(2, 6, 11));
}

TEST_F(BlockPrograms, RefusalsOfPlansNameTheStatement) {
    EXPECT_THAT(refusal("W(a,c)=A(a,b)*X(b,c); D(a,b)=W(a,b)*A(b,c)*A(b,c)",
                        {{"D", operand(x_.layout())},
                         {"A", operand(a_.layout())},
                         {"X", operand(BlockLayout({{1, 2}, {1, 1}}, {{0, 1}}))}}),
                HasSubstr("statement 1: section 1 of label 'b' has extent 1"));
    EXPECT_THAT(refusal("W(a,c)=A(a,b)*X(b,c); D(a,b)=W(b,a)", {{"D", operand(a_.layout())},
                                                                {"A", operand(a_.layout())},
                                                                {"X", operand(x_.layout())}}),
                HasSubstr("statement 2: "));
    EXPECT_THAT(refusal("D(a,b)=W(a,b)", {{"D", operand(a_.layout())}}),
                HasSubstr("'W' is read, but it is not given"));
    EXPECT_THAT(refusal("W(a)=A(a,b); W(b)+=X(a,b); D(a,b)=W(a)*A(a,b)",
                        {{"D", operand(a_.layout())},
                         {"A", operand(a_.layout())},
                         {"X", operand(BlockLayout({{1, 1}, {1, 2}}, {{0, 1}}))}}),
                HasSubstr("statement 2: 'W' gets other sections"));
}

TEST_F(BlockPrograms, RefusedRunsWriteNothing) {
    const BlockProgramPlan plan = plan_program(
        context_, "D(a,b)=A(a,b); E(a,b)=A(b,a)",
        Operands{
            {"D", operand(d_.layout())}, {"E", operand(d_.layout())}, {"A", operand(a_.layout())}});
    std::ranges::fill(d_, 7);
    auto e = d_.clone();
    RunOptions options;
    options.workspace = context_.workspace(plan.workspace_bytes());
    const auto refused = [&](const std::vector<BlockTensorView>& views, const RunOptions& its) {
        return refusal_of<InvalidArgument>([&] { plan.run(views, its); });
    };

    // E, which only the second statement writes, lies where A does.
    const BlockTensorView a_at_e(DType::float64, a_.layout(), e.begin());
    EXPECT_THAT(refused({d_, e, a_at_e}, options), HasSubstr("overlaps"));
    EXPECT_THAT(refused({d_, d_, a_}, options), HasSubstr("overlaps"));
    EXPECT_THAT(refused({d_, e}, options), HasSubstr("has 3 operands, the run was given 2"));
    EXPECT_THAT(refused({d_, a_, a_}, options), HasSubstr("other blocks than the plan"));
    options.alpha = 2.0;
    EXPECT_THAT(refused({d_, e, a_}, options), HasSubstr("neither alpha nor beta"));
    EXPECT_THAT(elements(d_), Each(7));
    EXPECT_THAT(elements(e), Each(7));
}

}  // namespace
}  // namespace ttgt::test
