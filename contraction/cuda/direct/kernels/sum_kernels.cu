// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/kernels/enqueue.cuh"
#include "contraction/cuda/direct/kernels/sum_kernel.cuh"

namespace ttgt::cuda {

void enqueue(const DirectLaunch& launch, const SumArguments& arguments, const DirectCall& call,
             Stream stream) {
    const auto start_sums = [&](auto elements) {
        using In = typename decltype(elements)::Input;
        using Out = typename decltype(elements)::Output;
        constexpr int widest = decltype(elements)::widest;
        enqueue_kernel<Out>(
            launch.unit == widest ? sum_kernel<In, Out, widest> : sum_kernel<In, Out, 1>, launch,
            arguments, call, stream);
    };
    // The splits' sums of 16-bit elements come in float32.
    if (launch.input_dtype == DType::float32 && launch.dtype == DType::float16) {
        return start_sums(Elements<float, float16>{});
    }
    if (launch.input_dtype == DType::float32 && launch.dtype == DType::bfloat16) {
        return start_sums(Elements<float, bfloat16>{});
    }
    visit_elements(launch, start_sums);
}

}  // namespace ttgt::cuda
