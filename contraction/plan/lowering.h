// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "contraction/plan/machine.h"
#include "contraction/plan/plan.h"

namespace ttgt {

/// Lowers a candidate to steps with their price, loops and workspace offsets. The candidate is one
/// its strategy found valid for the problem, and fits the workspace limit. How the device's library
/// does the matrix products is left to plan_products().
[[nodiscard]] Plan lower(const Problem& problem, Candidate chosen, const Machine& machine,
                         std::int64_t workspace_limit);

/// The same plan by each other kernel that the device has for its Direct step, the likeliest first.
[[nodiscard]] std::vector<Plan> with_other_kernels(const Plan& plan, const Machine& machine,
                                                   std::int64_t workspace_limit);

/// The same plan by each of at most `most` kernels written for its Direct step, the likeliest
/// first.
[[nodiscard]] std::vector<Plan> with_generated_kernels(const Plan& plan, const Machine& machine,
                                                       std::size_t most);

/// Compiles the generated kernels of these plans, as far as so many seconds allow.
void compile_generated(const std::vector<Plan*>& plans, const Machine& machine, double seconds);
/// Whether the plan runs a generated kernel that is not compiled.
[[nodiscard]] bool lacks_kernel(const Plan& plan);

/// Plans the matrix products of a plan that is to run, compiles its generated kernel and completes
/// its transposes: the last things that it lacks. Throws Unsupported where the device's library
/// cannot do one.
void plan_products(Plan& plan, const Machine& machine, std::int64_t workspace_limit);

}  // namespace ttgt
