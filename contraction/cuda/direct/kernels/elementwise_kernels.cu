// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/kernels/elementwise_kernel.cuh"
#include "contraction/cuda/direct/kernels/enqueue.cuh"

namespace ttgt::cuda {

void enqueue(const DirectLaunch& launch, const ElementwiseArguments& arguments,
             const DirectCall& call, Stream stream) {
    visit_elements(launch, [&](auto elements) {
        using In = typename decltype(elements)::Input;
        using Out = typename decltype(elements)::Output;
        constexpr int widest = decltype(elements)::widest;
        const auto with_unit = [&](auto short_kernel, auto long_kernel) {
            enqueue_kernel<Out>(launch.has_short_offsets ? short_kernel : long_kernel, launch,
                                arguments, call, stream);
        };
        if (launch.unit == widest) {
            with_unit(elementwise_kernel<In, Out, widest, std::int32_t>,
                      elementwise_kernel<In, Out, widest, std::int64_t>);
        } else {
            with_unit(elementwise_kernel<In, Out, 1, std::int32_t>,
                      elementwise_kernel<In, Out, 1, std::int64_t>);
        }
    });
}

}  // namespace ttgt::cuda
