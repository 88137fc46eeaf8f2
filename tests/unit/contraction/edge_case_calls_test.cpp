// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Rows of tests/data/edge.tsv that say more than a string and shapes: aliases, views, scalars,
// repeated calls.
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/support/edge/edge_calls.h"
#include "tests/support/edge/edge_tensors.h"
#include "tests/support/guarded_array.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

TEST(EdgeCaseE155, RefusesAnOutputThatIsAnInputOfAContraction) {
    GuardedArray a = make_operand(packed({3, 3}), 0);
    const GuardedArray b = make_operand(packed({3, 3}), 1);
    const std::vector<std::byte> before = a.bytes();

    EXPECT_THAT(refusal_of<OverlapError>(
                    [&] { contract("D(i,k)=D(i,j)*R(j,k)", a.view(), a.view(), b.view()); }),
                HasSubstr("the output D overlaps the input L 'D' in memory"));
    EXPECT_THAT(refusal_of<OverlapError>(
                    [&] { contract("D(i,k)=L(i,j)*D(j,k)", a.view(), b.view(), a.view()); }),
                HasSubstr("the output D overlaps the input R 'D' in memory"));
    EXPECT_THAT(refusal_of<OverlapError>([&] { contract("D(j,i)=D(i,j)", a.view(), a.view()); }),
                HasSubstr("the output D overlaps the input L 'D' in memory"));

    EXPECT_EQ(a.bytes(), before);
}

TEST(EdgeCaseE155, AllowsAnOutputThatIsAnInputOfAnElementwiseProduct) {
    GuardedArray a = make_operand(packed({2, 3}), 0);
    const GuardedArray b = make_operand(packed({2, 3}), 1);
    const GuardedArray a_before = a;

    contract("D(i,j)=D(i,j)*R(i,j)", a.view(), a.view(), b.view());

    a.for_each_offset([&](std::int64_t offset) {
        EXPECT_EQ(a.get(offset), a_before.get(offset) * b.get(offset));
    });
    EXPECT_TRUE(a.intact());
}

TEST(EdgeCaseE155, RefusesAnOutputShiftedAgainstAnInput) {
    std::vector<double> data(10, 1.0);

    EXPECT_THAT(refusal_of<OverlapError>([&] {
                    contract("D(i)=D(i)*R(i)", view(data.data() + 1, {4}), view(data.data(), {4}),
                             view(data.data() + 6, {4}));
                }),
                HasSubstr("the output D overlaps the input L 'D' in memory"));
}

TEST(EdgeCaseE157, WritesAStrideTwoView) { check_stride_two_view(); }

TEST(EdgeCaseE159, TakesSlicesOfBothMemoryOrdersWithScalars) { check_slices_with_scalars(); }

TEST(EdgeCaseE143, ScalesByAlpha) { check_scaling_by_alpha(); }

TEST(EdgeCaseE149, AccumulatesASecondCall) { check_second_call(); }

TEST(EdgeCaseE161, KeepsTheDigitsOfALongSum) { check_long_sum(); }

}  // namespace
}  // namespace ttgt::test
