// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "operators/evaluation_kernel.h"

namespace ttgt::cuda {

/// Kernels generated for the problem on the context's GPU. Throws Unsupported where the library was
/// built without CUDA or NVRTC is missing.
[[nodiscard]] std::shared_ptr<const EvaluationKernel> make_evaluation_kernel(
    const Context& context, const OperatorProblem& problem);

/// Milliseconds of what `work` enqueues on the stream; waits for its end. Throws DeviceError.
[[nodiscard]] double time_on_device(int device, Stream stream, const std::function<void()>& work);

}  // namespace ttgt::cuda
