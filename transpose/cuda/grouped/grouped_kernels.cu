// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>

#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"
#include "src/runtime/cuda/kernels/shared_memory.h"
#include "transpose/cuda/grouped/enqueue_grouped.h"
#include "transpose/cuda/grouped/grouped_kernel.cuh"
#include "transpose/cuda/grouped/grouped_scalars.cuh"

namespace ttgt::cuda {
namespace {

/// Addresses of one launch: as many as every device takes as arguments.
struct AddressChunk {
    std::int64_t* to;
    std::int32_t count;
    std::int64_t address[480];
};

constexpr int address_threads = 160;

__global__ void __launch_bounds__(address_threads)
    address_kernel(const __grid_constant__ AddressChunk chunk) {
    for (int i = static_cast<int>(threadIdx.x); i < chunk.count; i += address_threads) {
        chunk.to[i] = chunk.address[i];
    }
}

template <class In, class Out>
void enqueue_as(const GroupedLaunch& launch, const GroupedArguments& arguments,
                const GroupedScalars& scalars, Stream stream) {
    // Each kernel has a grant of its own.
    static SharedMemoryGrant grant;
    const auto kernel = grouped_kernel<In, Out>;
    grant.on_current_device(reinterpret_cast<const void*>(kernel));
    const cudaLaunchConfig_t config =
        launch_config(launch.blocks, grouped_threads, launch.shared_bytes, stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, arguments, grouped_finish<Out>(scalars)));
}

}  // namespace

void enqueue_grouped(const GroupedLaunch& launch, const GroupedArguments& arguments,
                     const GroupedScalars& scalars, Stream stream) {
    if (launch.blocks == 0) return;
    visit_grouped(launch.in, launch.out, [&](auto in, auto out) {
        enqueue_as<decltype(in), decltype(out)>(launch, arguments, scalars, stream);
    });
}

void enqueue_addresses(FunctionRef<std::int64_t(std::int64_t)> address_of, std::int64_t count,
                       std::int64_t* to, Stream stream) {
    constexpr auto most = static_cast<std::int64_t>(std::size(AddressChunk{}.address));
    for (std::int64_t first = 0; first < count; first += most) {
        AddressChunk chunk{};
        chunk.to = to + first;
        chunk.count = static_cast<std::int32_t>(std::min(most, count - first));
        for (std::int32_t i = 0; i < chunk.count; ++i) chunk.address[i] = address_of(first + i);
        const cudaLaunchConfig_t config = launch_config(1, address_threads, 0, stream);
        TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, address_kernel, chunk));
    }
}

}  // namespace ttgt::cuda
