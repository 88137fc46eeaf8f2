// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/tiled/held_tiles.h"

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttgt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Stands for the end of a copy; nobody looks into it.
HeldTiles::Event event() {
    static std::vector<std::unique_ptr<char>> marks;
    marks.push_back(std::make_unique<char>());
    return {HeldTiles::Event{}, reinterpret_cast<const cuda::Completion*>(marks.back().get())};
}

bool takes(HeldTiles& held, const TileName& name, const HeldTiles::Event& copied) {
    return held.take(name, [&](const HeldTiles::Tile&) { return copied; });
}

TEST(HeldTiles, AreTakenFromTheFirstWhoOffers) {
    HeldTiles held;
    const std::array<char, 2> memory{};
    const TileName name{1, 7};
    held.offer(name, {0, &memory[0], event()});
    held.offer(name, {1, &memory[1], event()});
    HeldTiles::Tile found;

    EXPECT_TRUE(held.take(name, [&](const HeldTiles::Tile& tile) {
        found = tile;
        return event();
    }));
    EXPECT_EQ(found.device, 0);
    EXPECT_EQ(found.data, &memory[0]);
}

TEST(HeldTiles, OfOtherNamesAreNotTaken) {
    HeldTiles held;
    const char memory = 0;
    held.offer({1, 7}, {0, &memory, event()});

    EXPECT_FALSE(takes(held, {1, 8}, event()));
    EXPECT_FALSE(takes(held, {2, 7}, event()));
}

TEST(HeldTiles, ThatMakeRoomSayWhichCopiesToWaitFor) {
    HeldTiles held;
    const char memory = 0;
    const TileName name{2, 0};
    const HeldTiles::Event one = event();
    const HeldTiles::Event other = event();
    held.offer(name, {0, &memory, event()});
    EXPECT_TRUE(takes(held, name, one));
    EXPECT_TRUE(takes(held, name, other));
    EXPECT_FALSE(takes(held, name, nullptr)) << "declined";

    EXPECT_THAT(held.withdraw(&memory), ElementsAre(one, other));

    EXPECT_FALSE(takes(held, name, event()));
    EXPECT_THAT(held.withdraw(&memory), IsEmpty());
}

TEST(HeldTiles, OfARunBeforeAreForgotten) {
    HeldTiles held;
    const char memory = 0;
    held.offer({1, 1}, {0, &memory, event()});

    held.clear();

    EXPECT_FALSE(takes(held, {1, 1}, event()));
}

TEST(HeldTiles, AreNotOverwrittenWhileACopyIsBeingEnqueued) {
    HeldTiles held;
    std::atomic<int> tile{0};  // what stands in the slot, as if a copy were done at once
    const auto* const slot = reinterpret_cast<const char*>(&tile);
    std::atomic<bool> ends{false};
    std::atomic<int> wrong{0};
    std::thread taker([&] {
        while (!ends) {
            held.take({1, 0}, [&](const HeldTiles::Tile&) {
                if (tile != 1) ++wrong;
                return HeldTiles::Event{};
            });
        }
    });
    for (int round = 0; round < 2000; ++round) {
        (void)held.withdraw(slot);
        tile = 2;
        tile = 1;
        held.offer({1, 0}, {0, slot, nullptr});
    }
    ends = true;
    taker.join();

    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace ttgt
