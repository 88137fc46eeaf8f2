// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/cuda/generated/generated_shape.h"
#include "src/core/kernel_key.h"

namespace ttgt::cuda {

/// Which variant of its problem a shape is.
[[nodiscard]] KernelKey key_of(const GeneratedShape& shape);

/// Lines of text that name all that the fastest variant depends on: the words "generated kernel",
/// the problem as an expression, `device`, then the problem's labels, tensors and stages.
[[nodiscard]] std::string problem_key(const GeneratedProblem& problem, const std::string& device);

}  // namespace ttgt::cuda
