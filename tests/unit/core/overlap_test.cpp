// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/core/memory/overlap.h"

#include <array>
#include <complex>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

/// Byte addresses of all elements, relative to the region's base.
std::vector<std::int64_t> offsets(const Layout& layout) {
    std::vector<std::int64_t> all{0};
    for (std::size_t mode = 0; mode < layout.rank(); ++mode) {
        std::vector<std::int64_t> next;
        for (std::int64_t index = 0; index < layout.extents[mode]; ++index) {
            for (const std::int64_t offset : all) {
                next.push_back(offset + index * layout.strides[mode]);
            }
        }
        all = std::move(next);
    }
    return all;
}

Layout random_layout(std::mt19937& random) {
    const auto draw = [&](int low, int high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    Layout layout;
    const std::int64_t rank = draw(0, 4);
    for (std::int64_t mode = 0; mode < rank; ++mode) {
        layout.extents.push_back(draw(1, 4));
        layout.strides.push_back(draw(-12, 12));
    }
    return layout;
}

TEST(OverlapsItself, AgreesWithCountingAddressesOnRandomLayouts) {
    std::mt19937 random(7);
    for (int draw = 0; draw < 5000; ++draw) {
        const Layout layout = random_layout(random);

        const std::vector<std::int64_t> all = offsets(layout);
        const bool expected = std::set<std::int64_t>(all.begin(), all.end()).size() < all.size();

        ASSERT_EQ(overlaps_itself(layout), expected) << to_string(layout);
    }
}

TEST(OverlapsItself, PackedPaddedAndInterleavedLayoutsDoNot) {
    EXPECT_FALSE(overlaps_itself(packed({3, 4, 5})));
    EXPECT_FALSE(overlaps_itself(Layout{{3, 4}, {-1, 7}}));
    EXPECT_FALSE(overlaps_itself(Layout{{2, 3}, {3, 2}}));  // 0 3 | 2 5 | 4 7
    EXPECT_FALSE(overlaps_itself(Layout{{0, 3}, {0, 0}}));
}

TEST(OverlapsItself, ZeroStridesAndCommonMultiplesDo) {
    EXPECT_TRUE(overlaps_itself(Layout{{3}, {0}}));
    EXPECT_TRUE(overlaps_itself(Layout{{3, 4}, {3, 2}}));  // 6 = 2*3 = 3*2
    EXPECT_FALSE(overlaps_itself(Layout{{1}, {0}}));
}

TEST(Overlap, AgreesWithComparingAddressesOnRandomRegions) {
    std::mt19937 random(11);
    std::array<char, 4096> memory{};
    for (int draw = 0; draw < 5000; ++draw) {
        const Layout a = random_layout(random);
        const Layout b = random_layout(random);
        const std::int64_t bytes_a = std::int64_t{1} << (random() % 4);
        const std::int64_t bytes_b = std::int64_t{1} << (random() % 4);
        const char* base_a = memory.data() + 2048;
        const char* base_b = base_a + static_cast<int>(random() % 200) - 100;

        std::set<const char*> touched;
        for (const std::int64_t offset : offsets(a)) {
            for (std::int64_t byte = 0; byte < bytes_a; ++byte) {
                touched.insert(base_a + offset * bytes_a + byte);
            }
        }
        bool expected = false;
        for (const std::int64_t offset : offsets(b)) {
            for (std::int64_t byte = 0; byte < bytes_b; ++byte) {
                expected = expected || touched.count(base_b + offset * bytes_b + byte) > 0;
            }
        }

        ASSERT_EQ(overlap({&a, bytes_a, base_a}, {&b, bytes_b, base_b}), expected)
            << to_string(a) << " of " << bytes_a << " against " << to_string(b) << " of " << bytes_b
            << " at " << base_b - base_a;
    }
}

TEST(Overlap, BlocksOfOneArrayAreApart) {
    const std::vector<double> array(100);
    const Layout block{{4, 6}, {1, 10}};  // rows 0-3 and rows 4-9 of a 10 x 10 matrix
    const Layout other{{6, 6}, {1, 10}};

    EXPECT_FALSE(overlap({&block, 8, array.data()}, {&other, 8, array.data() + 4}));
    EXPECT_TRUE(overlap({&block, 8, array.data()}, {&other, 8, array.data() + 3}));
}

TEST(Overlap, IsDecidedForManyInterleavedElements) {
    const std::vector<std::complex<double>> array(1);  // the others are never touched
    const auto* const first = reinterpret_cast<const double*>(array.data());
    for (const std::int64_t extent : {100'001, 1'000'000'000}) {
        const Layout parts{{extent}, {2}};  // real or imaginary ones
        const Layout thirds{{extent}, {3}};
        const Layout quarters{{extent}, {4}};

        EXPECT_FALSE(overlap({&parts, 8, first}, {&parts, 8, first + 1}));
        EXPECT_TRUE(overlap({&parts, 8, first}, {&parts, 8, first + 2}));
        EXPECT_FALSE(overlap({&parts, 8, first}, {&quarters, 4, first + 1}));
        EXPECT_TRUE(overlap({&parts, 8, first}, {&thirds, 8, first + 1}));
    }
    // Numbers of 8 bytes at multiples of 32 and, 8 bytes behind, of 48.
    const Layout fours{{1'000'000}, {4}};
    const Layout sixes{{1'000'000}, {6}};
    EXPECT_FALSE(overlap({&fours, 8, first}, {&sixes, 8, first + 1}));
    EXPECT_TRUE(overlap({&fours, 8, first}, {&sixes, 8, first + 2}));
}

TEST(Overlap, HalvesOfALargeArrayAreApart) {
    const double first = 0;
    for (std::size_t halved = 0; halved < 4; ++halved) {
        Layout half{{100, 50, 50, 50}, packed({100, 50, 50, 50}).strides};
        half.extents[halved] /= 2;
        const std::int64_t other = half.extents[halved] * half.strides[halved];

        EXPECT_FALSE(overlap({&half, 8, &first}, {&half, 8, &first + other}));
        EXPECT_TRUE(overlap({&half, 8, &first}, {&half, 8, &first + other - half.strides[halved]}));
    }
}

TEST(Overlap, EmptyRegionsTouchNothing) {
    const double element = 0;
    const Layout empty{{0}, {1}};
    const Layout scalar{};

    EXPECT_FALSE(overlap({&empty, 8, &element}, {&scalar, 8, &element}));
    EXPECT_TRUE(overlap({&scalar, 8, &element}, {&scalar, 8, &element}));
}

}  // namespace
}  // namespace ttgt
