// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/kernels/gett_enqueue.cuh"

namespace ttgt::cuda {

void enqueue_tf32(const DirectLaunch& launch, const GettArguments& arguments,
                  const DirectCall& call, Stream stream) {
    const GettTiles tiles = gett_tiles({DType::float32, launch.compute});
    if (tiles.first[launch.policy].warpgroups) {
        enqueue_tf32_warpgroups(launch, arguments, call, stream);
    } else if (launch.compute == ComputeType::tf32) {
        enqueue_tile<float, ComputeType::tf32, gett_tiles_tf32>(launch, arguments, call, stream);
    } else {
        enqueue_tile<float, ComputeType::tf32x3, gett_tiles_tf32x3>(launch, arguments, call,
                                                                    stream);
    }
}

}  // namespace ttgt::cuda
