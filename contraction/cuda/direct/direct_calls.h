// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "contraction/cuda/direct/direct_call.h"
#include "contraction/cuda/direct/direct_plan.h"

namespace ttgt::cuda {

/// The launch of a pass for a call: pass.fast where the call's three pointers have the alignment
/// that it needs, else pass.plain.
[[nodiscard]] inline const DirectLaunch& choose_launch(const DirectPass& pass,
                                                       const DirectCall& call) {
    const auto is_aligned = [](const void* pointer, std::int64_t bytes) {
        return reinterpret_cast<std::uintptr_t>(pointer) % static_cast<std::uintptr_t>(bytes) == 0;
    };
    const auto& [d, l, r] = pass.fast.alignment;
    const bool aligned = is_aligned(call.d, d) && is_aligned(call.l, l) && is_aligned(call.r, r);
    return aligned ? pass.fast : pass.plain;
}

/// Throws InvalidArgument, which says that `plan` needs scratch memory and none was given.
[[noreturn]] void refuse_without_scratch(const DirectKernelPlan& plan);

/// Calls enqueue(launch, call) for each launch of a plan, in order: none where D is empty; two
/// where sums are split, the first into `scratch`, the second from there to D; else one. `l` and
/// `r` are the step's inputs; a call has them as the kernels take them. Throws InvalidArgument
/// where sums are split and `scratch` is null.
template <class Enqueue>
void for_each_launch(const DirectKernelPlan& plan, const Scalars& scalars, const void* l,
                     const void* r, void* d, void* scratch, const Enqueue& enqueue) {
    if (plan.is_empty) return;
    if (plan.swapped) std::swap(l, r);
    const DirectCall unsplit{l, r, d, scalars, !plan.sums_nothing};
    if (!plan.split_reduction) return enqueue(choose_launch(plan.main, unsplit), unsplit);
    if (scratch == nullptr) refuse_without_scratch(plan);
    const DirectCall first{l, r, scratch, {1.0, 0.0}};
    enqueue(choose_launch(plan.main, first), first);
    const DirectCall second{scratch, nullptr, d, scalars};
    enqueue(choose_launch(*plan.split_reduction, second), second);
}

}  // namespace ttgt::cuda
