// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/kernels/enqueue.cuh"
#include "contraction/cuda/direct/outer/kernels/outer_kernel.cuh"

namespace ttgt::cuda {

void enqueue(const DirectLaunch& launch, const OuterArguments& arguments, const DirectCall& call,
             Stream stream) {
    visit_elements(launch, [&](auto elements) {
        using In = typename decltype(elements)::Input;
        using Out = typename decltype(elements)::Output;
        const auto kernel = launch.policy == steady_outer ? outer_kernel<In, Out, steady_outer>
                            : launch.policy == outer_of_one_run
                                ? outer_kernel<In, Out, outer_of_one_run>
                                : outer_kernel<In, Out, outer_of_runs>;
        enqueue_kernel<Out>(kernel, launch, arguments, call, stream);
    });
}

}  // namespace ttgt::cuda
