// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/problems/random_blocks.h"
#include "tests/unit/blocks/counting_blocks.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* chain = "D(a,d)=A(a,b)*B(b,c)*C(c,d)";

// A = |1 .|  B = |1 .|  C = |1 2|  D = |1  2|
//     |2 3|      |2 3|      |. 3|      |8 43|
TEST(BlockNetworks, MultipliesThreeTensorsOfOneElementBlocks) {
    const auto a = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {1, 0}, {1, 1}}));
    const auto c = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {0, 1}, {1, 1}}));
    BlockTensor<double> d(output_blocks(chain, {a.layout(), a.layout(), c.layout()}));

    for (const BlockMethod method : block_methods()) {
        SCOPED_TRACE(name_of(method));
        std::ranges::fill(d, std::numeric_limits<double>::quiet_NaN());
        contract(chain, d, {a, a, c}, by(method));
        EXPECT_THAT(elements(d), ElementsAre(1, 8, 2, 43));
    }
}

TEST(BlockNetworks, AppliesScalarsOnceAndScalesTheRest) {
    const BlockLayout corner({{1, 1}, {1, 1}}, {{0, 0}});
    auto two = counting(corner);
    *two.begin() = 2;
    auto d = counting(BlockLayout({{1, 1}, {1, 1}}, {{1, 1}, {0, 0}}));
    BlockContractOptions options;
    options.alpha = 10.0;
    options.beta = 3.0;

    contract("D(a,d)-=0.5*A(a,b)*B(b,c)*C(c,d)", d, {two, two, two}, options);

    EXPECT_THAT(elements(d), ElementsAre(3, 3 * 2 - 10 * 4));
}

TEST(BlockNetworks, AddsTermsOfAnyNumberOfFactors) {
    const auto a = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {1, 1}}));
    const char* const text = "D(a,b)=A(a,b)-2*B(b,a)+C(a,c)*E(c,f)*F(f,b)";
    const BlockLayout reached = output_blocks(
        text,
        {a.layout(), BlockLayout({{1, 1}, {1, 1}}, {{0, 1}}), a.layout(), a.layout(), a.layout()});
    auto b = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 1}}));
    BlockTensor<double> d(reached);
    std::ranges::fill(d, std::numeric_limits<double>::quiet_NaN());

    contract(text, d, {a, b, a, a, a});

    EXPECT_EQ(reached.blocks(), 3);
    EXPECT_THAT(elements(d), ElementsAre(1 + 1, -2, 2 + 8));
}

TEST(BlockNetworks, SubtractsEveryTerm) {
    const BlockLayout corner({{1, 1}, {1, 1}}, {{0, 0}});
    const auto one = counting(corner);
    auto d = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {0, 1}}));
    BlockContractOptions options;
    options.alpha = 10.0;
    options.beta = 3.0;

    contract("D(a,b)-=A(a,b)-3*A(a,c)*B(c,b)+C(a,b)", d, {one, one, one, one}, options);

    EXPECT_THAT(elements(d), ElementsAre(3 - 10 * (1 - 3 + 1), 3 * 2));
}

TEST(BlockNetworks, ReadsNoInputForAlphaZero) {
    const BlockLayout layout({{1, 1}, {1, 1}}, {{0, 0}, {1, 1}});
    BlockTensor<double> nans(layout);
    std::ranges::fill(nans, std::numeric_limits<double>::quiet_NaN());
    auto d = counting(layout);
    BlockContractOptions options;
    options.alpha = 0.0;
    options.beta = 2.0;

    contract("D(a,d)+=A(a,b)*B(b,c)*C(c,d)+A(a,d)", d, {nans, nans, nans, nans}, options);

    EXPECT_THAT(elements(d), ElementsAre(2, 4));
}

TEST(BlockNetworks, OfNothingDoesNothing) {
    const BlockTensor<double> none(BlockLayout({{2}, {2}}, std::vector<BlockCoordinates>{}));
    auto d = counting(BlockLayout({{2}, {2}}, {{0, 0}}));

    contract("D(a,d)=A(a,b)*B(b,c)*C(c,d)", d, {none, d.clone(), d.clone()});

    EXPECT_THAT(elements(d), Each(0));
}

TEST(BlockNetworks, TakesDenseOperands) {
    const auto a = counting(BlockLayout({{1, 1}, {2}}, {{0, 0}, {1, 0}}));
    Tensor<double> b({2, 1});
    b.data()[0] = 1;
    b.data()[1] = 10;
    Tensor<double> two({1});
    two.data()[0] = 2;
    BlockTensor<double> d(BlockLayout({{1, 1}}, {{0}, {1}}));

    contract("D(a)=A(a,k)*B(k,c)*C(c)", d, {a, ConstTensorView(b), ConstTensorView(two)});

    EXPECT_THAT(elements(d), ElementsAre(2 * 21, 2 * 43));
}

TEST(BlockNetworks, AgreesWithTheDenseReference) {
    for (const std::uint64_t seed : seeds(1, 150)) {
        SCOPED_TRACE(seed);
        BlockPlanOptions options;
        options.method = block_methods()[seed % block_methods().size()];

        EXPECT_TRUE(
            check_blocks(draw_block_network(seed), options, static_cast<int>(1 + seed % 3)));
    }
}

/// The number behind "at least" in a refusal.
std::int64_t least_bytes(const std::string& refusal) {
    return std::stoll(refusal.substr(refusal.find("at least ") + 9));
}

TEST(BlockNetworks, KeepsTheWorkspaceLimitOrNamesTheLeast) {
    int refused = 0;
    for (const std::uint64_t seed : seeds(1, 60)) {
        SCOPED_TRACE(seed);
        BlockPlanOptions options;
        options.workspace_limit = 0;
        const auto check = [&] { return check_blocks(draw_block_network(seed), options, 2); };
        try {
            EXPECT_TRUE(check());
        } catch (const Unsupported& refusal) {
            options.workspace_limit = least_bytes(refusal.what());
            EXPECT_TRUE(check());
            *options.workspace_limit += static_cast<std::int64_t>(100 * seed);
            EXPECT_TRUE(check());
            ++refused;
        }
    }
    EXPECT_GT(refused, 0);
}

// All extents of A and B, one block of C: of the dense tensors A*B would be multiplied first.
//   (A*B)*C: 6*8*8 + 6*4*4 = 480 multiplications;   A*(B*C): 8*4*4 + 6*8*4 = 320
TEST(BlockNetworks, CountsTheBlocksThatThereAre) {
    const BlockLayout a({{3, 3}, {4, 4}}, {{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    const BlockLayout b({{4, 4}, {4, 4}}, {{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    const BlockLayout c({{4, 4}, {4, 4}}, {{0, 0}});
    const BlockLayout d = output_blocks(chain, {a, b, c});
    const std::vector<BlockOperand> operands{operand(d), operand(a), operand(b), operand(c)};
    Context context;
    PathOptions path;
    path.minimize = Minimize::flops;
    const auto plan = [&] { return plan_contraction(context, chain, operands, {}, path); };

    EXPECT_THAT(plan().explain(), HasSubstr("_1(b,d) = B(b,c) * C(c,d)"));
    EXPECT_EQ(plan().prediction().flops, 2 * 320);
    path.search = "greedy";
    EXPECT_EQ(plan().prediction().flops, 2 * 320);
    path.search = "auto";
    path.path = {{0, 1}, {0, 1}};
    EXPECT_EQ(plan().prediction().flops, 2 * 480);
    EXPECT_THAT(plan().explain(), HasSubstr("_1(a,c) = A(a,b) * B(b,c)"));
}

TEST(BlockNetworks, FindsThePathOfLeastOperations) {
    for (const std::uint64_t seed : seeds(1, 40)) {
        SCOPED_TRACE(seed);
        const RandomBlocks drawn = draw_block_network(seed);
        if (drawn.operands.size() != 4) continue;
        Context context;
        PathOptions path;
        path.minimize = Minimize::flops;
        const auto flops = [&] {
            return plan_contraction(context, drawn.text, block_operands(drawn), {}, path)
                .prediction()
                .flops;
        };
        const double found = flops();
        double least = std::numeric_limits<double>::infinity();
        for (const std::size_t first : {0U, 1U, 2U}) {
            path.path = {{first, (first + 1) % 3}, {0, 1}};
            least = std::min(least, flops());
        }
        EXPECT_LE(found, least * 1.0001) << drawn.text;
    }
}

TEST(BlockNetworks, ProfilesEachStep) {
    const BlockLayout layout({{1, 1}, {1, 1}}, {{0, 0}, {1, 1}});
    const auto a = counting(layout);
    BlockTensor<double> d(layout);
    Context context;
    const auto plan =
        plan_contraction(context, chain, std::vector<BlockOperand>(4, operand(layout)));
    RunOptions run;
    run.workspace = context.workspace(plan.workspace_bytes());

    const Report report = plan.profile(d, {a, a, a}, run);

    EXPECT_THAT(elements(d), ElementsAre(1, 8));
    EXPECT_EQ(plan.pairs(), 4);
    EXPECT_EQ(report.flops, 8);
    EXPECT_EQ(report.bytes, 8 * 8);
    ASSERT_EQ(report.steps.size(), 2U);
    EXPECT_THAT(report.steps[1].description, HasSubstr("step 2"));
    EXPECT_GT(report.total_ms, 0);
    EXPECT_THAT(plan.explain(), AllOf(HasSubstr("2 steps, 4 pairs"), HasSubstr("temporaries")));
}

}  // namespace
}  // namespace ttgt::test
