// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/gett/kernels/gett_kernel.cuh"
#include "contraction/cuda/direct/gett/kernels/gett_widths.h"
#include "contraction/cuda/direct/kernels/enqueue.cuh"
#include "src/runtime/cuda/kernels/shared_memory.h"

namespace ttgt::cuda {

/// Enqueues one GETT kernel.
template <class T, ComputeType compute, class Tile, int vector_l, int vector_r>
void enqueue_gett(const DirectLaunch& launch, const GettArguments& arguments,
                  const DirectCall& call, Stream stream) {
    constexpr auto kernel = gett_kernel<T, compute, Tile, vector_l, vector_r>;
    // Each kernel has a grant of its own.
    static SharedMemoryGrant grant;
    grant.on_current_device(reinterpret_cast<const void*>(kernel));
    enqueue_kernel<T>(kernel, launch, arguments, call, stream);
}

/// Enqueues the GETT kernel for the launch's tile, which is number `index` or a later one of
/// `tiles`, and for its widths of copies.
template <class T, ComputeType compute, auto& tiles, int index = 0>
void enqueue_tile(const DirectLaunch& launch, const GettArguments& arguments,
                  const DirectCall& call, Stream stream) {
    if constexpr (index < count_of(tiles)) {
        if (launch.policy != index) {
            return enqueue_tile<T, compute, tiles, index + 1>(launch, arguments, call, stream);
        }
        using Tile = GettTileOf<tiles, index>;
        visit_widths<T>(arguments, [&](auto l, auto r) {
            enqueue_gett<T, compute, Tile, decltype(l)::value, decltype(r)::value>(
                launch, arguments, call, stream);
        });
    }
}

}  // namespace ttgt::cuda
