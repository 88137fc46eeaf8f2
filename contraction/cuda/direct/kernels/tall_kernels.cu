// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/kernels/enqueue.cuh"
#include "contraction/cuda/direct/kernels/tall_kernel.cuh"

namespace ttgt::cuda {
namespace {

template <class In, class Out, int index>
void start_columns(const DirectLaunch& launch, const TallArguments& arguments,
                   const DirectCall& call, Stream stream) {
    if constexpr (index < tall_policy_count) {
        constexpr int columns = tall_columns[index];
        if (launch.policy != index) {
            return start_columns<In, Out, index + 1>(launch, arguments, call, stream);
        }
        if constexpr (sizeof(ComputeOf<Out>) * columns <= most_sum_bytes) {
            enqueue_kernel<Out>(tall_kernel<In, Out, columns>, launch, arguments, call, stream);
        }
    }
}

}  // namespace

void enqueue(const DirectLaunch& launch, const TallArguments& arguments, const DirectCall& call,
             Stream stream) {
    visit_elements(launch, [&](auto elements) {
        using Launched = decltype(elements);
        start_columns<typename Launched::Input, typename Launched::Output, 0>(launch, arguments,
                                                                              call, stream);
    });
}

}  // namespace ttgt::cuda
