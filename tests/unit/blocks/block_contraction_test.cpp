// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/refusal.h"
#include "tests/unit/blocks/counting_blocks.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

class EachMethod : public testing::TestWithParam<BlockMethod> {};
INSTANTIATE_TEST_SUITE_P(BlockContraction, EachMethod, testing::ValuesIn(block_methods()),
                         [](const auto& parameter) { return name_of(parameter.param); });

// L = |1 .|   R = |1 2|   D = | 1  2|
//     |2 3|       |3 4|       |11 16|
TEST_P(EachMethod, MultipliesBlocksOfOneElement) {
    const auto l = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {1, 0}, {1, 1}}));
    const auto r = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
    BlockTensor<double> d(output_blocks("D(a,c)=L(a,k)*R(k,c)", {l.layout(), r.layout()}));

    contract("D(a,c)=L(a,k)*R(k,c)", d, l, r, by(GetParam()));

    EXPECT_THAT(elements(d), ElementsAre(1, 11, 2, 16));
}

TEST_P(EachMethod, ScalesBlocksThatNoProductReaches) {
    const auto l = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}}));
    const auto r = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}}));
    auto d = counting(BlockLayout({{1, 1}, {1, 1}}, {{1, 1}, {0, 0}}));
    BlockContractOptions options = by(GetParam());
    options.beta = 3.0;

    contract("D(a,c)+=L(a,k)*R(k,c)", d, l, r, options);
    EXPECT_THAT(elements(d), ElementsAre(3, 7));

    contract("D(a,c)=L(a,k)*R(k,c)", d, l, r);
    EXPECT_THAT(elements(d), ElementsAre(0, 1));
}

TEST_P(EachMethod, LeavesOutWhatReachesMissingBlocks) {
    const auto l = counting(BlockLayout({{1, 1}, {1, 1}}, {{0, 0}, {1, 0}}));
    const auto r = counting(BlockLayout({{1, 1}, {1}}, {{0, 0}}));
    auto d = counting(BlockLayout({{1, 1}, {1}}, {{1, 0}}));
    BlockContractOptions options = by(GetParam());

    EXPECT_THAT(
        refusal_of<MissingBlock>([&] { contract("D(a,c)=L(a,k)*R(k,c)", d, l, r, options); }),
        AllOf(HasSubstr("D lacks block (0, 0)"), HasSubstr("block (0, 0) of L")));
    EXPECT_THAT(elements(d), ElementsAre(1));
    options.leaves_out_missing = true;
    contract("D(a,c)=L(a,k)*R(k,c)", d, l, r, options);
    EXPECT_THAT(elements(d), ElementsAre(2));
}

TEST(BlockContraction, TakesDenseOperands) {
    const auto l = counting(BlockLayout({{1, 1}, {2}}, {{0, 0}, {1, 0}}));
    Tensor<double> r({2, 1});
    r.data()[0] = 1;
    r.data()[1] = 10;
    BlockTensor<double> d(BlockLayout({{1, 1}, {1}}, {{0, 0}, {1, 0}}));

    contract("D(a,c)=L(a,k)*R(k,c)", d, l, ConstTensorView(r));

    EXPECT_THAT(elements(d), ElementsAre(21, 43));
}

TEST(BlockContraction, PermutesAndTraces) {
    const auto l = counting(BlockLayout({{2, 1}, {2, 1}}, {{0, 0}, {0, 1}, {1, 1}}));
    BlockTensor<double> permuted(output_blocks("ab->ba", {l.layout()}));
    BlockTensor<double> trace(output_blocks("D()=L(a,a)", {l.layout()}));

    contract("ab->ba", permuted, l);
    contract("D()=L(a,a)", trace, l);

    EXPECT_THAT(elements(permuted), ElementsAre(1, 3, 2, 4, 5, 6, 7));
    EXPECT_THAT(elements(trace), ElementsAre(1 + 4 + 7));
}

TEST(BlockContraction, TakesBlocksThatInterleave) {
    // The blocks of D are the even and the odd rows of one column.
    const BlockLayout layout =
        BlockLayout({{2, 2}, {1}}, {{0, 0}, {1, 0}}).with_strides({2, 1, 2, 1}, {0, 1});
    const auto l = counting(BlockLayout({{2, 2}, {1}}, {{0, 0}, {1, 0}}));
    std::vector<double> pool(4, 0);

    contract("D(a,c)=L(a,c)", BlockTensorView(DType::float64, layout, pool.data()), l);

    EXPECT_THAT(pool, ElementsAre(1, 3, 2, 4));
}

TEST(BlockContraction, ReadsNoInputForAlphaZeroAndNoOutputForBetaZero) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const BlockLayout layout({{1, 1}, {1, 1}}, {{0, 0}, {0, 1}, {1, 1}});
    BlockTensor<double> nans(layout);
    std::ranges::fill(nans, nan);
    auto d = counting(layout);
    BlockContractOptions options;
    options.alpha = 0.0;
    options.beta = 2.0;

    contract("D(a,c)+=L(a,k)*R(k,c)", d, nans, nans, options);
    EXPECT_THAT(elements(d), ElementsAre(2, 4, 6));

    std::ranges::fill(d, nan);
    const auto l = counting(layout);
    contract("D(a,c)=L(a,k)*R(k,c)", d, l, l);
    EXPECT_THAT(elements(d), ElementsAre(1, 2 + 6, 9));
}

TEST(BlockContraction, OfNothingDoesNothing) {
    const BlockLayout empty({{2}, {3}}, std::vector<BlockCoordinates>{});
    const BlockTensor<double> none(empty);
    BlockTensor<double> d(empty);
    BlockTensor<double> scaled = counting(BlockLayout({{2}, {2}}, {{0, 0}}));
    const BlockTensor<double> l(BlockLayout({{2}, {3}}, std::vector<BlockCoordinates>{}));
    const BlockTensor<double> r(BlockLayout({{3}, {2}}, std::vector<BlockCoordinates>{}));

    contract("D(a,b)=L(a,b)", d, none);
    contract("D(a,c)=L(a,k)*R(k,c)", scaled, l, r);

    EXPECT_THAT(elements(scaled), Each(0));
}

TEST(BlockContraction, ExplainsItsComponents) {
    const BlockLayout layout({{1, 1}, {1, 1}}, {{0, 0}, {1, 1}});
    const auto l = counting(layout);
    BlockTensor<double> d(layout);
    Context context;
    const auto plan = plan_contraction(context, "D(a,c)=L(a,k)*R(k,c)",
                                       std::vector<BlockOperand>(3, operand(layout)));

    const std::string text = plan.explain(1);
    const Report report = plan.profile(d, {l, l});

    EXPECT_THAT(text, HasSubstr("2 pairs, 2 components"));
    EXPECT_THAT(text, HasSubstr("component: 1 pairs, m=1 n=1 k=1"));
    EXPECT_THAT(text, HasSubstr("component: 1 more"));
    EXPECT_EQ(report.flops, 4);
    ASSERT_EQ(report.steps.size(), 1U);
    EXPECT_EQ(report.steps[0].kind, "multiply");
    EXPECT_EQ(report.steps[0].calls, 2);
    EXPECT_GT(report.total_ms, 0);
}

// 45 * 45 + 63 = 2088; in float16 alone, adding 1 stops at 2048.
TEST(BlockContraction, SumsHalvesInFloat32) {
    std::vector<BlockCoordinates> all;
    std::vector<BlockCoordinates> column;
    for (std::int32_t k = 0; k < 64; ++k) {
        all.push_back({0, k});
        all.push_back({1, k});
        column.push_back({k});
    }
    BlockTensor<float16> l(BlockLayout({{1, 1}, Sections(64, 1)}, all));
    BlockTensor<float16> r(BlockLayout({Sections(64, 1)}, column));
    std::ranges::fill(l, float16(1.0F));
    std::ranges::fill(r, float16(1.0F));
    *l.block(0) = float16(45.0F);
    *r.block(0) = float16(45.0F);
    BlockTensor<float16> d(BlockLayout({{1, 1}}, {{0}, {1}}));

    contract("D(a)=L(a,k)*R(k)", d, l, r, by(BlockMethod::components));

    EXPECT_EQ(static_cast<float>(*d.block(0)), 2088.0F);
    EXPECT_EQ(static_cast<float>(*d.block(1)), 108.0F);
}

TEST_P(EachMethod, DoesManyBlocksOfOneElement) {
    constexpr std::int32_t side = 320;  // 102 400 blocks
    std::vector<std::int32_t> diagonal;
    for (std::int32_t i = 0; i < side * side; ++i) {
        diagonal.push_back(i / side);
        diagonal.push_back(i % side);
    }
    const std::vector<Sections> sections(2, Sections(side, 1));
    const auto l = counting(BlockLayout(sections, diagonal, side * side));
    BlockTensor<double> d(l.layout());
    BlockTensor<double> sum(BlockLayout({Sections(side, 1)}, [] {
        std::vector<BlockCoordinates> all;
        for (std::int32_t i = 0; i < side; ++i) all.push_back({i});
        return all;
    }()));

    contract("D(a,b)=L(b,a)", d, l, by(GetParam()));
    contract("D(a)=L(a,k)*R(a,k)", sum, l, d, by(GetParam()));

    EXPECT_EQ(d.block(1)[0], *(l.begin() + side));
    double expected = 0;
    for (std::int32_t k = 0; k < side; ++k) expected += (k + 1.0) * (k * side + 1.0);
    EXPECT_EQ(*sum.begin(), expected);
}

/// "m0,m1,...,m63", or the same the other way round.
std::string names_of_64_modes(bool is_reversed) {
    std::string names;
    for (int mode = 0; mode < 64; ++mode) {
        if (mode > 0) names += ',';
        names += 'm' + std::to_string(is_reversed ? 63 - mode : mode);
    }
    return names;
}

TEST_P(EachMethod, TakesTensorsOf64Modes) {
    std::vector<Sections> sections(64, {1, 1});
    sections[0] = {2, 1};
    const BlockCoordinates zeros(64, 0);
    const BlockCoordinates ones(64, 1);
    const auto l = counting(BlockLayout(sections, {zeros, ones}));
    const auto r = counting(BlockLayout({{2, 1}, {1}}, {{0, 0}, {1, 0}}));
    std::ranges::reverse(sections);
    BlockTensor<double> turned(BlockLayout(sections, {zeros, ones}));
    BlockTensor<double> sums(BlockLayout({{1}}, {{0}}));
    const std::string in_order = names_of_64_modes(false);

    contract("D(" + names_of_64_modes(true) + ")=L(" + in_order + ")", turned, l, by(GetParam()));
    contract("D(x)=L(" + in_order + ")*R(m0,x)", sums, l, r, by(GetParam()));

    EXPECT_THAT(elements(turned), ElementsAre(1, 2, 3));
    EXPECT_THAT(elements(sums), ElementsAre(1 * 1 + 2 * 2 + 3 * 3));
}

}  // namespace
}  // namespace ttgt::test
