// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Strides of every kind and pointers aligned to an element only; guards and gaps are compared.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"

namespace ttgt::test {
namespace {

using LayoutChange = Layout (*)(const std::vector<std::int64_t>& extents);

Layout dense(const std::vector<std::int64_t>& extents) { return packed(extents); }

Layout with_gaps(const std::vector<std::int64_t>& extents, std::int64_t stride, std::int64_t gap) {
    Layout layout{extents, {}};
    for (const std::int64_t extent : extents) {
        layout.strides.push_back(stride);
        stride = stride * extent + gap;
    }
    return layout;
}

/// Every second element, columns and planes three apart from the next.
Layout padded(const std::vector<std::int64_t>& extents) { return with_gaps(extents, 2, 3); }

/// Contiguous columns with gaps between them.
Layout long_columns(const std::vector<std::int64_t>& extents) { return with_gaps(extents, 1, 5); }

Layout reversed(const std::vector<std::int64_t>& extents) {
    Layout layout = packed(extents);
    for (std::int64_t& stride : layout.strides) stride = -stride;
    return layout;
}

/// Every other mode runs backwards, the last one fastest.
Layout half_reversed(const std::vector<std::int64_t>& extents) {
    Layout layout = packed_last_fastest(extents);
    for (std::size_t mode = 0; mode < extents.size(); mode += 2) {
        layout.strides[mode] = -layout.strides[mode];
    }
    return layout;
}

/// The first mode repeats; inputs only.
Layout first_repeated(const std::vector<std::int64_t>& extents) {
    Layout layout = packed(extents);
    if (!extents.empty()) layout.strides[0] = 0;
    return layout;
}

/// One element everywhere; inputs only.
Layout all_repeated(const std::vector<std::int64_t>& extents) {
    return {extents, std::vector<std::int64_t>(extents.size(), 0)};
}

void change(TestOperand& operand, LayoutChange layout) {
    operand.layout = layout(operand.layout.extents);
}

/// With a strategy.
class LayoutsGpu : public ContractionGpu, public testing::WithParamInterface<const char*> {
protected:
    /// Every shape with D and its inputs laid out so, dtypes in turn, with and without workspace.
    void check_shapes(LayoutChange of_d, LayoutChange of_l, LayoutChange of_r) {
        const std::vector<DTypeMix> mixes = dtype_mixes();
        std::uint64_t seed = 0;
        for (const Shape& shape : contraction_shapes()) {
            TestProblem problem = make_problem(shape, mixes[seed % mixes.size()], seed);
            ++seed;
            change(problem.d, of_d);
            change(problem.inputs[0], of_l);
            change(problem.inputs[1], of_r);
            for (const std::int64_t limit : {std::int64_t{0}, unlimited}) {
                const CheckOptions options = check_options(GetParam(), limit);
                problem.beta = 0.0;
                ASSERT_TRUE(check_contraction(problem, options));
                problem.beta = -0.5;
                ASSERT_TRUE(check_contraction(problem, options));
            }
        }
    }
};

TEST_P(LayoutsGpu, GapsOfTheOutputStayAsTheyAre) {
    check_shapes(padded, dense, dense);
    check_shapes(long_columns, long_columns, long_columns);
}

TEST_P(LayoutsGpu, GapsOfTheInputsAreSkipped) { check_shapes(dense, padded, padded); }

TEST_P(LayoutsGpu, NegativeStridesRunBackwards) {
    check_shapes(reversed, dense, dense);
    check_shapes(dense, reversed, half_reversed);
    check_shapes(half_reversed, half_reversed, reversed);
}

TEST_P(LayoutsGpu, ZeroStridesRepeatElementsOfTheInputs) {
    check_shapes(dense, first_repeated, dense);
    check_shapes(dense, all_repeated, first_repeated);
}

INSTANTIATE_TEST_SUITE_P(Strategy, LayoutsGpu, testing::Values("auto", "classic"),
                         [](const auto& tested) { return std::string(tested.param); });

/// With elements that arrays lie off their alignment.
class AlignmentGpu : public ContractionGpu, public testing::WithParamInterface<std::int64_t> {};

TEST_P(AlignmentGpu, OfOneElementIsEnough) {
    for (const char* const strategy : {"auto", "classic"}) {
        std::uint64_t seed = 0;
        for (const Shape& shape : contraction_shapes()) {
            for (const DTypeMix& mix : dtype_mixes()) {
                TestProblem problem = make_problem(shape, mix, seed++);
                if (seed % 2 == 0) problem.beta = -0.5;
                const std::int64_t limit = seed % 3 == 0 ? 0 : unlimited;
                ASSERT_TRUE(check_contraction(problem, check_options(strategy, limit, GetParam())));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Elements, AlignmentGpu, testing::Values(1, 2, 3));

TEST_F(ContractionGpu, BlockOfALargerArrayIsWrittenAndNothingElse) {
    for (const std::int64_t limit : {std::int64_t{0}, unlimited}) {
        for (const char* const strategy : {"auto", "classic"}) {
            TestProblem problem =
                make_problem({"D(b,a)=L(a,k)*R(k,b)", {{"a", 45}, {"b", 70}, {"k", 33}}},
                             {DType::float64, DType::float64, DType::float64}, 1);
            problem.d.layout.strides = {1, 256};
            problem.inputs[0].layout.strides = {1, 512};
            problem.inputs[1].layout.strides = {3, 300};

            EXPECT_TRUE(check_contraction(problem, check_options(strategy, limit, 2)));
        }
    }
}

}  // namespace
}  // namespace ttgt::test
