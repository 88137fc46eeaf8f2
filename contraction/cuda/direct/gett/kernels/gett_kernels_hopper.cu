// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/kernels/gett_enqueue.cuh"

// GETT kernels by Hopper's own instructions, for which alone this file is compiled.

namespace ttgt::cuda {

void enqueue_tf32_warpgroups(const DirectLaunch& launch, const GettArguments& arguments,
                             const DirectCall& call, Stream stream) {
    if (launch.compute == ComputeType::tf32) {
        enqueue_tile<float, ComputeType::tf32, gett_tiles_tf32, true>(launch, arguments, call,
                                                                      stream);
    } else {
        enqueue_tile<float, ComputeType::tf32x3, gett_tiles_tf32x3, true>(launch, arguments, call,
                                                                          stream);
    }
}

}  // namespace ttgt::cuda
