// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/transpose_problem.h"

#include <ttgt/error.h>

#include <cstdint>

#include <gtest/gtest.h>

#include "transpose/kernel_plan.h"

namespace ttgt {
namespace {

TransposeKernelPlan plan_of(Modes<2> modes, DType dtype = DType::float64) {
    return plan_transpose_kernel(make_transpose_problem(dtype, false, std::move(modes)));
}

TEST(TransposeProblem, MergesAndSortsByOutputStride) {
    // in[a,b,c,d], 4x3x5x2, to out[c,d,a,b]
    const TransposeProblem problem = make_transpose_problem(
        DType::float64, false, {{5, {12, 1}}, {2, {60, 5}}, {4, {1, 10}}, {3, {4, 40}}});

    EXPECT_EQ(problem.modes, (Modes<2>{{10, {12, 1}}, {12, {1, 10}}}));
    EXPECT_FALSE(problem.empty);
}

TEST(TransposeProblem, WithAnExtentOfZeroIsEmptyAndHasNoModes) {
    const TransposeProblem problem =
        make_transpose_problem(DType::float64, false, {{5, {1, 1}}, {0, {5, 5}}});

    EXPECT_TRUE(problem.empty);
    EXPECT_TRUE(problem.modes.empty());
}

TEST(TransposeProblem, OfAScalarHasNoModesButIsNotEmpty) {
    const TransposeProblem problem = make_transpose_problem(DType::float64, false, {{1, {7, 9}}});

    EXPECT_FALSE(problem.empty);
    EXPECT_TRUE(problem.modes.empty());
}

TEST(TransposeProblem, ForgetsTheConjugateOfReals) {
    EXPECT_FALSE(make_transpose_problem(DType::float32, true, {}).conjugate);
    EXPECT_TRUE(make_transpose_problem(DType::complex64, true, {}).conjugate);
}

TEST(TransposeKernelPlan, CopiesRowsWhereOneModeIsFastestOnBothSides) {
    const TransposeKernelPlan plan = plan_of({{4, {1, 1}}, {3, {20, 4}}, {5, {4, 12}}});

    EXPECT_EQ(plan.method, TransposeMethod::copy);
    EXPECT_EQ(plan.row.mode, (Mode<2>{4, {1, 1}}));
    EXPECT_EQ(plan.out_fast.mode, (Mode<2>{3, {20, 4}}));
    EXPECT_EQ(plan.in_fast.mode, (Mode<2>{5, {4, 12}}));
    EXPECT_TRUE(plan.outer.empty());
}

TEST(TransposeKernelPlan, TilesTheFastestModesOfEachSide) {
    const TransposeKernelPlan plan = plan_of({{5, {12, 1}}, {3, {4, 5}}, {4, {1, 15}}});

    EXPECT_EQ(plan.method, TransposeMethod::tiled);
    EXPECT_EQ(plan.row.mode, Mode<2>{});
    EXPECT_EQ(plan.out_fast.mode, (Mode<2>{5, {12, 1}}));
    EXPECT_EQ(plan.in_fast.mode, (Mode<2>{4, {1, 15}}));
    EXPECT_EQ(plan.outer, (Modes<2>{{3, {4, 5}}}));
}

TEST(TransposeKernelPlan, LooksPastRepeatedElementsForTheFastestInputMode) {
    const TransposeKernelPlan plan = plan_of({{5, {0, 1}}, {4, {1, 5}}, {3, {0, 20}}});

    EXPECT_EQ(plan.method, TransposeMethod::tiled);
    EXPECT_EQ(plan.in_fast.mode, (Mode<2>{4, {1, 5}}));
}

TEST(TransposeKernelPlan, CopiesWhereAllElementsAreOne) {
    const TransposeKernelPlan plan = plan_of({{5, {0, 1}}, {4, {0, 6}}});

    EXPECT_EQ(plan.method, TransposeMethod::copy);
    EXPECT_EQ(plan.row.mode, (Mode<2>{5, {0, 1}}));
}

TEST(TransposeKernelPlan, NeverExceedsTheTileEdge) {
    const Modes<2> modes{{1000, {1000, 1}}, {1000, {1, 1000}}};

    EXPECT_EQ(plan_of(modes, DType::opaque1).in_fast.block, max_tile_edge);
    EXPECT_EQ(plan_of(modes, DType::float64).in_fast.block, 32);
    EXPECT_EQ(plan_of(modes, DType::complex128).out_fast.block, 16);
}

TEST(TransposeKernelPlan, CountsBytesOfBothSides) {
    const TransposeKernelPlan plan = plan_of({{5, {4, 1}}, {4, {1, 5}}});

    EXPECT_EQ(bytes_moved(plan, false), 2 * 20 * 8);
    EXPECT_EQ(bytes_moved(plan, true), 3 * 20 * 8);
    EXPECT_EQ(bytes_moved(plan_of({{0, {1, 1}}}), true), 0);
    EXPECT_EQ(bytes_moved(plan_of({}), false), 16);
}

TEST(TransposeKernelPlan, RefusesBytesThatDoNotFit) {
    const TransposeKernelPlan plan = plan_of({{std::int64_t{1} << 59, {1, 1}}});

    EXPECT_THROW((void)bytes_moved(plan, false), SizeOverflow);
}

TEST(TransposeKernelPlan, PredictsMoreTimeForMoreElements) {
    EXPECT_GT(predicted_ms(plan_of({{0, {1, 1}}})), 0.0);
    EXPECT_GT(predicted_ms(plan_of({{1000, {1, 1}}})), predicted_ms(plan_of({{10, {1, 1}}})));
}

TEST(TransposeKernelPlan, PrintsMethodModesAndStrides) {
    EXPECT_EQ(to_string(plan_of({{48, {160, 1}}, {5, {32, 48}}, {32, {1, 240}}})),
              "tiled 48x5x32 in 160,32,1 out 1,48,240");
    EXPECT_EQ(to_string(plan_of({{4, {1, 1}}})), "copy 4 in 1 out 1");
    EXPECT_EQ(to_string(plan_of({})), "copy scalar");
    EXPECT_EQ(to_string(plan_of({{0, {1, 1}}})), "copy nothing");
    EXPECT_EQ(to_string(plan_transpose_kernel(
                  make_transpose_problem(DType::complex64, true, {{4, {1, 1}}}))),
              "copy 4 in 1 out 1 conjugated");
}

}  // namespace
}  // namespace ttgt
