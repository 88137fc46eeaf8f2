// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/modes.h"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

TEST(Modes, VolumeIsTheProductOfExtentsAndOneForNone) {
    EXPECT_EQ(volume(Modes<1>{{3, {1}}, {5, {3}}}), 15);
    EXPECT_EQ(volume(Modes<1>{}), 1);
}

TEST(Modes, VolumeStopsWhere64BitsDoNotCountIt) {
    constexpr std::int64_t long_extent = std::int64_t{1} << 40;
    const Modes<1> modes{{long_extent, {0}}, {long_extent, {0}}};

    EXPECT_EQ(volume(modes), most_counted);
    EXPECT_EQ(tuple_count(modes), 0x1p80);
    EXPECT_EQ(tuple_count(Modes<1>{}), 1);
    // Of stride 0 everywhere they could be one mode, of 2^80 steps.
    EXPECT_EQ(merge(modes), modes);
    EXPECT_FALSE(continues(Mode<1>{4, {std::int64_t{1} << 62}}, Mode<1>{2, {0}}));
}

TEST(Modes, ContinuesAsksEveryArray) {
    const Mode<2> inner{3, {1, 10}};

    EXPECT_TRUE(continues(inner, Mode<2>{4, {3, 30}}));
    EXPECT_FALSE(continues(inner, Mode<2>{4, {3, 31}}));
    EXPECT_FALSE(continues(inner, Mode<2>{4, {4, 30}}));
}

TEST(Modes, MergeJoinsAContiguousTensorToOneMode) {
    const Modes<2> merged = merge(Modes<2>{{3, {1, 1}}, {4, {3, 3}}, {5, {12, 12}}});

    EXPECT_EQ(merged, (Modes<2>{{60, {1, 1}}}));
}

TEST(Modes, MergeFindsPairsInAnyOrder) {
    const Modes<2> merged = merge(Modes<2>{{5, {12, 12}}, {3, {1, 1}}, {4, {3, 3}}});

    EXPECT_EQ(merged, (Modes<2>{{60, {1, 1}}}));
}

TEST(Modes, MergeDropsExtentsOfOneWhateverTheirStrides) {
    const Modes<2> merged = merge(Modes<2>{{1, {77, -5}}, {3, {1, 1}}, {1, {0, 0}}, {4, {3, 3}}});

    EXPECT_EQ(merged, (Modes<2>{{12, {1, 1}}}));
}

TEST(Modes, MergeStopsAtGaps) {
    const Modes<2> modes{{3, {1, 1}}, {4, {3, 5}}};

    EXPECT_EQ(merge(modes), modes);
}

TEST(Modes, MergeJoinsNegativeAndZeroStrides) {
    EXPECT_EQ(merge(Modes<2>{{3, {-1, 1}}, {4, {-3, 3}}}), (Modes<2>{{12, {-1, 1}}}));
    EXPECT_EQ(merge(Modes<2>{{3, {0, 1}}, {4, {0, 3}}}), (Modes<2>{{12, {0, 1}}}));
}

TEST(Modes, MergeOfNothingOrOfOnesIsEmpty) {
    EXPECT_TRUE(merge(Modes<3>{}).empty());
    EXPECT_TRUE(merge(Modes<3>{{1, {1, 2, 3}}, {1, {4, 5, 6}}}).empty());
}

TEST(Modes, SortByStrideComparesMagnitudesAndIsStable) {
    Modes<2> modes{{2, {5, 1}}, {3, {-1, 2}}, {4, {1, 3}}};

    sort_by_stride(modes, 0);

    EXPECT_EQ(modes, (Modes<2>{{3, {-1, 2}}, {4, {1, 3}}, {2, {5, 1}}}));
}

}  // namespace
}  // namespace ttgt
