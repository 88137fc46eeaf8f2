// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/direct_plan.h"

namespace ttgt::cuda {

/// The plan of a ScaleStep: a sum of nothing, run with alpha = 0. beta = 0 writes zeros and reads
/// nothing.
[[nodiscard]] DirectKernelPlan plan_scale_kernel(const ScaleStep& step, const Architecture& gpu);

}  // namespace ttgt::cuda
