// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "contraction/cuda/direct/direct_plan.h"
#include "contraction/execute/backend.h"

namespace ttgt::cuda {

/// The addresses of one launch; alpha and beta; whether the inputs are read at all.
struct DirectCall {
    const void* l = nullptr;
    const void* r = nullptr;
    void* d = nullptr;
    Scalars scalars;
    bool reads_inputs = true;
};

/// The launch of a pass that suits the call's pointers.
[[nodiscard]] inline const DirectLaunch& choose_launch(const DirectPass& pass,
                                                       const DirectCall& call) {
    const auto is_aligned = [](const void* pointer, std::int64_t bytes) {
        return reinterpret_cast<std::uintptr_t>(pointer) % static_cast<std::uintptr_t>(bytes) == 0;
    };
    const auto& [d, l, r] = pass.fast.alignment;
    const bool aligned = is_aligned(call.d, d) && is_aligned(call.l, l) && is_aligned(call.r, r);
    return aligned ? pass.fast : pass.plain;
}

/// Throws InvalidArgument.
[[noreturn]] void refuse_without_scratch(const DirectKernelPlan& plan);

/// Calls enqueue(launch, call) for the launches of a plan in turn.
template <class Enqueue>
void for_each_launch(const DirectKernelPlan& plan, const Scalars& scalars, const void* l,
                     const void* r, void* d, void* scratch, const Enqueue& enqueue) {
    if (plan.is_empty) return;
    if (plan.swapped) std::swap(l, r);
    const DirectCall whole{l, r, d, scalars, !plan.sums_nothing};
    if (!plan.split_reduction) return enqueue(choose_launch(plan.main, whole), whole);
    if (scratch == nullptr) refuse_without_scratch(plan);
    const DirectCall first{l, r, scratch, {1.0, 0.0}, true};
    enqueue(choose_launch(plan.main, first), first);
    const DirectCall second{scratch, nullptr, d, scalars, true};
    enqueue(choose_launch(*plan.split_reduction, second), second);
}

}  // namespace ttgt::cuda
