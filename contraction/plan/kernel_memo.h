// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <unordered_map>

#include "transpose/kernel_plan.h"

namespace ttgt {

/// Keeps the kernel plans of transposes on one machine, so that each is made only once: many
/// candidates of a contraction need the same transposes, and a contraction of blocks needs
/// thousands of them. Thread-safe.
class KernelMemo {
public:
    using Make = std::function<SharedKernelPlan(const TransposeProblem&)>;

    /// The kept plan of the problem. If there is none, calls `make` and keeps its result. Throws
    /// what `make` throws.
    [[nodiscard]] SharedKernelPlan plan(const TransposeProblem& problem, const Make& make);

private:
    std::mutex mutex_;
    std::unordered_multimap<std::uint64_t, SharedKernelPlan> plans_;  // by hashes of their problems
};

}  // namespace ttgt
