// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <gmock/gmock.h>

#include <cstdint>
#include <vector>

#include "blocks/problem/block_join.h"
#include "blocks/problem/components.h"
#include "blocks/problem/tuple_numbers.h"
#include "contraction/expression/expression.h"
#include "tests/support/random.h"

namespace ttgt::test {
namespace {

using blocks::Component;
using blocks::Pair;
using testing::ElementsAre;

/// Sections of one element.
Sections ones(std::size_t count) { return Sections(count, 1); }

/// A product D = L * R with the output's blocks that it reaches.
blocks::BlockProblem bound(const char* text, const BlockLayout& l, const BlockLayout& r) {
    const BlockLayout d = output_blocks(text, {l, r});
    return blocks::bind_blocks(parse_expression(text),
                               {{DType::float64, d}, {DType::float64, l}, {DType::float64, r}},
                               true);
}

std::vector<Component> components_of(const blocks::BlockProblem& problem) {
    const blocks::BlockJoin join = blocks::join_blocks(problem);
    return blocks::find_components(join, blocks::find_pairs(problem, join, false));
}

TEST(TupleNumbers, GrowWithTheFirstLabelFastest) {
    const BlockLayout layout({ones(3), ones(2)}, {{2, 0}, {0, 1}, {1, 0}, {2, 1}});
    const std::vector<std::uint32_t> all{0, 1, 2, 3};
    const std::vector<std::uint32_t> some{3, 0};
    const std::vector<blocks::TupleSource> sources{{&layout, &all, {0, 1}},
                                                   {&layout, &some, {0, 1}}};
    const std::vector<std::size_t> counts{3, 2};

    const blocks::TupleNumbers found = blocks::number_tuples(sources, counts);

    EXPECT_EQ(found.count, 4U);
    EXPECT_THAT(found.numbers[0], ElementsAre(1, 2, 0, 3));
    EXPECT_THAT(found.numbers[1], ElementsAre(3, 1));
}

TEST(TupleNumbers, OfManyModesFitInto64Bits) {
    constexpr std::size_t rank = 64;
    std::vector<BlockCoordinates> coordinates;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        Random random(seed);
        BlockCoordinates& block = coordinates.emplace_back();
        for (std::size_t mode = 0; mode < rank; ++mode) {
            block.push_back(static_cast<std::int32_t>(random.below(9)));
        }
    }
    const BlockLayout layout(std::vector<Sections>(rank, ones(9)), coordinates);
    const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5, 6, 7, 0};
    blocks::TupleSource source{&layout, &all, {}};
    for (std::size_t mode = 0; mode < rank; ++mode) source.modes.push_back(mode);

    const blocks::TupleNumbers found =
        blocks::number_tuples({&source, 1}, std::vector<std::size_t>(rank, 9));

    EXPECT_EQ(found.count, 8U);
    EXPECT_EQ(found.numbers[0].front(), found.numbers[0].back());
}

// Two charges: blocks of L and R with charge 0 and those with charge 1 never meet.
TEST(Components, OfConservedChargesAreTheCharges) {
    const BlockLayout l({ones(2), ones(2), ones(2)}, {{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}});
    const BlockLayout r({ones(2), ones(2)}, {{0, 0}, {1, 1}});
    const auto components = components_of(bound("D(a,b,c)=L(a,b,k)*R(k,c)", l, r));

    ASSERT_EQ(components.size(), 2U);
    EXPECT_THAT(components[0].l_blocks, ElementsAre(0, 1));
    EXPECT_THAT(components[0].r_blocks, ElementsAre(0));
    EXPECT_EQ(components[0].rows.size(), 2U);
    EXPECT_THAT(components[0].pairs, ElementsAre(Pair{0, 0, 0}, Pair{1, 1, 0}));
    EXPECT_THAT(components[1].l_blocks, ElementsAre(2, 3));
    EXPECT_THAT(components[1].r_blocks, ElementsAre(1));
}

// Rows 0 and 1 have nothing in common: a shared column does not hold them together.
TEST(Components, AreNotHeldTogetherByAColumn) {
    const BlockLayout l({ones(2), ones(2)}, {{0, 0}, {1, 1}});
    const BlockLayout r({ones(2), ones(1)}, {{0, 0}, {1, 0}});

    EXPECT_EQ(components_of(bound("D(a,c)=L(a,k)*R(k,c)", l, r)).size(), 2U);
}

// One row has all inner tuples, but no column has two of them.
TEST(Components, AreSplitByColumnsToo) {
    const BlockLayout l({ones(1), ones(3)}, {{0, 0}, {0, 1}, {0, 2}});
    const BlockLayout r({ones(3), ones(3)}, {{0, 1}, {1, 0}, {2, 2}});

    const auto components = components_of(bound("D(a,c)=L(a,k)*R(k,c)", l, r));

    EXPECT_EQ(components.size(), 3U);
}

TEST(Components, AreSplitByBatchSections) {
    const BlockLayout l({ones(2), ones(1)}, {{0, 0}, {1, 0}});
    const BlockLayout r({ones(2), ones(1)}, {{0, 0}, {1, 0}});

    EXPECT_EQ(components_of(bound("D(b,k)=L(b,k)*R(b,k)", l, r)).size(), 2U);
}

/// What components must be: every pair in one of them, and no block in two.
void check_components(const blocks::BlockProblem& problem) {
    const blocks::BlockJoin join = blocks::join_blocks(problem);
    const std::vector<Pair> pairs = blocks::find_pairs(problem, join, false);
    std::vector<std::vector<int>> owners(3);
    for (std::size_t operand = 0; operand < 3; ++operand) {
        const auto blocks = problem.layout(static_cast<Operand>(operand)).blocks();
        owners[operand].assign(static_cast<std::size_t>(blocks), -1);
    }
    std::size_t count = 0;
    int number = 0;
    for (const Component& component : blocks::find_components(join, pairs)) {
        count += component.pairs.size();
        for (const Pair& pair : component.pairs) {
            const std::vector<std::uint32_t> its{pair.d, pair.l, pair.r};
            for (std::size_t operand = 0; operand < 3; ++operand) {
                int& owner = owners[operand][its[operand]];
                ASSERT_TRUE(owner == -1 || owner == number);
                owner = number;
            }
        }
        ++number;
    }
    EXPECT_EQ(count, pairs.size());
}

TEST(Components, OfRandomBlocksShareNoBlock) {
    for (const std::uint64_t seed : seeds(1, 100)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const auto pattern = [&](std::int64_t sections) {
            std::vector<BlockCoordinates> found;
            for (std::int32_t i = 0; i < sections; ++i) {
                for (std::int32_t j = 0; j < sections; ++j) {
                    if (random.chance(20)) found.push_back({i, j});
                }
            }
            return BlockLayout({ones(static_cast<std::size_t>(sections)),
                                ones(static_cast<std::size_t>(sections))},
                               found);
        };
        const std::int64_t sections = random.between(1, 8);

        check_components(bound("D(a,c)=L(a,k)*R(k,c)", pattern(sections), pattern(sections)));
    }
}

TEST(Pairs, OfOneOutputStandInTheOrderOfTheirInnerSections) {
    const BlockLayout l({ones(1), ones(3)}, {{0, 2}, {0, 0}, {0, 1}});
    const BlockLayout r({ones(3), ones(1)}, {{1, 0}, {2, 0}, {0, 0}});
    const blocks::BlockProblem problem = bound("D(a,c)=L(a,k)*R(k,c)", l, r);

    EXPECT_THAT(blocks::find_pairs(problem, blocks::join_blocks(problem), false),
                ElementsAre(Pair{0, 1, 2}, Pair{0, 2, 0}, Pair{0, 0, 1}));
}

TEST(OutputBlocks, AreThoseThatAProductReaches) {
    const BlockLayout l({{2, 3}, {4, 5}}, {{1, 0}, {0, 1}});
    const BlockLayout r({{4, 5}, {1, 6}}, {{0, 0}, {0, 1}, {1, 1}});

    const BlockLayout d = output_blocks("D(c,a)+=L(a,k)*R(k,c)", {l, r});

    ASSERT_EQ(d.blocks(), 3);
    EXPECT_EQ(d.sections(), (std::vector<Sections>{{1, 6}, {2, 3}}));
    EXPECT_EQ(to_string(d.coordinates(0)), "(1, 0)");
    EXPECT_EQ(to_string(d.coordinates(1)), "(0, 1)");
    EXPECT_EQ(to_string(d.coordinates(2)), "(1, 1)");
}

TEST(OutputBlocks, AreNotReachedByBlocksWithoutElements) {
    const BlockLayout l({{2}, {0, 5}}, {{0, 0}});
    const BlockLayout r({{0, 5}, {1}}, {{0, 0}});

    EXPECT_EQ(output_blocks("D(a,c)=L(a,k)*R(k,c)", {l, r}).blocks(), 0);
}

TEST(OutputBlocks, OfATraceNeedEqualSections) {
    const BlockLayout l({{2, 3}, {2, 3}, {1, 1}}, {{0, 1, 0}, {1, 1, 1}});

    const BlockLayout d = output_blocks("D(a)=L(k,k,a)", {l});

    ASSERT_EQ(d.blocks(), 1);
    EXPECT_EQ(d.coordinates(0)[0], 1);
}

}  // namespace
}  // namespace ttgt::test
