// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/kernels/gett_enqueue.cuh"

namespace ttgt::cuda {

void enqueue_complex_tf32(const DirectLaunch& launch, const GettArguments& arguments,
                          const DirectCall& call, Stream stream) {
    if (launch.compute == ComputeType::tf32) {
        enqueue_tile<Complex<float>, ComputeType::tf32, gett_tiles_complex_tf32>(launch, arguments,
                                                                                 call, stream);
    } else {
        enqueue_tile<Complex<float>, ComputeType::tf32x3, gett_tiles_complex_tf32>(
            launch, arguments, call, stream);
    }
}

}  // namespace ttgt::cuda
