// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/sort_few.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

TEST(SortFew, GivesTheOrderOfAStableSort) {
    const auto is_less = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::mt19937 random(1);
    for (int size = 0; size < 40; ++size) {
        std::vector<std::pair<int, int>> few;
        for (int i = 0; i < size; ++i) few.emplace_back(static_cast<int>(random() % 8), i);
        std::vector<std::pair<int, int>> expected = few;
        std::stable_sort(expected.begin(), expected.end(), is_less);

        sort_few(few.begin(), few.end(), is_less);

        EXPECT_EQ(few, expected);
    }
}

}  // namespace
}  // namespace ttgt
