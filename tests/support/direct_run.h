// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include "contraction/cpu/cpu_backend.h"
#include "contraction/execute/execute.h"
#include "tests/support/problems/direct_problems.h"
#include "tests/support/test_tensors.h"

namespace ttgt::test {

/// D after Direct on CPUs, in the workspace that its plan asks for, or in none: then blocks are on
/// the stack.
[[nodiscard]] inline GuardedArray run_direct(const TestProblem& problem, const TestTensors& tensors,
                                             int threads, bool has_workspace) {
    const Plan plan = direct_plan(problem, threads);
    GuardedArray d = tensors.before;
    Execution execution = execution_of(problem, tensors, d);
    execution.resources.threads = threads;
    const auto workspace = allocate_host(plan.chosen.workspace_bytes);
    if (has_workspace) execution.bases[3] = static_cast<char*>(workspace.get());
    execute(plan, cpu::backend(), execution);
    return d;
}

}  // namespace ttgt::test
