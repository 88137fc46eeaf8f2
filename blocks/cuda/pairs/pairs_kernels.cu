// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "blocks/cuda/pairs/pairs_dtypes.cuh"
#include "blocks/cuda/pairs/pairs_kernel.cuh"
#include "blocks/cuda/pairs/pairs_launch.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"

namespace ttgt::cuda {

void enqueue_pairs(const PairsGrid& grid, const PairsArguments& arguments,
                   const PairsScalars& scalars, Stream stream) {
    if (grid.tiles == 0) return;
    visit_pairs(grid.dtype, grid.policy, [&](auto out, auto policy) {
        using Out = decltype(out);
        constexpr int number = decltype(policy)::value;
        const cudaLaunchConfig_t config = launch_config(grid.tiles, pairs_policies[number].threads,
                                                        pairs_shared_bytes<Out, number>, stream);
        TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, pairs_kernel<Out, number>, arguments,
                                           pairs_finish<Out>(scalars)));
    });
}

}  // namespace ttgt::cuda
