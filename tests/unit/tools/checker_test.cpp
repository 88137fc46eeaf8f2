// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/checker.h"

#include <ttgt/tensor.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/bench/timing.h"
#include "tools/bench/transpose/transpose_check.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {
namespace {

using testing::ElementsAre;

TEST(IsTransposeOf, OnlyTheRightPermutationIsAccepted) {
    const std::vector<std::int32_t> in{0, 1, 2, 3, 4, 5};   // 2 x 3, first fastest
    const std::vector<std::int32_t> out{0, 2, 4, 1, 3, 5};  // 3 x 2
    std::vector<std::int32_t> wrong = out;
    wrong.back() = 6;

    EXPECT_TRUE(is_transpose_of(out.data(), in.data(), {2, 3}, {1, 0}, 4));
    EXPECT_TRUE(is_transpose_of(in.data(), in.data(), {2, 3}, {0, 1}, 4));
    EXPECT_FALSE(is_transpose_of(in.data(), in.data(), {2, 3}, {1, 0}, 4));
    EXPECT_FALSE(is_transpose_of(wrong.data(), in.data(), {2, 3}, {1, 0}, 4));
}

TEST(IsTransposeOf, Rank3AndDegenerateShapes) {
    std::vector<std::int8_t> in(24);
    std::iota(in.begin(), in.end(), std::int8_t{0});
    std::vector<std::int8_t> out(24);
    for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t a = 0; a < 2; ++a) {
            for (std::size_t b = 0; b < 3; ++b) out[c + 4 * (a + 2 * b)] = in[a + 2 * (b + 3 * c)];
        }
    }

    EXPECT_TRUE(is_transpose_of(out.data(), in.data(), {2, 3, 4}, {2, 0, 1}, 1));
    EXPECT_TRUE(is_transpose_of(in.data(), in.data(), {}, {}, 1));
    EXPECT_TRUE(is_transpose_of(in.data(), out.data(), {3, 0}, {1, 0}, 1));
}

TEST(ReferenceProblem, FactorsSignAndConjugationAreTakenOver) {
    const Expression expression = parse_expression("D(a)-=0.5*L+(a,k)*R(k)");
    const std::vector<double> data(6, 1.0);
    const std::vector<ConstTensorView> inputs{view(data.data(), {2, 3}), view(data.data(), {3})};

    const reference::Problem problem =
        reference_problem(expression, {2}, inputs, {2.0, 1.0}, {3.0, 0.0});

    EXPECT_EQ(problem.alpha, Scalar(-1.0, -0.5));
    EXPECT_EQ(problem.beta, Scalar(3.0, 0.0));
    EXPECT_THAT(problem.output_labels, ElementsAre("a"));
    ASSERT_EQ(problem.inputs.size(), 2U);
    EXPECT_TRUE(problem.inputs[0].conjugated);
    EXPECT_FALSE(problem.inputs[1].conjugated);
    EXPECT_THAT(problem.inputs[0].labels, ElementsAre("a", "k"));
}

TEST(FillRandom, ValuesAreWithinBoundsAndRepeatable) {
    std::vector<double> values(1000);
    std::vector<double> again(1000);

    fill_random(values.data(), 1000, DType::float64, 7);
    fill_random(again.data(), 1000, DType::float64, 7);

    EXPECT_EQ(values, again);
    EXPECT_THAT(values, testing::Each(testing::AllOf(testing::Ge(-1.0), testing::Lt(1.0))));
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 1000;
    EXPECT_NEAR(mean, 0.0, 0.1);  // six standard deviations
}

TEST(FillRandom, OpaqueBytesAreFilledToTheLastOneOnly) {
    std::vector<unsigned char> bytes(23, 0xee);

    fill_random(bytes.data(), 11, DType::opaque2, 1);

    EXPECT_EQ(bytes[22], 0xee);
    EXPECT_FALSE(bytes[20] == 0xee && bytes[21] == 0xee);
}

TEST(MedianPosition, LowerOfTheMiddleTwo) {
    EXPECT_EQ(median_position({5.0}), 0U);
    EXPECT_EQ(median_position({3.0, 1.0, 2.0}), 2U);
    EXPECT_EQ(median_position({4.0, 1.0, 3.0, 2.0}), 3U);
}

}  // namespace
}  // namespace ttgt::tool
