// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/kernel_memo.h"

#include <algorithm>

namespace ttgt {
namespace {

/// Different problems may have equal hashes.
std::uint64_t hash_of_problem(const TransposeProblem& problem) {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    auto hash = static_cast<std::uint64_t>(problem.dtype);
    const auto add = [&](std::int64_t number) {
        hash = (hash ^ static_cast<std::uint64_t>(number)) * odd;
        hash ^= hash >> 32U;
    };
    for (const Mode<2>& mode : problem.modes) {
        add(mode.extent);
        for (const std::int64_t stride : mode.strides) add(stride);
    }
    return hash;
}

}  // namespace

SharedKernelPlan KernelMemo::plan(const TransposeProblem& problem, const Make& make) {
    const std::uint64_t hash = hash_of_problem(problem);
    const std::lock_guard lock(mutex_);
    const auto [begin, end] = plans_.equal_range(hash);
    const auto known = std::find_if(
        begin, end, [&](const auto& entry) { return entry.second->problem == problem; });
    if (known != end) return known->second;
    return plans_.emplace(hash, make(problem))->second;
}

}  // namespace ttgt
