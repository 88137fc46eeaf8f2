// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What planning looks up for each pair of blocks, and which stages it makes.
#include <ttgt/blocks.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "blocks/plan/component_parts.h"
#include "blocks/plan/move_shapes.h"
#include "blocks/plan/plan_blocks.h"
#include "blocks/problem/block_join.h"
#include "blocks/problem/block_shapes.h"
#include "blocks/problem/components.h"
#include "contraction/expression/expression.h"

namespace ttgt::test {
namespace {

using blocks::BlockProblem;
using blocks::BlockShapes;

using List = std::vector<std::int64_t>;

/// The number of a label of the problem.
std::size_t label_of(const BlockProblem& problem, const std::string& name) {
    for (std::size_t label = 0; label < problem.labels.size(); ++label) {
        if (problem.labels[label].name == name) return label;
    }
    return problem.labels.size();
}

TEST(BlockShapes, HaveExtentsStridesAndVolumesByLabel) {
    // L is packed and has a diagonal; the blocks of R have strides of their own.
    const BlockLayout l({{2, 3}, {2, 3}, {4}}, {{0, 0, 0}, {1, 1, 0}});
    const BlockLayout r = BlockLayout({{4}, {5, 6}}, {{0, 0}, {0, 1}}).with_strides({1, 10, 7, 1});
    const BlockLayout d({{2, 3}, {5, 6}}, {{0, 1}, {1, 0}});
    const BlockProblem problem = blocks::bind_blocks(
        parse_expression("D(a,c)=L(a,a,k)*R(k,c)"),
        {{DType::float64, d}, {DType::float64, l}, {DType::float64, r}}, std::nullopt);
    const std::size_t a = label_of(problem, "a");
    const std::size_t c = label_of(problem, "c");
    const std::size_t k = label_of(problem, "k");

    const BlockShapes shapes(problem);

    EXPECT_EQ(shapes.extent(operand_l, 1, a), 3);
    EXPECT_EQ(shapes.stride(operand_l, 1, a), 1 + 3);
    EXPECT_EQ(shapes.stride(operand_l, 1, k), 3 * 3);
    EXPECT_EQ(shapes.extent(operand_l, 0, c), 1);
    EXPECT_EQ(shapes.stride(operand_l, 0, c), 0);
    EXPECT_EQ(shapes.stride(operand_r, 1, k), 7);
    EXPECT_EQ(shapes.stride(operand_r, 0, c), 10);
    EXPECT_EQ(shapes.stride(operand_d, 0, c), 2);
    EXPECT_EQ(shapes.volume(operand_l, 1), 3 * 4);
    EXPECT_EQ(shapes.volume(operand_r, 1), 4 * 6);
    EXPECT_EQ(shapes.volume(operand_d, 0), 2 * 6);
    EXPECT_EQ(shapes.volume_beside_l(1), 6);
}

TEST(MoveShapes, KeepEachShapeOnce) {
    blocks::MoveShapes shapes;
    const List extents{2, 3};
    const List to{1, 2};
    const List from{3, 1};

    EXPECT_EQ(shapes.number_of({extents, to, from}), 0U);
    EXPECT_EQ(shapes.number_of({extents, from, to}), 1U);
    EXPECT_EQ(shapes.number_of({List{}, List{}, List{}}), 2U);
    EXPECT_EQ(shapes.number_of({extents, to, from}), 0U);

    ASSERT_EQ(shapes.count(), 3U);
    EXPECT_EQ(shapes.volume(1), 6);
    EXPECT_EQ(shapes.volume(2), 1);
    const blocks::MoveShape first = shapes.shape(0);
    EXPECT_EQ(List(first.extents.begin(), first.extents.end()), extents);
    EXPECT_EQ(List(first.to_strides.begin(), first.to_strides.end()), to);
    EXPECT_EQ(List(first.from_strides.begin(), first.from_strides.end()), from);
}

/// A plan of a product that reaches one of two blocks of D.
blocks::BlockPlan plan_scaled(const blocks::ScaledBlocks& scaled) {
    const BlockLayout matrix({{2, 3}, {2, 3}}, {{0, 0}, {1, 1}});
    const BlockLayout one({{2, 3}, {2, 3}}, {{1, 1}});
    const BlockProblem problem = blocks::bind_blocks(
        parse_expression("D(a,c)=L(a,k)*R(k,c)"),
        {{DType::float64, matrix}, {DType::float64, one}, {DType::float64, matrix}}, std::nullopt);
    return blocks::plan_blocks(Context(), problem, {}, blocks::TableUse::once, scaled);
}

TEST(PlanBlocks, ScalesOnlyWhatItsRunsMay) {
    EXPECT_EQ(plan_scaled({}).scale_rest.jobs.size(), 1U);
    EXPECT_EQ(plan_scaled({}).scale_all.jobs.size(), 2U);
    EXPECT_TRUE(plan_scaled({true, false}).scale_all.is_empty());
    EXPECT_TRUE(plan_scaled({false, true}).scale_rest.is_empty());
    EXPECT_FALSE(plan_scaled({false, true}).scale_all.is_empty());
}

TEST(PlanBlocks, OneRunScalesByItsScalars) {
    const auto of = [](Scalar alpha, Scalar beta) {
        const blocks::ScaledBlocks scaled = blocks::scaled_blocks(alpha, beta);
        return (scaled.rest ? 1 : 0) + (scaled.all ? 2 : 0);
    };

    EXPECT_EQ(of(1.0, 0.0), 1);
    EXPECT_EQ(of(1.0, 2.0), 1);
    EXPECT_EQ(of(1.0, 1.0), 0);
    EXPECT_EQ(of(0.0, 0.0), 2);
    EXPECT_EQ(of(0.0, 1.0), 0);
}

/// A product of a long tensor L(a,k) by a small R(k,c), or with `is_turned` of R(c,k) by L(k,a): 64
/// sections of 2048 for a, two of 8 and 3 for k, two of 8 and 5 for c; of L's blocks a third is
/// absent.
struct LongProductOfBlocks {
    explicit LongProductOfBlocks(bool is_turned)
        : text(is_turned ? "D(c,a)=R(c,k)*L(k,a)" : "D(a,c)=L(a,k)*R(k,c)") {
        const Sections a(64, 2048);
        const Sections k{8, 3};
        const Sections c{8, 5};
        std::vector<BlockCoordinates> its;
        for (std::int32_t at = 0; at < 64; ++at) {
            for (std::int32_t in = 0; in < 2; ++in) {
                if ((at + in) % 3 != 0)
                    its.push_back(is_turned ? BlockCoordinates{in, at} : BlockCoordinates{at, in});
            }
        }
        const std::vector<BlockCoordinates> all{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
        const BlockLayout l(is_turned ? std::vector<Sections>{k, a} : std::vector<Sections>{a, k},
                            its);
        const BlockLayout r(is_turned ? std::vector<Sections>{c, k} : std::vector<Sections>{k, c},
                            all);
        inputs = is_turned ? std::vector<BlockLayout>{r, l} : std::vector<BlockLayout>{l, r};
    }
    [[nodiscard]] std::vector<BlockOperand> operands() const {
        return {{DType::float64, output_blocks(text, inputs)},
                {DType::float64, inputs[0]},
                {DType::float64, inputs[1]}};
    }

    const char* text;
    std::vector<BlockLayout> inputs;
};

class LongProductsOfBlocks : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(BlockPlanning, LongProductsOfBlocks, testing::Bool(),
                         [](const auto& parameter) {
                             return parameter.param ? "columns" : "rows";
                         });

TEST_P(LongProductsOfBlocks, AreCutIntoPartsThatHaveTheirPairsOnce) {
    const LongProductOfBlocks product(GetParam());
    const BlockProblem problem =
        blocks::bind_blocks(parse_expression(product.text), product.operands(), std::nullopt);
    const blocks::BlockShapes shapes(problem);
    const blocks::BlockJoin join = blocks::join_blocks(problem);
    const std::vector<blocks::Pair> pairs = blocks::find_pairs(problem, join, false);
    std::vector<blocks::Component> whole = blocks::find_components(join, pairs);
    ASSERT_EQ(whole.size(), 1U);

    const std::vector<blocks::Component> parts =
        blocks::cut_into_parts(shapes, join, std::move(whole.front()));

    ASSERT_GT(parts.size(), 5U);
    std::size_t kept = 0;
    std::vector<std::uint32_t> d_blocks;
    for (const blocks::Component& part : parts) {
        kept += part.pairs.size();
        double bytes = 0;
        for (const std::uint32_t d : part.d_blocks) bytes += 8 * shapes.volume(operand_d, d);
        EXPECT_LE(bytes, static_cast<double>(blocks::part_bytes));
        d_blocks.insert(d_blocks.end(), part.d_blocks.begin(), part.d_blocks.end());
    }
    EXPECT_EQ(kept, pairs.size());
    std::ranges::sort(d_blocks);
    EXPECT_EQ(std::ranges::adjacent_find(d_blocks), d_blocks.end());
}

TEST_P(LongProductsOfBlocks, ComputeWhatPairsDo) {
    const LongProductOfBlocks product(GetParam());
    BlockTensor<double> first(product.inputs[0]), second(product.inputs[1]);
    double value = 0;
    for (double& element : first) element = (value = value < 9 ? value + 1 : -4);
    for (double& element : second) element = (value = value < 5 ? value + 1 : -3);
    BlockTensor<double> expected(product.operands()[0].layout), found(expected.layout());
    BlockContractOptions pairs;
    pairs.method = BlockMethod::pairs;
    contract(product.text, expected, first, second, pairs);

    for (const int threads : {1, 2}) {
        ContextOptions options;
        options.threads = threads;
        Context context(options);
        BlockContractOptions whole;
        whole.method = BlockMethod::components;
        whole.context = &context;
        std::ranges::fill(found, std::numeric_limits<double>::quiet_NaN());
        contract(product.text, found, first, second, whole);
        EXPECT_TRUE(std::ranges::equal(found, expected)) << threads;
    }
}

TEST(CutIntoParts, LeavesSmallComponentsAlone) {
    const BlockLayout matrix({{2, 3}, {2, 3}}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
    const BlockProblem problem = blocks::bind_blocks(
        parse_expression("D(a,c)=L(a,k)*R(k,c)"),
        {{DType::float64, matrix}, {DType::float64, matrix}, {DType::float64, matrix}},
        std::nullopt);
    const blocks::BlockJoin join = blocks::join_blocks(problem);
    std::vector<blocks::Component> whole =
        blocks::find_components(join, blocks::find_pairs(problem, join, false));

    EXPECT_EQ(blocks::cut_into_parts(blocks::BlockShapes(problem), join, whole.front()).size(), 1U);
}

}  // namespace
}  // namespace ttgt::test
