// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contraction/cuda/emulated/emulated_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::cuda {

/// The plan with the library's algorithms for its products; `plan` itself may have them already.
/// Throws Unsupported where the library has none; OutOfMemory, DeviceError.
[[nodiscard]] std::shared_ptr<const EmulatedPlan> prepared(const EmulatedPlan& plan, int device);

/// Enqueues D = alpha * sum op(L) * op(R) + beta * D on resources.stream, a stream of the current
/// device. Nothing is allocated or waited for; it can be captured. `l` and `r` are the step's
/// inputs; resources.scratch points to plan.scratch.bytes bytes. The same plan and values give the
/// same bits. Precondition: the plan is prepared. Throws DeviceError.
void run_emulated(const EmulatedPlan& plan, const Scalars& scalars, const void* l, const void* r,
                  void* d, const Resources& resources);

}  // namespace ttgt::cuda
