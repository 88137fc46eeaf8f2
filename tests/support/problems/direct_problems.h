// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "contraction/execute/backend.h"
#include "contraction/execute/execute.h"
#include "contraction/plan/plan.h"
#include "tests/support/problems/case_problem.h"
#include "tests/support/problems/contraction_shapes.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {

/// Small ones of every kind that the CUDA kernels of Direct distinguish, with awkward extents.
[[nodiscard]] std::vector<Shape> small_direct_cases();
/// Some hundreds of thousands of outputs, or sums as long.
[[nodiscard]] std::vector<Shape> large_direct_cases();

/// The case with these dtypes; the seed decides on conjugation, alpha and beta too.
[[nodiscard]] TestProblem direct_problem(const Shape& given, const DTypeMix& dtypes,
                                         std::uint64_t seed);
/// A random problem of any labels and strides whose alpha is not 0.
[[nodiscard]] TestProblem draw_direct_problem(std::uint64_t seed, std::int64_t max_multiply_adds);

/// The problem's plan for so many threads where nothing but Direct, Reduce or Scale is allowed.
[[nodiscard]] Plan direct_plan(const TestProblem& problem, int threads = 1);

/// What runs a plan of the problem on these tensors, D being `d`.
[[nodiscard]] Execution execution_of(const TestProblem& problem, const TestTensors& tensors,
                                     GuardedArray& d);
/// Whether D is what the reference makes of the tensors, and nothing around it was written.
[[nodiscard]] testing::AssertionResult check_result(const TestProblem& problem,
                                                    const TestTensors& tensors,
                                                    const GuardedArray& d);

}  // namespace ttgt::test
