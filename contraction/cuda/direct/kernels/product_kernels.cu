// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/direct/kernels/enqueue.cuh"
#include "contraction/cuda/direct/kernels/product_kernel.cuh"

namespace ttgt::cuda {
namespace {

/// An entry of product_policies as a type, with the blocks that are to be resident on a
/// multiprocessor.
template <int index, int resident>
struct KernelPolicy {
    static constexpr int batch = product_policies[index].batch;
    static constexpr int rows = product_policies[index].rows;
    static constexpr int columns = product_policies[index].columns;
    static constexpr int blocks = resident;
};

/// Blocks that are to be resident on a multiprocessor: three, or fewer where the register tile of
/// an element type T of 16 bytes needs more registers.
template <class T, int index>
inline constexpr int resident_blocks = sizeof(T) < 16    ? 3
                                       : index == square ? 1
                                                         : 2;

/// Enqueues the kernel of the launch's policy, which is number `index` or a later one.
template <class In, class Out, int index>
void start_policy(const DirectLaunch& launch, const ProductArguments& arguments,
                  const DirectCall& call, Stream stream) {
    if constexpr (index < product_policy_count) {
        if (launch.policy != index) {
            return start_policy<In, Out, index + 1>(launch, arguments, call, stream);
        }
        constexpr int resident = resident_blocks<ComputeOf<Out>, index>;
        enqueue_kernel<Out>(product_kernel<In, Out, KernelPolicy<index, resident>>, launch,
                            arguments, call, stream);
    }
}

}  // namespace

void enqueue(const DirectLaunch& launch, const ProductArguments& arguments, const DirectCall& call,
             Stream stream) {
    visit_elements(launch, [&](auto elements) {
        using Launched = decltype(elements);
        start_policy<typename Launched::Input, typename Launched::Output, 0>(launch, arguments,
                                                                             call, stream);
    });
}

}  // namespace ttgt::cuda
