// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "contraction/plan/machine.h"
#include "contraction/plan/plan.h"

namespace ttgt {

/// Lowers a candidate to a plan: steps with their predicted cost, loops, and places in the
/// workspace. Preconditions: a strategy found the candidate valid for the problem, and its
/// intermediates fit `workspace_limit` bytes. The plan cannot run before plan_products() completes
/// it.
[[nodiscard]] Plan lower(const Problem& problem, Candidate chosen, const Machine& machine,
                         std::int64_t workspace_limit);

/// Copies of a plan that is one Direct step, with each kernel that the device could use instead,
/// the fastest by prediction first. Empty for any other plan.
[[nodiscard]] std::vector<Plan> with_other_kernels(const Plan& plan, const Machine& machine,
                                                   std::int64_t workspace_limit);

/// At most `most` copies of a plan that is one Direct step, each with a kernel generated for the
/// step, the fastest by prediction first. The kernels are not compiled. Empty for any other plan.
[[nodiscard]] std::vector<Plan> with_generated_kernels(const Plan& plan, const Machine& machine,
                                                       std::size_t most);

/// Compiles the generated kernels of these plans in their order. No compilation is begun after
/// `seconds` seconds.
void compile_generated(const std::vector<Plan*>& plans, const KernelPreparation& preparation,
                       double seconds);
/// Whether the plan's kernel is a generated one that is not compiled yet.
[[nodiscard]] bool lacks_kernel(const Plan& plan);

/// Completes a plan so that it can run: asks the device's library how it does the matrix products,
/// compiles a generated kernel, and completes the transposes. Throws Unsupported where the library
/// cannot do a product or a kernel cannot be compiled.
void plan_products(Plan& plan, const KernelPreparation& preparation, std::int64_t workspace_limit);

}  // namespace ttgt
