// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/scale.h"

#include "contraction/cuda/direct.h"

namespace ttgt::cuda {

void run_scale(const ScaleStep& step, const Scalar& beta, void* out, Stream stream) {
    // Nothing of the device but its name for predictions goes into this plan.
    run_direct(plan_scale_kernel(step, sm_90()), {0.0, beta}, nullptr, nullptr, out, nullptr,
               stream);
}

}  // namespace ttgt::cuda
