// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include "contraction/cuda/direct/reduce_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::cuda {

/// Enqueues out = alpha * sum conj?(in) + beta * out; all else as run_direct().
void run_reduce(const ReduceKernelPlan& plan, const Scalars& scalars, const void* in, void* out,
                void* scratch, Stream stream);

}  // namespace ttgt::cuda
