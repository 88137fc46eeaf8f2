// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include "blocks/cuda/pairs/pairs_dtypes.cuh"
#include "blocks/cuda/pairs/pairs_gett_dtypes.cuh"
#include "blocks/cuda/pairs/pairs_gett_enqueue.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"
#include "src/runtime/cuda/kernels/shared_memory.h"

namespace ttgt::cuda {

/// Enqueues the kernel for elements of type T and the tile of the launch's policy.
template <class T>
void enqueue_pairs_tile(const PairsGettLaunch& launch) {
    visit_pairs_tile<T>(launch.grid.policy, [&](auto tile) {
        using Tile = decltype(tile);
        constexpr auto kernel = pairs_gett_kernel<T, Tile>;
        // Each kernel has a grant of its own.
        static SharedMemoryGrant grant;
        grant.on_current_device(reinterpret_cast<const void*>(kernel));
        const cudaLaunchConfig_t config = launch_config(launch.grid.tiles, Tile::threads,
                                                        launch.staging.shared_bytes, launch.stream);
        TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, launch.arguments,
                                           launch.staging.arguments,
                                           pairs_finish<T>(launch.scalars)));
    });
}

}  // namespace ttgt::cuda
