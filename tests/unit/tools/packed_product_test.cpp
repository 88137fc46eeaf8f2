// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/dtype.h>
#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/gemm/gemm.h"
#include "tests/support/refusal.h"
#include "tools/bench/contraction/gemm_reference.h"

namespace ttgt::tool {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(PackedProduct, MirroredReadsTheSameMatricesTransposed) {
    const double a = 0;
    const double b = 0;
    double c = 0;
    const ProductSizes sizes{40, 30, 20, 3};

    const GemmCall straight = packed_product(sizes, DType::float32, ProductUpdate::assign,
                                             {&a, &b, &c}, ProductWay::straight);
    const GemmCall mirrored = packed_product(sizes, DType::float32, ProductUpdate::add,
                                             {&a, &b, &c}, ProductWay::mirrored);

    EXPECT_THAT((std::vector<std::int64_t>{straight.m, straight.n, straight.k, straight.lda,
                                           straight.ldb, straight.ldc}),
                ElementsAre(40, 30, 20, 40, 20, 40));
    EXPECT_THAT((std::vector<std::int64_t>{mirrored.m, mirrored.n, mirrored.k, mirrored.lda,
                                           mirrored.ldb, mirrored.ldc}),
                ElementsAre(30, 40, 20, 30, 20, 30));
    EXPECT_EQ(straight.a, &a);
    EXPECT_EQ(mirrored.a, &b);
    EXPECT_EQ(mirrored.b, &a);
    EXPECT_EQ(straight.beta, Scalar(0.0));
    EXPECT_EQ(mirrored.beta, Scalar(1.0));
}

TEST(PackedProduct, GivesTheProductOfEitherWay) {
    const ProductSizes sizes{3, 2, 4, 1};
    const std::vector<double> a{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const std::vector<double> b{1, -2, 3, -4, 5, -6, 7, -8};
    for (const ProductWay way : {ProductWay::straight, ProductWay::mirrored}) {
        const bool mirrored = way == ProductWay::mirrored;
        const std::size_t rows = mirrored ? 2 : 3;
        const std::vector<double>& left = mirrored ? b : a;
        const std::vector<double>& right = mirrored ? a : b;
        std::vector<double> once(6, 0.0);
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t k = 0; k < 4; ++k) {
                once[i] += left[i % rows + k * rows] * right[k + i / rows * 4];
            }
        }
        std::vector<double> twice = once;
        for (double& element : twice) element *= 2;
        std::vector<double> c(6, 100.0);
        const GemmMatrices matrices{a.data(), b.data(), c.data()};

        gemm(packed_product(sizes, DType::float64, ProductUpdate::assign, matrices, way));
        EXPECT_EQ(c, once);
        gemm(packed_product(sizes, DType::float64, ProductUpdate::add, matrices, way));
        EXPECT_EQ(c, twice);
    }
}

TEST(PackedProduct, OfMoreThanThereIsMemoryForIsRefused) {
    constexpr std::int64_t extent = std::int64_t{1} << 27;

    EXPECT_THAT(refusal_of<OutOfMemory>([] {
                    (void)make_host_gemm_reference({extent, 1, extent, 1}, DType::float64,
                                                   ProductUpdate::add, 1);
                }),
                HasSubstr("cannot allocate 144115188075855872 bytes of host memory"));
}

// What it computes stays inside: that it ends, within its memory, is all that shows.
TEST(PackedProduct, HostMultipliesBothWays) {
    for (const DType dtype : {DType::float32, DType::complex128}) {
        const auto gemm = make_host_gemm_reference({40, 30, 20, 3}, dtype, ProductUpdate::add, 1);
        gemm->multiply(ProductWay::straight);
        gemm->multiply(ProductWay::mirrored);
    }
}

}  // namespace
}  // namespace ttgt::tool
