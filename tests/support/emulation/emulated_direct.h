// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::test {

/// Runs the launches of a plan on the CPU, as emulate_move() does those of a transpose. Empty, or
/// what a device would not have allowed.
[[nodiscard]] std::string emulate_direct(const cuda::DirectKernelPlan& plan, const Scalars& scalars,
                                         const void* l, const void* r, void* d, void* scratch);

}  // namespace ttgt::test
