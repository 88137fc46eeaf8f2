// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/elementwise_kernel.cuh"
#include "contraction/cuda/launch_direct.cuh"

namespace ttgt::cuda {

void launch(const DirectLaunch& launch, const ElementwiseArguments& arguments,
            const DirectCall& call, Stream stream) {
    visit_element(launch.dtype, [&](auto zero) {
        using T = decltype(zero);
        constexpr int widest = vector_bytes / sizeof(T);
        const auto with_unit = [&](auto short_kernel, auto long_kernel) {
            start<T>(launch.has_short_offsets ? short_kernel : long_kernel, launch, arguments, call,
                     stream);
        };
        if (launch.unit == widest) {
            with_unit(elementwise_kernel<T, widest, std::int32_t>,
                      elementwise_kernel<T, widest, std::int64_t>);
        } else {
            with_unit(elementwise_kernel<T, 1, std::int32_t>,
                      elementwise_kernel<T, 1, std::int64_t>);
        }
    });
}

}  // namespace ttgt::cuda
