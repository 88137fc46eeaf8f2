// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "contraction/cuda/emulated/emulated_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::test {

/// What emulate_int8() did.
struct EmulatedResult {
    std::string error;  ///< what went wrong; or nothing
    int moduli = 0;     ///< the number that the kernels chose, for the last products
};

/// Runs the kernels of a plan of INT8 products block by block, and its products by plain loops. `l`
/// and `r` are the step's inputs. `scratch` grows to what the plan needs; it may hold planes that
/// an earlier run left.
[[nodiscard]] EmulatedResult emulate_int8(const cuda::EmulatedPlan& plan, const Scalars& scalars,
                                          const void* l, const void* r, void* d,
                                          std::vector<std::byte>& scratch);

}  // namespace ttgt::test
