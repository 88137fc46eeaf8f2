// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/emulated/emulated_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::cuda {

/// Enqueues D = alpha * sum op(L) * op(R) + beta * D on resources.stream, a stream of `device`,
/// which is the current one. Nothing is allocated or waited for; it can be captured. `l` and `r`
/// are the step's inputs; resources.scratch points to plan.scratch.bytes bytes. The same plan and
/// values give the same bits. Throws DeviceError.
void run_emulated(const EmulatedPlan& plan, const Scalars& scalars, const void* l, const void* r,
                  void* d, int device, const Resources& resources);

}  // namespace ttgt::cuda
