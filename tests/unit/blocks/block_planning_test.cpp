// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What planning looks up for each pair of blocks, and which stages it makes.
#include <ttgt/blocks.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "blocks/plan/move_shapes.h"
#include "blocks/plan/plan_blocks.h"
#include "blocks/problem/block_shapes.h"
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

}  // namespace
}  // namespace ttgt::test
