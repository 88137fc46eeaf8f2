// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "transpose/kernel_plan.h"

namespace ttgt {

/// The kernel plans of transposes on one machine, made once each: the candidates of a contraction
/// share most of theirs. Thread-safe.
class KernelMemo {
public:
    using Make = std::function<SharedKernelPlan(const TransposeProblem&)>;

    /// The plan that `make` made of the problem first; throws as it does.
    [[nodiscard]] SharedKernelPlan plan(const TransposeProblem& problem, const Make& make);

private:
    std::mutex mutex_;
    std::vector<SharedKernelPlan> plans_;
};

}  // namespace ttgt
