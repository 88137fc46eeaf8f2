// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Who holds what, and what goes from whom to whom.
#include <ttgt/error.h>

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "distributed/placement/pieces.h"
#include "distributed/placement/runs.h"
#include "tests/distributed/ranks.h"
#include "tests/distributed/spread_case.h"

namespace ttgt::test {
namespace {

/// The indices that a part holds, counted out.
std::vector<std::int64_t> indices_of(const Share& share) {
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < share.extent; ++i) {
        if (i / share.block % share.parts == share.part) indices.push_back(i);
    }
    return indices;
}

Share draw_share(Random& random, std::int64_t extent) {
    Share share{extent, random.between(1, 6), random.between(1, 5), 0};
    share.part = random.below(share.parts);
    return share;
}

TEST(Share, HoldsWhatItsBlocksHold) {
    for (const std::uint64_t seed : seeds(1, 500)) {
        Random random(seed);
        const Share share = draw_share(random, random.between(0, 60));

        EXPECT_EQ(count(share), static_cast<std::int64_t>(indices_of(share).size()))
            << "TTGT_TEST_SEED=" << seed;
        EXPECT_LE(count(share), largest_count(share.extent, share.block, share.parts));
    }
}

TEST(CommonRuns, AreWhatBothHold) {
    for (const std::uint64_t seed : seeds(1, 1000)) {
        Random random(seed);
        const std::int64_t extent = random.between(0, 80);
        const Share from = draw_share(random, extent);
        const Share to = draw_share(random, extent);
        const std::vector<std::int64_t> sent = indices_of(from);
        const std::vector<std::int64_t> received = indices_of(to);
        std::vector<std::int64_t> both;
        std::set_intersection(sent.begin(), sent.end(), received.begin(), received.end(),
                              std::back_inserter(both));

        std::vector<std::int64_t> found;
        for (const IndexRuns& runs : common_runs(from, to)) {
            for (std::int64_t i = 0; i < runs.count; ++i) {
                for (std::int64_t j = 0; j < runs.length; ++j) {
                    const auto in_from =
                        static_cast<std::size_t>(runs.from + i * runs.from_step + j);
                    const auto in_to = static_cast<std::size_t>(runs.to + i * runs.to_step + j);
                    ASSERT_EQ(sent.at(in_from), received.at(in_to)) << "TTGT_TEST_SEED=" << seed;
                    found.push_back(sent[in_from]);
                }
            }
        }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, both) << "TTGT_TEST_SEED=" << seed;
        EXPECT_EQ(common_count(from, to), static_cast<std::int64_t>(both.size()));
    }
}

TEST(CommonRuns, AreFewHoweverLongTheMode) {
    const std::int64_t extent = std::int64_t{1} << 40;

    EXPECT_EQ(common_runs({extent, 3, 4, 1}, {extent, 3, 4, 1}).size(), 1U);
    EXPECT_LE(common_runs({extent, 1, 4, 1}, {extent, extent, 1, 0}).size(), 2U);
    EXPECT_LE(common_runs({extent, 3, 4, 1}, {extent, 5, 6, 2}).size(), 40U);
}

TEST(Distribution, GivesEveryElementToOneRankOrToAllItsCopies) {
    for (const std::uint64_t seed : seeds(1, 200)) {
        Random random(seed);
        const int ranks = static_cast<int>(random.between(1, 12));
        DistributedLayout layout{DType::float32,
                                 {random.between(0, 9), random.between(1, 9)},
                                 draw_distribution(random, 2, draw_grid(random, ranks)),
                                 {}};
        std::map<std::vector<std::int64_t>, int> holders;
        for (int rank = 0; rank < ranks; ++rank) {
            for_each_held(layout, rank, [&](const auto&, const auto& whole) { ++holders[whole]; });
        }

        EXPECT_EQ(static_cast<std::int64_t>(holders.size()), layout.extents[0] * layout.extents[1]);
        const Placement placement = placement_of(layout);
        std::int64_t copies = 1;
        for (std::size_t axis = 0; axis < placement.grid.size(); ++axis) {
            const bool is_used = std::any_of(
                layout.distribution.modes.begin(), layout.distribution.modes.end(),
                [&](const ModeDistribution& mode) { return mode.axis == static_cast<int>(axis); });
            if (!is_used) copies *= placement.grid[axis];
        }
        for (const auto& [indices, count] : holders) {
            EXPECT_EQ(count, copies) << "TTGT_TEST_SEED=" << seed;
        }
    }
}

TEST(SpreadEvenly, DividesTheModeWithMostIndices) {
    EXPECT_EQ(spread_evenly(4, {22, 22, 14, 14}),
              distribute("a,b,i,j", {2, 2}, {{"a", {0}}, {"b", {1}}}));
    EXPECT_EQ(spread_evenly(6, {4, 30}), distribute("i,a", {6}, {{"a", {0}}}));
    EXPECT_EQ(spread_evenly(3, {}), replicated(3, 0));
    EXPECT_EQ(spread_evenly(1, {5, 5}), (Distribution{{}, {{}, {}}}));
    EXPECT_THROW((void)spread_evenly(0, {5}), InvalidArgument);
}

TEST(SpreadEvenly, HoldsEachElementOnceInPartsThatDifferByOneBlock) {
    for (const std::uint64_t seed : seeds(1, 100)) {
        Random random(seed);
        const int ranks = static_cast<int>(random.between(1, 12));
        std::vector<std::int64_t> extents;
        for (std::int64_t mode = random.between(1, 4); mode > 0; --mode) {
            extents.push_back(random.between(1, 9));
        }
        const DistributedLayout layout{DType::float64, extents, spread_evenly(ranks, extents), {}};

        EXPECT_EQ(ranks_of(layout.distribution.grid), ranks) << "TTGT_TEST_SEED=" << seed;
        std::int64_t held = 0;
        std::int64_t most = 1;
        const Placement placement = placement_of(layout);
        for (std::size_t mode = 0; mode < extents.size(); ++mode) {
            most *=
                one_block(extents[mode], ranks_along(placement.grid, placement.modes[mode].axes));
        }
        for (int rank = 0; rank < ranks; ++rank) {
            held += volume(local_layout(layout, rank));
            EXPECT_LE(volume(local_layout(layout, rank)), most) << "TTGT_TEST_SEED=" << seed;
        }
        EXPECT_EQ(held, volume(packed(extents))) << "TTGT_TEST_SEED=" << seed;
    }
}

TEST(Sources, AreOneForEachReceiverAndElement) {
    for (const std::uint64_t seed : seeds(1, 100)) {
        Random random(seed);
        const int ranks = static_cast<int>(random.between(1, 8));
        const std::vector<std::int64_t> extents{random.between(1, 7), random.between(1, 7)};
        const auto draw = [&] {
            return placement_of(
                DistributedLayout{DType::float64,
                                  extents,
                                  draw_distribution(random, 2, draw_grid(random, ranks)),
                                  {}});
        };
        Movement movement{DType::float64, extents, draw(), draw(), {}, {1, 1}, {1, 1}};
        const Sources sources(movement);
        for (int receiver = 0; receiver < ranks_of(movement.to.grid); ++receiver) {
            std::int64_t arrives = 0;
            std::int64_t received = 0;
            for (int sender = 0; sender < ranks_of(movement.from.grid); ++sender) {
                if (!sources.serves(sender, receiver)) continue;
                for (const Piece& piece : pieces_between(movement, sender, receiver)) {
                    arrives += piece.elements;
                    if (sender != receiver) received += piece.elements;
                }
            }

            EXPECT_EQ(arrives, shard_volume(movement.to, extents, receiver))
                << "TTGT_TEST_SEED=" << seed;
            EXPECT_EQ(received, received_elements(movement, receiver));
        }
    }
}

}  // namespace
}  // namespace ttgt::test
