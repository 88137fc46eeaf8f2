// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

#include "src/reference/reference.h"
#include "tests/support/placement.h"
#include "tests/support/problems/random_problem.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {

/// Which public function computes.
enum class Entry { run, profile, contract };

using PlanMaker = std::function<ContractionPlan(Context& context, const TestProblem& problem)>;

struct CheckOptions {
    /// Of the plans; Entry::contract takes the context's.
    std::int64_t workspace_limit = unlimited;
    int threads = 1;  ///< of the context that a check makes
    std::string strategy = "auto";
    Planning planning = Planning::heuristic;
    Entry entry = Entry::run;
    Fill fill = Fill::reals;
    reference::CompareOptions compare{};
    Site site{};            ///< without a context each check makes one on the CPU
    PlanMaker make_plan{};  ///< plans instead of plan_contraction, if set; not for Entry::contract
};

/// The scalars of a problem, and a workspace.
[[nodiscard]] RunOptions run_options_for(const TestProblem& problem, const Workspace& workspace);
/// Plans as the options say.
[[nodiscard]] ContractionPlan plan_for(Context& context, const TestProblem& problem,
                                       const CheckOptions& options);

/// Computes tensors.d through the public functions. The workspace has exactly the bytes that the
/// plan asks for. Fails where the plan asks for more than the limit or writes beyond its workspace.
[[nodiscard]] testing::AssertionResult compute(const TestProblem& problem, TestTensors& tensors,
                                               const CheckOptions& options);

/// Compares a computed tensors.d with the reference; nothing around its elements may have changed.
[[nodiscard]] testing::AssertionResult agrees_with_reference(const TestProblem& problem,
                                                             const TestTensors& tensors,
                                                             const CheckOptions& options = {});

/// Computes and compares with the reference; guards and inputs must be as before.
[[nodiscard]] testing::AssertionResult check_contraction(const TestProblem& problem,
                                                         const CheckOptions& options);
/// The same on tensors that are filled.
[[nodiscard]] testing::AssertionResult check_contraction(const TestProblem& problem,
                                                         const TestTensors& tensors,
                                                         const CheckOptions& options);

}  // namespace ttgt::test
