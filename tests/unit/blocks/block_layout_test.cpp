// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/blocks.h>

#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/support/random.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<BlockCoordinates> coordinates_of(const BlockLayout& layout) {
    std::vector<BlockCoordinates> all;
    for (std::int64_t block = 0; block < layout.blocks(); ++block) {
        const auto its = layout.coordinates(block);
        all.emplace_back(its.begin(), its.end());
    }
    return all;
}

TEST(BlockLayout, PacksBlocksOneAfterTheOther) {
    const BlockLayout layout({{2, 3}, {4, 1, 5}}, {{0, 0}, {1, 2}, {1, 1}});

    EXPECT_EQ(layout.rank(), 2U);
    EXPECT_EQ(layout.blocks(), 3);
    EXPECT_EQ(layout.elements(), 8 + 15 + 3);
    EXPECT_EQ(layout.offset(2), 23);
    EXPECT_EQ(layout.layout(1), (Layout{{3, 5}, {1, 3}}));
    EXPECT_TRUE(layout.is_packed());
}

TEST(BlockLayout, FindsBlocks) {
    const BlockLayout layout({{2, 3}, {4, 1, 5}}, {{0, 0}, {1, 2}});

    EXPECT_EQ(layout.find(BlockCoordinates{1, 2}), 1);
    EXPECT_EQ(layout.find(BlockCoordinates{1, 1}), std::nullopt);
    EXPECT_EQ(layout.find(BlockCoordinates{1}), std::nullopt);
}

TEST(BlockLayout, OfAScalarHasAtMostOneBlock) {
    EXPECT_EQ(BlockLayout({}, {{}}).elements(), 1);
    EXPECT_EQ(BlockLayout({}, std::vector<BlockCoordinates>{}).elements(), 0);
    EXPECT_THAT(refusal_of<RepeatedBlock>([&] {
                    (void)BlockLayout({}, std::vector<BlockCoordinates>{{}, {}});
                }),
                HasSubstr("blocks 0 and 1"));
}

TEST(BlockLayout, OfADenseTensorIsOneBlock) {
    const BlockLayout layout(Layout{{2, 3}, {3, 1}});

    EXPECT_EQ(layout.sections(), (std::vector<Sections>{{2}, {3}}));
    EXPECT_EQ(layout.layout(0), (Layout{{2, 3}, {3, 1}}));
    EXPECT_EQ(layout.offset(0), 0);
    EXPECT_FALSE(layout.is_packed());
    EXPECT_TRUE(BlockLayout(packed({2, 3})).is_packed());
}

TEST(BlockLayout, KeepsStridesAndOffsets) {
    const BlockLayout layout = BlockLayout({{2, 3}}, {{0}, {1}}).with_strides({5, 7}, {100, 200});

    EXPECT_EQ(layout.layout(1), (Layout{{3}, {7}}));
    EXPECT_EQ(layout.offset(1), 200);
    EXPECT_FALSE(layout.is_packed());
    EXPECT_TRUE(layout.has_blocks_of(BlockLayout({{2, 3}}, {{0}, {1}}).with_strides({5, 7})));
    EXPECT_FALSE(layout.has_blocks_of(BlockLayout({{2, 3}}, {{0}, {1}})));
}

TEST(BlockLayout, AViewOfAPoolNeedsOffsets) {
    const BlockLayout layout = BlockLayout({{2, 3}}, {{0}, {1}}).with_strides({5, 7});
    double pool = 0;

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { (void)BlockTensorView(DType::float64, layout, &pool); }),
        HasSubstr("offsets"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)BlockTensorView(DType::float64, layout, std::vector<void*>{&pool});
                }),
                HasSubstr("2 blocks, but there are 1 addresses"));
}

TEST(BlockLayout, RefusesBlocksThatAreNone) {
    const std::vector<Sections> sections{{2, 3}, {4}};

    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)BlockLayout(sections, {{0, 0}, {0}});
                }),
                HasSubstr("block 1 has 1 coordinates, but there are 2 modes"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)BlockLayout(sections, {{2, 0}});
                }),
                HasSubstr("block 0 at (2, 0) has section 2 of mode 0, which has 2 sections"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)BlockLayout(sections, {{-1, 0}});
                }),
                HasSubstr("section -1"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)BlockLayout({{2, -3}}, {{0}});
                }),
                HasSubstr("section 1 of mode 0 has extent -3"));
    EXPECT_THAT(refusal_of<RepeatedBlock>([&] {
                    (void)BlockLayout(sections, {{1, 0}, {0, 0}, {1, 0}});
                }),
                HasSubstr("blocks 0 and 2 have the same coordinates (1, 0)"));
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { (void)BlockLayout(std::vector<Sections>(65, {1}), {}); }),
        HasSubstr("65 modes"));
    const std::int64_t huge = std::numeric_limits<std::int64_t>::max() / 2;
    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    (void)BlockLayout({{huge}, {huge}}, {{0, 0}});
                }),
                HasSubstr("elements of a block"));
    EXPECT_THAT(refusal_of<SizeOverflow>([&] { (void)BlockLayout({{huge}}, {{0}}); }),
                HasSubstr("bytes"));
}

TEST(BlockLayout, RefusesPlacesThatAreNone) {
    const BlockLayout layout({{2, 3}}, {{0}, {1}});

    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)layout.with_strides({1}); }),
                HasSubstr("have 2 strides, not 1"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)layout.with_strides({1, 1}, {0});
                }),
                HasSubstr("2 blocks, but 1 offsets"));
    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    (void)layout.with_strides({1, std::numeric_limits<std::int64_t>::max()});
                }),
                HasSubstr("block 1 at (1)"));
}

TEST(BlockLayout, OfManyBlocksFindsEach) {
    std::vector<std::int32_t> coordinates;
    constexpr std::int32_t side = 1000;  // a million blocks
    for (std::int32_t i = 0; i < side * side; ++i) {
        coordinates.push_back(i % side);
        coordinates.push_back(i / side);
    }

    const BlockLayout layout(std::vector<Sections>(2, Sections(side, 1)), coordinates, side * side);

    for (std::int32_t i = 0; i < side * side; i += 7) {
        ASSERT_EQ(layout.find(BlockCoordinates{i % side, i / side}), i);
    }
}

TEST(FromCharges, KeepsTheParticleNumber) {
    const ChargedMode up{{2, 3}, {{0}, {1}}, 1};
    const ChargedMode down{{2, 3}, {{0}, {1}}, -1};

    const BlockLayout layout = BlockLayout::from_charges({up, up, down}, {0});

    EXPECT_THAT(coordinates_of(layout),
                ElementsAre(BlockCoordinates{0, 0, 0}, BlockCoordinates{1, 0, 1},
                            BlockCoordinates{0, 1, 1}));
}

TEST(FromCharges, AddsModuloInZ2) {
    const ChargedMode mode{{1, 1}, {{0}, {1}}, 1};

    const BlockLayout layout = BlockLayout::from_charges({mode, mode}, {1}, {{2}});

    EXPECT_THAT(coordinates_of(layout),
                ElementsAre(BlockCoordinates{1, 0}, BlockCoordinates{0, 1}));
}

/// The blocks that fulfil the rule, by trying all.
std::vector<BlockCoordinates> tried_blocks(const std::vector<ChargedMode>& modes,
                                           const std::vector<std::int64_t>& total,
                                           const ChargeGroup& group) {
    std::vector<BlockCoordinates> found;
    BlockCoordinates block(modes.size(), 0);
    while (true) {
        bool fits = true;
        for (std::size_t part = 0; part < total.size(); ++part) {
            std::int64_t sum = -total[part];
            for (std::size_t mode = 0; mode < modes.size(); ++mode) {
                sum += modes[mode].sign *
                       modes[mode].charges[static_cast<std::size_t>(block[mode])][part];
            }
            fits = fits && (group.moduli[part] == 0 ? sum == 0 : sum % group.moduli[part] == 0);
        }
        if (fits) found.push_back(block);
        std::size_t mode = 0;
        while (mode < modes.size() &&
               static_cast<std::size_t>(++block[mode]) == modes[mode].sections.size()) {
            block[mode++] = 0;
        }
        if (mode == modes.size()) return found;
    }
}

TEST(FromCharges, IsAllBlocksThatFulfilTheRule) {
    const std::vector<ChargeGroup> groups{{{0}}, {{3}}, {{0, 2}}, {{2, 2, 2}}, {{4, 0}}};
    for (const std::uint64_t seed : seeds(1, 60)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const ChargeGroup& group = random.pick(groups);
        const auto draw = [&] {
            std::vector<std::int64_t> charge;
            for (std::size_t part = 0; part < group.moduli.size(); ++part) {
                charge.push_back(random.between(-2, 2));
            }
            return charge;
        };
        std::vector<ChargedMode> modes(static_cast<std::size_t>(random.between(1, 5)));
        for (ChargedMode& mode : modes) {
            mode.sign = random.chance(50) ? 1 : -1;
            for (std::int64_t section = random.between(1, 4); section > 0; --section) {
                mode.sections.push_back(random.between(0, 3));
                mode.charges.push_back(draw());
            }
        }
        const std::vector<std::int64_t> total = draw();

        const BlockLayout layout = BlockLayout::from_charges(modes, total, group);

        EXPECT_EQ(coordinates_of(layout), tried_blocks(modes, total, group));
    }
}

TEST(FromCharges, AllowsModesWithoutSections) {
    const ChargedMode none{{}, {}, 1};
    const ChargedMode mode{{1, 1}, {{0}, {1}}, 1};

    EXPECT_EQ(BlockLayout::from_charges({mode, none, mode}, {0}).blocks(), 0);
    EXPECT_EQ(BlockLayout::from_charges({}, {0}).blocks(), 1);
    EXPECT_EQ(BlockLayout::from_charges({}, {1}).blocks(), 0);
}

TEST(FromCharges, RefusesRulesThatAreNone) {
    const auto refuses = [](const ChargedMode& mode, const ChargeGroup& group, const char* text) {
        EXPECT_THAT(refusal_of<InvalidArgument>(
                        [&] { (void)BlockLayout::from_charges({mode}, {0}, group); }),
                    HasSubstr(text));
    };

    refuses({{1}, {{0}}, 2}, {{0}}, "the sign of mode 0 is 2");
    refuses({{1, 1}, {{0}}, 1}, {{0}}, "mode 0 has 2 sections, but 1 charges");
    refuses({{1}, {{0, 1}}, 1}, {{0}}, "section 0 of mode 0 has 2 components");
    refuses({{1}, {{0}}, 1}, {{-2}}, "modulus -2");
    refuses({{1}, {{0}}, 1}, {{0, 0}}, "total charge has 1 components");
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    (void)BlockLayout::from_charges({{{1}, {{least}}, 1}}, {0});
                }),
                HasSubstr("charge"));
}

TEST(FromCharges, RefusesTooManySums) {
    std::vector<ChargedMode> modes;
    for (int mode = 0; mode < 30; ++mode) {
        modes.push_back({{1, 1}, {{0}, {std::int64_t{1} << mode}}, 1});
    }

    EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)BlockLayout::from_charges(modes, {5}); }),
                HasSubstr("different sums"));
}

TEST(BlockTensor, OwnsZerosAndClones) {
    BlockTensor<double> tensor(BlockLayout({{2, 3}}, {{0}, {1}}).with_strides({5, 7}));

    tensor.block(1)[2] = 4;
    const BlockTensor<double> copy = tensor.clone();

    EXPECT_TRUE(tensor.layout().is_packed());
    EXPECT_THAT(std::vector<double>(copy.begin(), copy.end()), ElementsAre(0, 0, 0, 0, 4));
}

}  // namespace
}  // namespace ttgt::test
