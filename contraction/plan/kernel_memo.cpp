// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/kernel_memo.h"

#include <algorithm>

namespace ttgt {

SharedKernelPlan KernelMemo::plan(const TransposeProblem& problem, const Make& make) {
    const std::lock_guard lock(mutex_);
    const auto known =
        std::find_if(plans_.begin(), plans_.end(),
                     [&](const SharedKernelPlan& plan) { return plan->problem == problem; });
    if (known != plans_.end()) return *known;
    return plans_.emplace_back(make(problem));
}

}  // namespace ttgt
