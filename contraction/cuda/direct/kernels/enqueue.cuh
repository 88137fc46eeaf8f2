// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <utility>

#include "contraction/cuda/direct/kernels/arithmetic.cuh"
#include "contraction/cuda/direct/kernels/enqueue.h"
#include "contraction/cuda/direct/kernels/finish_of.cuh"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"

namespace ttgt::cuda {

/// Enqueues one kernel with the launch's blocks, threads and shared memory. All devices grant the
/// shared memory without being asked, unless it is a GETT kernel's, which has asked before.
template <class Out, class Arguments>
void enqueue_kernel(void (*kernel)(Arguments, const void*, const void*, Out*,
                                   Scale<ComputeOf<Out>>),
                    const DirectLaunch& launch, const Arguments& arguments, const DirectCall& call,
                    Stream stream) {
    const cudaLaunchConfig_t config =
        launch_config(launch.blocks, launch.threads, launch.shared_bytes, stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments, call.l, call.r,
                                       static_cast<Out*>(call.d), finish_of<ComputeOf<Out>>(call)));
}

/// Element types of a kernel: it reads In and writes Out. A real input of a complex D has elements
/// of half the size of In.
template <class In, class Out>
struct Elements {
    using Input = In;
    using Output = Out;
    // Number of elements that 16 bytes hold, counted in the larger of In and Out.
    static constexpr int widest =
        vector_bytes / (sizeof(In) > sizeof(Out) ? sizeof(In) : sizeof(Out));
};

/// Calls visit(Elements<...>{}) for 16-bit inputs: Out is the 16-bit type itself, or float where
/// partial sums are written instead of D.
template <class Half, class Visit>
void visit_half(const DirectLaunch& launch, Visit visit) {
    if (launch.dtype == launch.input_dtype) return visit(Elements<Half, Half>{});
    visit(Elements<Half, float>{});
}

/// Calls visit(Elements<...>{}) for the element types of a launch.
template <class Visit>
void visit_elements(const DirectLaunch& launch, Visit visit) {
    switch (launch.input_dtype) {
        case DType::float16:
            return visit_half<float16>(launch, visit);
        case DType::bfloat16:
            return visit_half<bfloat16>(launch, visit);
        case DType::float32:
            return visit(Elements<float, float>{});
        case DType::float64:
            return visit(Elements<double, double>{});
        case DType::complex64:
            return visit(Elements<Complex<float>, Complex<float>>{});
        default:
            return visit(Elements<Complex<double>, Complex<double>>{});
    }
}

}  // namespace ttgt::cuda
