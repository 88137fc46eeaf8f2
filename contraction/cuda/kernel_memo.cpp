// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/kernel_memo.h"

#include <algorithm>

namespace ttgt::cuda {

TransposeKernelPlan KernelMemo::plan(const TransposeProblem& problem, const Architecture& gpu) {
    const std::lock_guard lock(mutex_);
    const auto known =
        std::find_if(plans_.begin(), plans_.end(),
                     [&](const TransposeKernelPlan& plan) { return plan.problem == problem; });
    if (known != plans_.end()) return *known;
    return plans_.emplace_back(plan_transpose_kernel(problem, gpu));
}

}  // namespace ttgt::cuda
