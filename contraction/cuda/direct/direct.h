// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::cuda {

/// Enqueues D = alpha * sum op(L) * op(R) + beta * D on `stream`, a stream of the current device.
/// At most two kernels are launched; nothing is allocated or waited for. `l`, `r`, `d` and
/// `scratch` are device pointers, each aligned to an element of its operand; `r` is null for a plan
/// of one input. `scratch` points to plan.scratch_bytes bytes that nothing else uses until the
/// kernels have ended. D may be an input where nothing is summed and their layouts agree. beta = 0
/// does not read D. The same plan and values give the same bits. Throws InvalidArgument where the
/// plan needs scratch memory and `scratch` is null, DeviceError where a launch fails.
void run_direct(const DirectKernelPlan& plan, const Scalars& scalars, const void* l, const void* r,
                void* d, void* scratch, Stream stream);

}  // namespace ttgt::cuda
