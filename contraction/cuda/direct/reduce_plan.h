// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/cuda/direct/direct_plan.h"

namespace ttgt::cuda {

/// How a GPU does out = alpha * sum conj?(in) + beta * out: a Direct step without a second input.
using ReduceKernelPlan = DirectKernelPlan;

/// As plan_direct_kernel().
[[nodiscard]] ReduceKernelPlan plan_reduce_kernel(const ReduceStep& step, const Architecture& gpu,
                                                  std::int64_t scratch_limit);

}  // namespace ttgt::cuda
