// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// float16 and bfloat16 on CPUs: computed in float32, rounded once.
#include <ttgt/ttgt.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/check_contraction.h"
#include "tests/support/problems/contraction_shapes.h"

namespace ttgt::test {
namespace {

template <class T>
Tensor<T> tensor(const std::vector<std::int64_t>& extents, const std::vector<float>& values) {
    Tensor<T> result(extents);
    for (std::size_t i = 0; i < values.size(); ++i) result.data()[i] = T(values[i]);
    return result;
}

template <class T>
class HalfContraction : public testing::Test {};
using Halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(HalfContraction, Halves);

// 1 is below half a unit of 2048 and of 512: sums in 16 bits would stay where they began.
TYPED_TEST(HalfContraction, SumsAreFloat32) {
    const auto l = tensor<TypeParam>({1, 9}, {2048, 1, 1, 1, 1, 1, 1, 1, 1});
    const auto ones = tensor<TypeParam>({9, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1});
    Tensor<TypeParam> d({1, 1});
    Tensor<TypeParam> sum({1});

    contract("D(a,b)=L(a,k)*R(k,b)", d, l, ones);
    contract("D(a)=L(a,k)", sum, l);

    EXPECT_EQ(d(0, 0), static_cast<float>(TypeParam(2056.0F)));
    EXPECT_EQ(sum(0), static_cast<float>(TypeParam(2056.0F)));
}

// The parts cancel to something that rounding either of them would lose.
TYPED_TEST(HalfContraction, AlphaAndBetaAreAppliedBeforeTheOneRounding) {
    const float tiny = 0x1p-7F;
    const auto l = tensor<TypeParam>({2}, {1 + tiny, 1});
    const auto r = tensor<TypeParam>({2}, {1 + tiny, 1});
    auto d = tensor<TypeParam>({2}, {1, 3});
    ContractOptions options;
    options.alpha = 3.0;
    options.beta = -3.0;

    contract("D(a)=L(a)*R(a)", d, l, r, options);

    EXPECT_EQ(d(0), static_cast<float>(TypeParam(3 * (2 * tiny + tiny * tiny))));
    EXPECT_EQ(d(1), -6.0F);
}

TYPED_TEST(HalfContraction, TransposesScaleInFloat32) {
    const float tiny = 0x1p-7F;
    const auto in = tensor<TypeParam>({2, 1}, {1 + tiny, 2});
    auto out = tensor<TypeParam>({1, 2}, {1, 1});
    Context context;

    plan_transpose(context, in.layout(), out.layout(), {1, 0}, dtype_of<TypeParam>)
        .run(3.0, in.data(), -3.0, out.data());

    EXPECT_EQ(out(0, 0), 3 * tiny);
    EXPECT_EQ(out(0, 1), 3.0F);
}

TYPED_TEST(HalfContraction, BetaZeroDoesNotReadD) {
    const auto l = tensor<TypeParam>({2, 2}, {1, 2, 3, 4});
    Tensor<TypeParam> d({2, 2});
    d.fill(TypeParam(std::numeric_limits<float>::quiet_NaN()));

    contract("D(a,b)=L(a,k)*R(k,b)", d, l, l);

    EXPECT_EQ(d(0, 0), 7.0F);
    EXPECT_EQ(d(1, 1), 22.0F);
}

TEST(HalfContraction, LargeSumsBecomeInfinities) {
    const auto l = tensor<float16>({2}, {60000, 60000});
    Tensor<float16> d({});

    contract("D()=L(k)*R(k)", d, l, tensor<float16>({2}, {1, 1}));
    EXPECT_EQ(d(), std::numeric_limits<float>::infinity());

    contract("D()=0.5*L(k)*R(k)", d, l, tensor<float16>({2}, {1, 1}));
    EXPECT_EQ(d(), 60000.0F);
}

TEST(HalfContraction, PlansOnCpusAreDirect) {
    Context context;
    const OperandLayout matrix{DType::float16, packed({200, 200})};
    for (const std::string strategy : {"auto", "classic"}) {
        const ContractionPlan plan = plan_contraction(
            context, "D(a,b)=L(a,k)*R(k,b)", {matrix, matrix, matrix}, {.strategy = strategy});

        EXPECT_NE(plan.explain().find("chosen: direct"), std::string::npos) << plan.explain();
    }
}

// Tiles are 128 long in each direction, without workspace 24.
TEST(HalfContraction, ExtentsAroundTheTilesAgreeWithTheReference) {
    for (const DType dtype : {DType::float16, DType::bfloat16}) {
        std::uint64_t seed = 1;
        for (const std::int64_t a : {1, 127, 128, 129, 300}) {
            for (const std::int64_t b : {1, 128, 257}) {
                for (const std::int64_t k : {1, 128, 129, 400}) {
                    const Shape shape{"D(b,a)+=L(k,a)*R(b,k)", {{"a", a}, {"b", b}, {"k", k}}};
                    CheckOptions options;
                    options.threads = seed % 2 == 0 ? 1 : 2;
                    if (seed % 3 == 0) options.workspace_limit = 0;
                    ASSERT_TRUE(check_contraction(
                        make_problem(shape, {dtype, dtype, dtype}, seed++), options));
                }
            }
        }
    }
}

}  // namespace
}  // namespace ttgt::test
