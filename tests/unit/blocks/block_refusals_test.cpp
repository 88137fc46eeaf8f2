// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/refusal.h"
#include "tests/unit/blocks/counting_blocks.h"

namespace ttgt::test {
namespace {

using testing::Each;
using testing::HasSubstr;

TEST(BlockRefusals, NamesWhatDoesNotAgree) {
    const BlockLayout l({{1, 2}, {3, 4}}, {{0, 0}});
    const auto refusal = [&](const char* text, const BlockLayout& d, const BlockLayout& r) {
        Context context;
        return refusal_of<InvalidArgument>([&] {
            (void)plan_contraction(context, text,
                                   std::vector<BlockOperand>{operand(d), operand(l), operand(r)});
        });
    };
    const BlockLayout d({{1, 2}, {6}}, {{0, 0}});

    EXPECT_THAT(refusal("D(a,c)=L(a,k)*R(k,c)", d, BlockLayout({{3, 5}, {6}}, {{0, 0}})),
                HasSubstr("section 1 of label 'k' has extent 4 in L but 5 in R"));
    EXPECT_THAT(refusal("D(a,c)=L(a,k)*R(k,c)", d, BlockLayout({{3}, {6}}, {{0, 0}})),
                HasSubstr("label 'k' has 2 sections in L but 1 in R"));
    EXPECT_THAT(refusal("D(a,c)=L(a,k)*R(k)", d, BlockLayout({{3, 4}, {6}}, {{0, 0}})),
                HasSubstr("rank"));
    EXPECT_THAT(refusal("D(a,x)=L(a,k)*R(k,c)", d, BlockLayout({{3, 4}, {6}}, {{0, 0}})),
                HasSubstr("label 'x'"));
}

TEST(BlockRefusals, RefusesWhatItDoesNotDo) {
    const BlockLayout layout({{1}, {1}}, {{0, 0}});
    Context context;
    const auto refuses = [&](const char* text, const BlockPlanOptions& options,
                             std::size_t inputs) {
        const std::vector<BlockOperand> operands(inputs + 1, operand(layout));
        return refusal_of<Unsupported>(
            [&] { (void)plan_contraction(context, text, operands, options); });
    };
    BlockPlanOptions measured;
    measured.planning = Planning::measure;
    BlockPlanOptions tf32;
    tf32.compute = ComputeType::tf32;

    EXPECT_THAT(refuses("D(a,c)=L(a,k)*R(k,c)", measured, 2), HasSubstr("predicted times"));
    EXPECT_THAT(refuses("D(a,c)=L(a,k)*R(k,c)", tf32, 2), HasSubstr("tf32"));
}

/// A plan of a product of two blocks of one element each, and its operands.
struct SmallRun {
    BlockLayout layout{{{1, 1}, {1, 1}}, {{0, 0}, {1, 1}}};
    Context context{};
    BlockContractionPlan plan = plan_contraction(
        context, "D(a,c)=L(a,k)*R(k,c)",
        std::vector<BlockOperand>{operand(layout), operand(layout), operand(layout)});
    BlockTensor<double> d{layout}, l = counting(layout), r = counting(layout);

    template <class Error>
    [[nodiscard]] std::string refusal(const BlockTensorView& output,
                                      const std::vector<ConstBlockTensorView>& inputs,
                                      const RunOptions& options = {}) const {
        return refusal_of<Error>([&] { plan.run(output, inputs, options); });
    }
};

TEST(BlockRefusals, RefusesOperandsOfOtherPlans) {
    SmallRun run;
    const BlockLayout other({{1, 1}, {1, 1}}, {{0, 0}, {0, 1}});
    BlockTensor<double> others(other);
    BlockTensor<float> floats(run.layout);

    EXPECT_THAT(run.refusal<OperandCountMismatch>(run.d, {run.l}), HasSubstr("has 2 inputs"));
    EXPECT_THAT(run.refusal<InvalidArgument>(run.d, {run.l, others}),
                HasSubstr("R has other blocks"));
    EXPECT_THAT(run.refusal<InvalidArgument>(run.d, {floats, run.r}),
                HasSubstr("L is float32, but the plan was made for float64"));
    EXPECT_THAT(
        run.refusal<InvalidArgument>(BlockTensorView(DType::float64, run.layout,
                                                     std::vector<void*>{run.d.block(0), nullptr}),
                                     {run.l, run.r}),
        HasSubstr("the data of block (1, 1) of D is null"));
    RunOptions beta;
    beta.beta = 2.0;
    EXPECT_THAT(run.refusal<InvalidArgument>(run.d, {run.l, run.r}, beta), HasSubstr("beta"));
    EXPECT_THAT(elements(run.d), Each(0));
}

TEST(BlockRefusals, RefusesOverlap) {
    SmallRun run;
    double* const first = run.d.block(0);
    const BlockTensorView twice(DType::float64, run.layout, std::vector<void*>{first, first});

    EXPECT_THAT(run.refusal<AliasedOutput>(twice, {run.l, run.r}),
                HasSubstr("block (0, 0) of D overlaps block (1, 1) of D"));
    EXPECT_THAT(run.refusal<OverlapError>(run.d, {run.l, run.d}),
                HasSubstr("overlaps block (0, 0) of R"));
    EXPECT_THAT(elements(run.d), Each(0));
    const BlockLayout aliased = BlockLayout({{2}, {1}}, {{0, 0}}).with_strides({0, 1});
    EXPECT_THAT(refusal_of<AliasedOutput>([&] {
                    (void)plan_contraction(
                        run.context, "D(a,c)=L(a,c)",
                        std::vector<BlockOperand>{operand(aliased), operand(aliased)});
                }),
                HasSubstr("block (0, 0) of D overlaps itself"));
}

// The layout's blocks fill a pool, in rows; a run's view of the same strides may have other
// offsets.
TEST(BlockRefusals, OffsetsOfARunAreSeenWhereThePlansFillAPool) {
    const BlockLayout rows =
        BlockLayout({{2, 2}, {2}}, {{0, 0}, {1, 0}}).with_strides({2, 1, 2, 1}, {0, 4});
    const BlockOperand planned{DType::float64, rows};
    Context context;
    const BlockContractionPlan plan =
        plan_contraction(context, "D(a,b)=L(a,b)", std::vector<BlockOperand>{planned, planned});
    std::vector<double> l(8, 3.0), d(8, 7.0);
    const ConstBlockTensorView input(DType::float64, rows, l.data());

    plan.run(BlockTensorView(DType::float64, rows, d.data()), {input});
    EXPECT_EQ(d, l);

    std::ranges::fill(d, 7.0);
    const BlockLayout one_in_the_other = rows.with_strides({2, 1, 2, 1}, {0, 3});
    EXPECT_THROW(plan.run(BlockTensorView(DType::float64, one_in_the_other, d.data()), {input}),
                 AliasedOutput);
    EXPECT_THROW(plan.run(BlockTensorView(DType::float64, rows, d.data()),
                          {ConstBlockTensorView(DType::float64, rows, d.data() + 7)}),
                 OverlapError);
    EXPECT_EQ(d, std::vector<double>(8, 7.0));
}

}  // namespace
}  // namespace ttgt::test
