// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/plan/gett_walk.h"

#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace ttgt::cuda {
namespace {

/// The row and the column of a position.
std::pair<int, int> place_of(const TileWalk& walk, int position) {
    std::pair<int, int> place{0, 0};
    for (int b = 0; b < gett_walk_bits; ++b) {
        if ((position >> b & 1) == 0) continue;
        place.first += walk.free[b];
        place.second += walk.other[b];
    }
    return place;
}

// The tile has 128 rows and 64 columns; 128 threads write it, by rows.
constexpr int row_bits = 7;
constexpr int column_bits = 6;
constexpr int thread_bits = 7;
constexpr int warp = 32;

TEST(StoreWalk, ComesToEachVectorOnce) {
    for (const bool along_rows : {false, true}) {
        for (const BitRange run : {BitRange{0, 7}, BitRange{0, 5}, BitRange{0, 3}, BitRange{0, 0},
                                   BitRange{3, 7}, BitRange{4, 6}, BitRange{5, 6}}) {
            for (const int vector_bits : {0, 1, 2}) {
                const TileWalk walk =
                    store_walk(along_rows, row_bits, column_bits, run, vector_bits, thread_bits);
                std::set<std::pair<int, int>> places;
                for (int p = 0; p < 1 << (row_bits + column_bits - vector_bits); ++p)
                    places.insert(place_of(walk, p));
                EXPECT_EQ(places.size(), 1U << (row_bits + column_bits - vector_bits));
                for (const auto& [row, column] : places) {
                    const int fast = along_rows ? row : column;
                    EXPECT_EQ(fast % (1 << vector_bits), 0);
                }
            }
        }
    }
}

TEST(StoreWalk, WarpWritesALongRunAndGoesOnAlongIt) {
    const TileWalk walk = store_walk(true, row_bits, column_bits, {0, 7}, 0, thread_bits);

    for (int lane = 0; lane < warp; ++lane) EXPECT_EQ(place_of(walk, lane), std::pair(lane, 0));
    // The next position of the thread is 128 further on.
    EXPECT_EQ(place_of(walk, 128), std::pair(32, 0));
    EXPECT_EQ(place_of(walk, 3 * 128), std::pair(96, 0));
    EXPECT_EQ(place_of(walk, 4 * 128), std::pair(0, 1));
}

TEST(StoreWalk, WarpTakesSeveralShortRunsAndGoesOnToTheNextOnes) {
    const TileWalk walk = store_walk(true, row_bits, column_bits, {0, 3}, 0, thread_bits);

    EXPECT_EQ(place_of(walk, 7), std::pair(7, 0));
    EXPECT_EQ(place_of(walk, 8), std::pair(0, 1));
    EXPECT_EQ(place_of(walk, 31), std::pair(7, 3));
    EXPECT_EQ(place_of(walk, 128), std::pair(0, 4));
}

TEST(StoreWalk, EachWarpHasColumnsOfItsOwn) {
    const TileWalk walk = store_walk(true, row_bits, column_bits, {0, 7}, 0, thread_bits);

    for (int number = 0; number < 4; ++number)
        EXPECT_EQ(place_of(walk, number * warp), std::pair(0, 16 * number));
}

TEST(StoreWalk, RunThatBeginsInsideIsFollowed) {
    const TileWalk walk = store_walk(false, row_bits, column_bits, {3, 7}, 0, thread_bits);

    // The run of columns has 16 neighbours, 8 apart in the tile's order.
    EXPECT_EQ(place_of(walk, 1), std::pair(0, 8));
    EXPECT_EQ(place_of(walk, 15), std::pair(0, 120));
    EXPECT_EQ(place_of(walk, 16), std::pair(1, 0));
}

}  // namespace
}  // namespace ttgt::cuda
