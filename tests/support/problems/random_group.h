// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/groups.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/guarded_array.h"
#include "tests/support/random.h"

namespace ttgt::test {

/// Contractions of one expression with extents and strides of their own.
struct RandomGroup {
    std::string text;
    std::vector<std::vector<std::string>> labels;     ///< of D, L and, with two inputs, R
    std::vector<bool> conjugated;                     ///< of the inputs
    std::vector<std::vector<GuardedArray>> problems;  ///< the operands of each, D first
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
};

[[nodiscard]] RandomGroup draw_group(std::uint64_t seed);

/// Dtypes and layouts, as plan_contractions() takes them.
[[nodiscard]] std::vector<std::vector<OperandLayout>> operands_of(const RandomGroup& group);

/// Plans a group, runs the plan, and leaves the results in the outputs of the problems. Says what
/// went wrong beside their values.
using GroupRun = std::function<testing::AssertionResult(RandomGroup&)>;

/// Calls `run` and compares each problem with the reference; guards and inputs must be as before.
[[nodiscard]] testing::AssertionResult check_group_run(RandomGroup group, const GroupRun& run);

}  // namespace ttgt::test
