// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/launch_direct.cuh"
#include "contraction/cuda/sum_kernel.cuh"

namespace ttgt::cuda {

void launch(const DirectLaunch& launch, const SumArguments& arguments, const DirectCall& call,
            Stream stream) {
    visit_element(launch.dtype, [&](auto zero) {
        using T = decltype(zero);
        constexpr int widest = vector_bytes / sizeof(T);
        start<T>(launch.unit == widest ? sum_kernel<T, widest> : sum_kernel<T, 1>, launch,
                 arguments, call, stream);
    });
}

}  // namespace ttgt::cuda
