// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/dtype.h>

#include <array>
#include <vector>

#include "contraction/execute/backend.h"
#include "contraction/plan/plan.h"

namespace ttgt {

/// The arguments of one run of a plan.
struct Execution {
    std::array<char*, 4> bases{};  ///< addresses of D, L, R and the workspace; L, R are only read
    Scalar alpha{1.0, 0.0};        ///< factor of the product, without the expression's literals
    Scalar beta{0.0, 0.0};         ///< factor of the old D
    Resources resources;  ///< threads and stream; `scratch` is ignored: it is part of the workspace
};

/// Runs the plan's steps in order, and tells `timer`, if not null, of each step. Allocates nothing
/// if `timer` is null. Before each step, throws Interrupted if the function of the calling thread's
/// InterruptScope returns true.
void execute(const Plan& plan, const Backend& backend, const Execution& execution,
             StepTimer* timer = nullptr);

}  // namespace ttgt
