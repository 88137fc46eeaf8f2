// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// From whom ranks that are threads read, and in which order.
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "distributed/run/thread_ranks.h"

namespace ttgt::test {
namespace {

/// A message from each other rank, in the order of ranks.
std::vector<Message> one_from_each(int rank, int ranks) {
    std::vector<Message> messages;
    for (int peer = 0; peer < ranks; ++peer) {
        if (peer != rank) messages.push_back({peer, nullptr, 8});
    }
    return messages;
}

TEST(ReadingOrder, NoRankIsReadByTwoAtOnce) {
    for (const int ranks : {2, 3, 4, 6, 8}) {
        for (int turn = 0; turn + 1 < ranks; ++turn) {
            std::set<int> read;
            for (int rank = 0; rank < ranks; ++rank) {
                const std::vector<Message> receives = one_from_each(rank, ranks);
                const std::vector<std::size_t> order = reading_order(receives, rank, ranks);
                read.insert(receives[order[static_cast<std::size_t>(turn)]].peer);
            }

            EXPECT_EQ(read.size(), static_cast<std::size_t>(ranks)) << "turn " << turn;
        }
    }
}

TEST(ReadingOrder, KeepsTheOrderOfAPeersMessages) {
    const std::vector<Message> receives{
        {0, nullptr, 8}, {3, nullptr, 8}, {0, nullptr, 16}, {2, nullptr, 8}, {3, nullptr, 16}};

    EXPECT_EQ(reading_order(receives, 1, 4), (std::vector<std::size_t>{3, 1, 4, 0, 2}));
    EXPECT_TRUE(reading_order({}, 0, 1).empty());
}

}  // namespace
}  // namespace ttgt::test
