// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/problems/contraction_shapes.h"
#include "tests/support/problems/random_problem.h"

namespace ttgt::test {

/// A contraction and how to plan it.
struct ContractionCase {
    TestProblem problem;
    std::string strategy = "auto";
    std::int64_t workspace_limit = unlimited;
};

/// Every kind of step, loops and slices, scalars and dtypes; D is overwritten, so that a run can be
/// repeated.
[[nodiscard]] std::vector<ContractionCase> overwriting_cases();
/// The same, adding to D.
[[nodiscard]] std::vector<ContractionCase> adding_cases();

/// Shapes of two inputs at the borders: extents of 0 and 1, scalars, rank 8, diagonals.
[[nodiscard]] std::vector<Shape> border_shapes();

/// Of one input: transposes, sums, diagonals and copies, every one in every fitting dtype.
[[nodiscard]] std::vector<TestProblem> unary_problems();

}  // namespace ttgt::test
