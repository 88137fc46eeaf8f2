// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "blocks/cuda/pairs/pairs_kernel.cuh"
#include "blocks/cuda/pairs/pairs_launch.h"
#include "transpose/cuda/grouped/grouped_scalars.cuh"

namespace ttgt::cuda {

/// Bytes of shared memory of a launch, without the kernel's static arrays.
template <class Out, int policy>
inline constexpr std::int64_t pairs_shared_bytes =
    2 * sizeof(PairsStage<pairs_policies[policy], ComputeOf<Out>>);

template <class Out>
Scale<ComputeOf<Out>> pairs_finish(const PairsScalars& scalars) {
    using Scalars = GroupedScalar<ComputeOf<Out>>;
    return {Scalars::of(scalars.alpha), Scalars::of(scalars.beta), false, true,
            scalars.beta != Scalar{}};
}

/// Calls visit(Out{}, policy) with D's element type and the number of a policy as a type.
template <class Visit>
void visit_pairs(DType dtype, int policy, Visit visit) {
    visit_grouped(dtype, dtype, [&](auto, auto out) {
        if (policy == 0) return visit(out, std::integral_constant<int, 0>{});
        visit(out, std::integral_constant<int, 1>{});
    });
}

}  // namespace ttgt::cuda
