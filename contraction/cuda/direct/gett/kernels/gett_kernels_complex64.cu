// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/gett/kernels/gett_enqueue.cuh"

namespace ttgt::cuda {

void enqueue_complex64(const DirectLaunch& launch, const GettArguments& arguments,
                       const DirectCall& call, Stream stream) {
    enqueue_tile<Complex<float>, ComputeType::full, gett_tiles_complex64>(launch, arguments, call,
                                                                          stream);
}

}  // namespace ttgt::cuda
