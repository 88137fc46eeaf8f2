// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "blocks/cuda/pairs/pairs_dtypes.cuh"
#include "blocks/cuda/pairs/pairs_gett_enqueue.h"
#include "blocks/cuda/pairs/pairs_kernel.cuh"
#include "blocks/cuda/pairs/pairs_launch.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"

namespace ttgt::cuda {

namespace {

void enqueue_gett_pairs(const PairsGettLaunch& launch) {
    switch (launch.grid.dtype) {
        case DType::float32:
            return enqueue_pairs_float32(launch);
        case DType::float64:
            return enqueue_pairs_float64(launch);
        case DType::complex64:
            return enqueue_pairs_complex64(launch);
        default:
            return enqueue_pairs_complex128(launch);
    }
}

}  // namespace

void enqueue_pairs(const PairsGrid& grid, const PairsArguments& arguments,
                   const PairsStaging& staging, const PairsScalars& scalars, Stream stream) {
    if (grid.tiles == 0) return;
    if (grid.policy >= pairs_lane_policies) {
        return enqueue_gett_pairs({grid, arguments, staging, scalars, stream});
    }
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
