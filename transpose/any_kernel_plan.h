// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "transpose/cpu/kernel_plan.h"
#include "transpose/cuda/kernel_plan.h"

namespace ttgt {

/// How the device that will run it moves the elements of a transpose.
using AnyKernelPlan = std::variant<TransposeKernelPlan, cuda::TransposeKernelPlan>;

[[nodiscard]] const TransposeProblem& problem_of(const AnyKernelPlan& plan);
[[nodiscard]] double predicted_ms(const AnyKernelPlan& plan);
[[nodiscard]] const char* method_of(const AnyKernelPlan& plan);
/// The tile that the method moves at a time.
[[nodiscard]] std::string parameters_of(const AnyKernelPlan& plan);
[[nodiscard]] std::string explain(const AnyKernelPlan& plan);
/// "tiled 48x5x32 in 160,32,1 out 1,48,240": method, extents and strides of the merged modes.
[[nodiscard]] std::string to_string(const AnyKernelPlan& plan);

}  // namespace ttgt
