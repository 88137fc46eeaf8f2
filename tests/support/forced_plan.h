// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "contraction/plan/candidate.h"
#include "tests/support/check_contraction.h"
#include "tests/support/problems/random_problem.h"

namespace ttgt::test {

/// The problem as planners see it; steps of programs may convert 16-bit elements.
[[nodiscard]] Problem bound(const TestProblem& problem);

/// Every candidate of `auto`, also those that the workspace limit or the estimate rules out or that
/// only other devices try (padded matrices and reordered inputs among them), or the one where there
/// is no choice.
[[nodiscard]] std::vector<Candidate> every_candidate(const Context& context, const Problem& problem,
                                                     std::int64_t limit);

/// The plan that a candidate makes on the context's device.
[[nodiscard]] ContractionPlan forced_plan(const Context& context, const Problem& problem,
                                          const Candidate& candidate);

/// Checks the problem with every candidate in turn, as the options say, whose limit is also the
/// enumeration's; `count` becomes their number.
[[nodiscard]] testing::AssertionResult check_every_candidate(const TestProblem& problem,
                                                             CheckOptions options,
                                                             std::size_t& count);

}  // namespace ttgt::test
