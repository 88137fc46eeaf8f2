// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/launch_direct.cuh"
#include "contraction/cuda/tall_kernel.cuh"

namespace ttgt::cuda {
namespace {

template <class T, int index>
void start_columns(const DirectLaunch& launch, const TallArguments& arguments,
                   const DirectCall& call, Stream stream) {
    if constexpr (index < tall_policy_count) {
        constexpr int columns = tall_columns[index];
        if (launch.policy != index) {
            return start_columns<T, index + 1>(launch, arguments, call, stream);
        }
        if constexpr (sizeof(T) * columns <= most_sum_bytes) {
            start<T>(tall_kernel<T, columns>, launch, arguments, call, stream);
        }
    }
}

}  // namespace

void launch(const DirectLaunch& launch, const TallArguments& arguments, const DirectCall& call,
            Stream stream) {
    visit_element(launch.dtype, [&](auto zero) {
        start_columns<decltype(zero), 0>(launch, arguments, call, stream);
    });
}

}  // namespace ttgt::cuda
