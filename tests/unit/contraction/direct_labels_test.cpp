// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cpu/direct/direct_labels.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt::cpu {
namespace {

// Strides in D, L and R; those of L are looked at.
constexpr std::size_t operand = 1;
constexpr Mode<3> first{7, {1, 30, 0}};
constexpr Mode<3> second{3, {7, -1000, 0}};
constexpr Mode<3> third{2, {21, 100000, 0}};
constexpr Mode<3> fourth{2, {42, 5, 0}};

std::int64_t element(std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l) {
    return 30 * i - 1000 * j + 100000 * k + 5 * l;
}

std::vector<std::int64_t> offsets(const LabelList& labels, std::int64_t from, std::int64_t count) {
    constexpr std::int64_t bytes = 8;
    std::vector<std::int64_t> found(static_cast<std::size_t>(count));
    fill_offsets(labels, operand, bytes, from, count, found.data());
    for (std::int64_t& offset : found) offset /= bytes;
    return found;
}

void expect_parts_of(const std::vector<std::int64_t>& all, const LabelList& labels) {
    const auto size = static_cast<std::int64_t>(all.size());
    ASSERT_EQ(labels.volume(), size);
    for (std::int64_t from = 0; from <= size; ++from) {
        for (std::int64_t count = 0; from + count <= size; ++count) {
            const std::vector<std::int64_t> part(all.begin() + from, all.begin() + from + count);
            ASSERT_EQ(offsets(labels, from, count), part) << from << " " << count;
        }
    }
}

TEST(DirectLabels, OffsetsGoThroughTheFirstLabelFirst) {
    LabelList labels;
    for (const Mode<3>* label : {&first, &second, &third, &fourth}) labels.push_back(*label);
    std::vector<std::int64_t> all;
    for (std::int64_t l = 0; l < 2; ++l)
        for (std::int64_t k = 0; k < 2; ++k)
            for (std::int64_t j = 0; j < 3; ++j)
                for (std::int64_t i = 0; i < 7; ++i) all.push_back(element(i, j, k, l));
    expect_parts_of(all, labels);
}

TEST(DirectLabels, OffsetsOfACutLabelGoThroughTheSecondWithinEachPiece) {
    LabelList labels;
    for (const Mode<3>* label : {&first, &second, &third, &fourth}) labels.push_back(*label);
    labels.cut_first(3);
    std::vector<std::int64_t> all;
    for (std::int64_t l = 0; l < 2; ++l)
        for (std::int64_t k = 0; k < 2; ++k)
            for (std::int64_t piece = 0; piece < 7; piece += 3)
                for (std::int64_t j = 0; j < 3; ++j)
                    for (std::int64_t i = piece; i < std::min<std::int64_t>(piece + 3, 7); ++i)
                        all.push_back(element(i, j, k, l));
    expect_parts_of(all, labels);
}

TEST(DirectLabels, OffsetsOfOneLabelAndOfNone) {
    LabelList labels;
    EXPECT_EQ(offsets(labels, 0, 1), std::vector<std::int64_t>{0});
    labels.push_back(first);
    EXPECT_EQ(offsets(labels, 5, 2), (std::vector<std::int64_t>{150, 180}));
}

}  // namespace
}  // namespace ttgt::cpu
