// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "operators/evaluation_kernel.h"

namespace ttgt::cuda {

/// Kernels generated for the problem on the context's GPU. Throws Unsupported where the library was
/// built without CUDA or NVRTC is missing.
[[nodiscard]] std::shared_ptr<const EvaluationKernel> make_evaluation_kernel(
    const Context& context, const OperatorProblem& problem);

}  // namespace ttgt::cuda
