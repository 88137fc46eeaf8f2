// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include "transpose/backend.h"
#include "transpose/cuda/plan/kernel_plan.h"

namespace ttgt::cuda {

/// Enqueues out = alpha * conj?(perm(in)) + beta * out on a stream of the device, as one kernel.
/// `in` and `out` are pointers that the device can access, aligned to an element. Throws
/// DeviceError.
void run_transpose(const CudaKernelPlan& plan, Scalar alpha, const void* in, Scalar beta, void* out,
                   int device, Stream stream);

/// The plan with the tile that ran fastest among the few that are predicted to be the cheapest.
/// Each is run in order on the stream, on memory that this function allocates, as large as both
/// tensors. Throws OutOfMemory or DeviceError.
[[nodiscard]] MeasuredKernelPlan measure_transpose(const TransposeProblem& problem,
                                                   const Architecture& gpu, int device,
                                                   Stream stream);

}  // namespace ttgt::cuda
