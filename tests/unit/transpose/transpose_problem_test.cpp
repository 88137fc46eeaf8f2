// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "transpose/transpose_problem.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

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

}  // namespace
}  // namespace ttgt
