// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::cuda {

/// Enqueues D = alpha * sum op(L) * op(R) + beta * D on a stream of the current device: one or two
/// kernels, no allocation, no wait. `scratch` has plan.scratch_bytes bytes, and nothing else uses
/// them meanwhile. The pointers are aligned to an element; D may be an input where nothing is
/// summed and the layouts agree; `r` is null for a plan of one input. The same plan and values give
/// the same bits. beta = 0 does not read D. Throws InvalidArgument where scratch memory is missing,
/// DeviceError.
void run_direct(const DirectKernelPlan& plan, const Scalars& scalars, const void* l, const void* r,
                void* d, void* scratch, Stream stream);

}  // namespace ttgt::cuda
