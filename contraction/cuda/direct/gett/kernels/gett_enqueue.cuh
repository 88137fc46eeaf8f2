// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/cuda/direct/gett/kernels/gett_kernel.cuh"
#include "contraction/cuda/direct/gett/kernels/gett_updates.h"
#include "contraction/cuda/direct/gett/kernels/gett_widths.h"
#include "contraction/cuda/direct/kernels/enqueue.cuh"
#include "src/runtime/cuda/kernels/shared_memory.h"

namespace ttgt::cuda {

/// Enqueues one GETT kernel.
template <class T, ComputeType compute, class Tile, int vector_l, int vector_r, bool reads_old>
void enqueue_gett(const DirectLaunch& launch, const GettArguments& arguments,
                  const DirectCall& call, Stream stream) {
    constexpr auto kernel = gett_kernel<T, compute, Tile, vector_l, vector_r, reads_old>;
    // Each kernel has a grant of its own.
    static SharedMemoryGrant grant;
    grant.on_current_device(reinterpret_cast<const void*>(kernel));
    enqueue_kernel<T>(kernel, launch, arguments, call, stream);
}

/// Enqueues the GETT kernel for a tile, for the launch's widths of copies and for when the call
/// reads old elements of D.
template <class T, ComputeType compute, class Tile>
void enqueue_widths(const DirectLaunch& launch, const GettArguments& arguments,
                    const DirectCall& call, Stream stream) {
    visit_widths<T>(arguments, [&](auto l, auto r) {
        constexpr int vector_l = decltype(l)::value;
        constexpr int vector_r = decltype(r)::value;
        if constexpr (Tile::updates) {
            if (reads_old_early(arguments, call)) {
                return enqueue_gett<T, compute, Tile, vector_l, vector_r, true>(launch, arguments,
                                                                                call, stream);
            }
        }
        enqueue_gett<T, compute, Tile, vector_l, vector_r, false>(launch, arguments, call, stream);
    });
}

/// Enqueues the GETT kernel for the launch's tile, which is number `index` or a later one of
/// `tiles`. Of all tiles, only those with or without warpgroups are compiled.
template <class T, ComputeType compute, auto& tiles, bool warpgroups = false, int index = 0>
void enqueue_tile(const DirectLaunch& launch, const GettArguments& arguments,
                  const DirectCall& call, Stream stream) {
    if constexpr (index < count_of(tiles)) {
        if (launch.policy != index) {
            return enqueue_tile<T, compute, tiles, warpgroups, index + 1>(launch, arguments, call,
                                                                          stream);
        }
        using Tile = GettTileOf<tiles, index>;
        if constexpr (Tile::warpgroups == warpgroups) {
            enqueue_widths<T, compute, Tile>(launch, arguments, call, stream);
        }
    }
}

}  // namespace ttgt::cuda
