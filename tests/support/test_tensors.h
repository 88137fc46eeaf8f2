// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "src/reference/reference.h"
#include "tests/support/guarded_array.h"
#include "tests/support/problems/random_problem.h"

namespace ttgt::test {

enum class Fill { reals, integers };

/// The tensors of a problem, filled.
struct TestTensors {
    GuardedArray d;
    GuardedArray before;  ///< D as it was filled
    std::vector<GuardedArray> inputs;
};

/// Fills from the problem's seed. What must not be read is full of NaNs: D where beta is 0, the
/// inputs where alpha is 0.
[[nodiscard]] TestTensors make_tensors(const TestProblem& problem, Fill fill);

/// The problem as the reference takes it; views of `inputs`.
[[nodiscard]] reference::Problem reference_problem(const TestProblem& problem,
                                                   const std::vector<GuardedArray>& inputs);

}  // namespace ttgt::test
