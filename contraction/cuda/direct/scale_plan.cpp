// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/scale_plan.h"

namespace ttgt::cuda {

DirectKernelPlan plan_scale_kernel(const ScaleStep& step, const Architecture& gpu) {
    DirectStep nothing;
    nothing.dtypes = {step.dtype, step.dtype, step.dtype};
    for (const Mode<1>& mode : step.modes) {
        nothing.outputs.push_back({mode.extent, {mode.strides[0], 0, 0}});
    }
    nothing.sums.push_back({0, {0, 0, 0}});
    return plan_direct_kernel(nothing, gpu, 0);
}

}  // namespace ttgt::cuda
