// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/direct.h"

#include <variant>

#include "contraction/cuda/direct/direct_calls.h"
#include "contraction/cuda/direct/kernels/enqueue.h"

namespace ttgt::cuda {

void enqueue(const DirectLaunch& launch, const GettArguments& arguments, const DirectCall& call,
             Stream stream) {
    const bool is_full = launch.compute == ComputeType::full;
    switch (launch.input_dtype) {
        case DType::float16:
            return enqueue_float16(launch, arguments, call, stream);
        case DType::bfloat16:
            return enqueue_bfloat16(launch, arguments, call, stream);
        case DType::float32:
            return is_full ? enqueue_float32(launch, arguments, call, stream)
                           : enqueue_tf32(launch, arguments, call, stream);
        case DType::float64:
            return enqueue_float64(launch, arguments, call, stream);
        case DType::complex64:
            return is_full ? enqueue_complex64(launch, arguments, call, stream)
                           : enqueue_complex_tf32(launch, arguments, call, stream);
        default:
            return enqueue_complex128(launch, arguments, call, stream);
    }
}

void run_direct(const DirectKernelPlan& plan, const Scalars& scalars, const void* l, const void* r,
                void* d, void* scratch, Stream stream) {
    for_each_launch(
        plan, scalars, l, r, d, scratch, [&](const DirectLaunch& chosen, const DirectCall& call) {
            std::visit([&](const auto& arguments) { enqueue(chosen, arguments, call, stream); },
                       chosen.arguments);
        });
}

}  // namespace ttgt::cuda
