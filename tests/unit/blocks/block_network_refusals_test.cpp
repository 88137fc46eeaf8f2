// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <gmock/gmock.h>

#include <vector>

#include "tests/support/refusal.h"
#include "tests/unit/blocks/counting_blocks.h"

namespace ttgt::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* product_of_three = "D(a,d)=A(a,b)*B(b,c)*C(c,d)";

TEST(BlockNetworkRefusals, NamesWhatDoesNotAgree) {
    const BlockLayout l({{1, 2}, {3, 4}}, {{0, 0}});
    const auto refusal = [&](const char* text, const BlockLayout& d, const BlockLayout& last) {
        Context context;
        return refusal_of<InvalidArgument>([&] {
            (void)plan_contraction(
                context, text,
                std::vector<BlockOperand>{operand(d), operand(l), operand(l), operand(last)});
        });
    };
    const BlockLayout d({{1, 2}, {6}}, {{0, 0}});
    const char* const text = "D(a,c)=A(a,k)*B(a,k)*C(k,c)";

    EXPECT_THAT(
        refusal(text, d, BlockLayout({{3, 5}, {6}}, {{0, 0}})),
        HasSubstr("section 1 of label 'k' has extent 4 in factor 1 'A' but 5 in factor 3 'C'"));
    EXPECT_THAT(refusal(text, d, BlockLayout({{3}, {6}}, {{0, 0}})),
                HasSubstr("label 'k' has 2 sections in factor 1 'A' but 1 in factor 3 'C'"));
    EXPECT_THAT(
        refusal(text, BlockLayout({{1, 2}, {7}}, {{0, 0}}), BlockLayout({{3, 4}, {6}}, {{0, 0}})),
        HasSubstr("section 0 of label 'c' has extent 6 in factor 3 'C' but 7 in the output 'D'"));
    EXPECT_THAT(
        refusal(text, BlockLayout({{1, 2}, {6}}, {{1, 0}}), BlockLayout({{3, 4}, {6}}, {{0, 0}})),
        HasSubstr("D lacks block (0, 0)"));
    EXPECT_THAT(refusal("D(a,x)=A(a,k)*B(a,k)*C(k,c)", d, BlockLayout({{3, 4}, {6}}, {{0, 0}})),
                HasSubstr("label 'x'"));
    EXPECT_THAT(refusal("D(a,c)=A(a,k)*B(a,k)*C(k)", d, BlockLayout({{3, 4}, {6}}, {{0, 0}})),
                HasSubstr("rank"));
}

TEST(BlockNetworkRefusals, RefusesWhatPathsOfBlocksDoNotHave) {
    const BlockLayout layout({{1}, {1}}, {{0, 0}});
    Context context;
    const auto refusal = [&](const PathOptions& path) {
        return refusal_of<Unsupported>([&] {
            (void)plan_contraction(context, product_of_three,
                                   std::vector<BlockOperand>(4, operand(layout)), {}, path);
        });
    };
    PathOptions annealing;
    annealing.search = "annealing";
    PathOptions kept;
    kept.kept = {0};

    EXPECT_THAT(refusal(annealing), HasSubstr("'annealing' for tensors of blocks"));
    EXPECT_THAT(refusal(kept), HasSubstr("kept"));
    EXPECT_THAT(refusal_of<OperandCountMismatch>([&] {
                    (void)plan_contraction(context, product_of_three,
                                           std::vector<BlockOperand>(3, operand(layout)));
                }),
                HasSubstr("names 4 tensors"));
}

TEST(BlockNetworkRefusals, ChecksAllOperandsBeforeAnythingIsWritten) {
    const BlockLayout layout({{1, 1}, {1, 1}}, {{0, 0}, {1, 1}});
    const auto a = counting(layout);
    auto d = counting(layout);
    const BlockTensor<double> other(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {1, 0}}));
    Context context;
    const auto plan =
        plan_contraction(context, product_of_three, std::vector<BlockOperand>(4, operand(layout)));
    RunOptions run;
    run.workspace = context.workspace(plan.workspace_bytes());
    const auto refuses = [&]<class Error>(const std::vector<ConstBlockTensorView>& inputs, Error*) {
        return refusal_of<Error>([&] { plan.run(d, inputs, run); });
    };

    EXPECT_THAT(refuses({a, a}, static_cast<OperandCountMismatch*>(nullptr)),
                HasSubstr("has 3 inputs"));
    EXPECT_THAT(refuses({a, other, a}, static_cast<InvalidArgument*>(nullptr)),
                HasSubstr("factor 2 'B' has other blocks"));
    EXPECT_THAT(refuses({d, a, a}, static_cast<OverlapError*>(nullptr)),
                HasSubstr("block (0, 0) of factor 1 'A'"));
    run.workspace = {};
    EXPECT_THAT(refuses({a, a, a}, static_cast<InvalidArgument*>(nullptr)), HasSubstr("workspace"));
    EXPECT_THAT(elements(d), ElementsAre(1, 2));
}

}  // namespace
}  // namespace ttgt::test
