// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/cuda/emulated/emulated_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::test {

/// Runs the kernels of a plan of INT8 products block by block, and its products by plain loops;
/// returns what went wrong, or nothing. `l` and `r` are the step's inputs.
[[nodiscard]] std::string emulate_int8(const cuda::EmulatedPlan& plan, const Scalars& scalars,
                                       const void* l, const void* r, void* d);

}  // namespace ttgt::test
