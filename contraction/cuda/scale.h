// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include "contraction/cuda/direct_plan.h"

namespace ttgt::cuda {

/// The plan of a ScaleStep: a sum of nothing.
[[nodiscard]] DirectKernelPlan plan_scale_kernel(const ScaleStep& step, const Architecture& gpu);

/// Enqueues out = beta * out on a stream of the current device: one kernel, no allocation on it, no
/// wait. beta = 0 writes zeros and reads nothing. Throws DeviceError.
void run_scale(const ScaleStep& step, const Scalar& beta, void* out, Stream stream);

}  // namespace ttgt::cuda
