// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/reduce_plan.h"

namespace ttgt::cuda {

ReduceKernelPlan plan_reduce_kernel(const ReduceStep& step, const Architecture& gpu,
                                    std::int64_t scratch_limit) {
    return plan_shape(make_shape(step), gpu, scratch_limit);
}

}  // namespace ttgt::cuda
