// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/dtype.h>

#include "transpose/backend.h"
#include "transpose/cuda/plan/kernel_plan.h"

namespace ttgt::cuda {

/// Enqueues out = alpha * conj?(perm(in)) + beta * out on a stream of the device: one kernel. The
/// pointers are in the device's reach and aligned to an element. Throws DeviceError.
void run_transpose(const CudaKernelPlan& plan, Scalar alpha, const void* in, Scalar beta, void* out,
                   int device, Stream stream);

/// The plan whose candidate was the fastest of the likeliest few, each run on memory of the
/// planner's own, as large as the tensors, in order on the stream. Throws OutOfMemory.
[[nodiscard]] MeasuredKernelPlan measure_transpose(const TransposeProblem& problem,
                                                   const Architecture& gpu, int device,
                                                   Stream stream);

}  // namespace ttgt::cuda
