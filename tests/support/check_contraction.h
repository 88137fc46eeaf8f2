// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

#include "src/reference/reference.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {

/// Which public function computes.
enum class Entry { run, profile, contract };

struct CheckOptions {
    std::int64_t workspace_limit = unlimited;
    int threads = 1;
    std::string strategy = "auto";
    Entry entry = Entry::run;
    Fill fill = Fill::reals;
    reference::CompareOptions compare{};
    /// Computes instead of the public functions, if set.
    std::function<void(const TestProblem& problem, TestTensors& tensors)> compute{};
};

/// Computes tensors.d through the public functions. The workspace has exactly the bytes that the
/// plan asks for. Fails where the plan asks for more than the limit or writes beyond its workspace.
[[nodiscard]] testing::AssertionResult compute(const TestProblem& problem, TestTensors& tensors,
                                               const CheckOptions& options);

/// Computes and compares with the reference; guards and inputs must be as before.
[[nodiscard]] testing::AssertionResult check_contraction(const TestProblem& problem,
                                                         const CheckOptions& options);

}  // namespace ttgt::test
