// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <vector>

#include "transpose/cuda/kernel_plan.h"

namespace ttgt::cuda {

/// The kernel plans of transposes on one device, made once each: the candidates of a contraction
/// share most of theirs. Thread-safe.
class KernelMemo {
public:
    /// Throws as plan_transpose_kernel().
    [[nodiscard]] TransposeKernelPlan plan(const TransposeProblem& problem,
                                           const Architecture& gpu);

private:
    std::mutex mutex_;
    std::vector<TransposeKernelPlan> plans_;
};

}  // namespace ttgt::cuda
