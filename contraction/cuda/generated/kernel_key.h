// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/cuda/generated/generated_shape.h"

namespace ttgt::cuda {

/// All that tells variants of one problem apart, in one line.
[[nodiscard]] std::string shape_text(const GeneratedShape& shape);

/// All that the fastest variant depends on, as lines: what is kept, the problem in words, `device`,
/// then the problem's labels, tensors and stages.
[[nodiscard]] std::string kernel_key(const GeneratedProblem& problem, const std::string& device);

}  // namespace ttgt::cuda
