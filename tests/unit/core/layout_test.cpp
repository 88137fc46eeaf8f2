// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/dtype.h>
#include <ttgt/error.h>
#include <ttgt/layout.h>
#include <ttgt/tensor.h>

#include <cstdint>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

TEST(Layout, PackedHasTheFirstModeFastest) {
    EXPECT_EQ(packed({2, 3, 5}).strides, (std::vector<std::int64_t>{1, 2, 6}));
    EXPECT_EQ(packed_last_fastest({2, 3, 5}).strides, (std::vector<std::int64_t>{15, 5, 1}));
}

TEST(Layout, ScalarsAndEmptyTensorsHaveVolumes) {
    EXPECT_EQ(volume(packed({})), 1);
    EXPECT_EQ(volume(packed({3, 0, 7})), 0);
    EXPECT_EQ(packed({3, 0, 7}).strides, (std::vector<std::int64_t>{1, 3, 3}));
}

TEST(Layout, PackedRefusesNegativeExtentsAndRanksOver64) {
    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)packed({2, -1});
                }),
                HasSubstr("the tensor has extent -1 at mode 1"));
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { (void)packed(std::vector<std::int64_t>(65, 1)); }),
        HasSubstr("the tensor has rank 65; at most 64 modes are supported"));
    EXPECT_NO_THROW((void)packed(std::vector<std::int64_t>(64, 1)));
}

TEST(Layout, VolumesThatDoNotFitAreRefused) {
    EXPECT_THAT(
        refusal_of<SizeOverflow>([&] {
            (void)packed({std::int64_t{1} << 32, std::int64_t{1} << 32});
        }),
        HasSubstr(
            "the tensor of extents 4294967296x4294967296 has more elements than 64 bits count"));
    EXPECT_THAT(
        refusal_of<SizeOverflow>([&] { (void)packed_bytes(packed({std::int64_t{1} << 61}), 8); }),
        HasSubstr("the tensor of extents 2305843009213693952 has more bytes than 64 bits count"));
}

TEST(CheckLayout, NamesTheOperandOfMismatchedExtentsAndStrides) {
    EXPECT_EQ(refusal_of<InvalidArgument>([] {
                  check_layout(Layout{{2, 3}, {1}}, 8, "L 'A'");
              }),
              "L 'A' has 2 extents but 1 strides");
}

TEST(CheckLayout, RefusesAddressesBeyond63Bits) {
    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    check_layout(Layout{{2}, {huge}}, 8, "L");
                }),
                HasSubstr("the address range of L (2 strides 9223372036854775807) does not fit"));
    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    check_layout(Layout{{2}, {-huge - 1}}, 1, "L");
                }),
                HasSubstr("the address range of L (2 strides -9223372036854775808) does not fit"));
    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    check_layout(Layout{{2, 2}, {huge / 8 - 8, -huge / 8 + 8}}, 8, "L");
                }),
                HasSubstr("the address range of L (2x2 strides "
                          "1152921504606846967,-1152921504606846967) does not fit"));
    EXPECT_NO_THROW(check_layout(Layout{{2}, {huge / 8 - 2}}, 8, "L"));
}

TEST(CheckLayout, TakesAnyStridesOfAnEmptyTensor) {
    EXPECT_NO_THROW(check_layout(Layout{{0, 2}, {huge, huge}}, 16, "L"));
}

TEST(DType, NamesRoundTrip) {
    for (const DType dtype :
         {DType::float16, DType::bfloat16, DType::float32, DType::float64, DType::complex64,
          DType::complex128, DType::opaque1, DType::opaque16}) {
        EXPECT_EQ(parse_dtype(name(dtype)), dtype);
    }
    EXPECT_EQ(parse_dtype("float80"), std::nullopt);
}

TEST(Tensor, StartsWithZerosAndIndexesFirstModeFastest) {
    Tensor<double> tensor({2, 3});

    tensor(1, 2) = 7;

    EXPECT_EQ(tensor.data()[5], 7);
    EXPECT_EQ(tensor.data()[0], 0);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tensor.data()) % 256, 0U);
}

TEST(Tensor, CloneOwnsItsElements) {
    Tensor<float> tensor({4});
    tensor.fill(2);

    Tensor<float> copy = tensor.clone();
    copy(0) = 5;

    EXPECT_EQ(tensor(0), 2);
    EXPECT_EQ(copy(3), 2);
}

TEST(Tensor, ImpossibleSizesAreTypedErrors) {
    EXPECT_THAT(
        refusal_of<SizeOverflow>([&] { Tensor<double>({std::int64_t{1} << 61}); }),
        HasSubstr("the tensor of extents 2305843009213693952 has more bytes than 64 bits count"));
    EXPECT_THAT(refusal_of<OutOfMemory>([&] { Tensor<double>({std::int64_t{1} << 55}); }),
                HasSubstr("cannot allocate 288230376151711744 bytes of host memory"));
}

TEST(TensorView, RefusesStridesThatAreNoLayout) {
    double element = 0;

    EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                    (void)view(&element, {2, 3}, {1});
                }),
                HasSubstr("the tensor has 2 extents but 1 strides"));
    EXPECT_THAT(
        refusal_of<SizeOverflow>([&] { (void)view(&element, {2}, {huge}); }),
        HasSubstr("the address range of the tensor (2 strides 9223372036854775807) does not fit"));
}

}  // namespace
}  // namespace ttgt
