// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <array>
#include <vector>

#include "contraction/execute/backend.h"
#include "contraction/plan/plan.h"

namespace ttgt {

/// One run of a plan: where the operands are, and the scalars as the caller gave them.
struct Execution {
    std::array<char*, 4> bases{};  ///< D, L, R, workspace; L and R are only read
    Scalar alpha{1.0, 0.0};
    Scalar beta{0.0, 0.0};
    Resources resources;  ///< scratch excepted: it is in the workspace
};

/// Runs the plan's steps in order. alpha = 0 scales D and reads no input. Allocates nothing without
/// a timer. Throws Interrupted before a step that the calling thread's InterruptScope does not
/// want.
void execute(const Plan& plan, const Backend& backend, const Execution& execution,
             StepTimer* timer = nullptr);

}  // namespace ttgt
