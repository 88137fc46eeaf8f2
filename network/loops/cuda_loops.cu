// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "network/loops/loop_element.h"
#include "network/loops/product_loops.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/event_timer.h"
#include "src/runtime/cuda/launch_config.cuh"

namespace ttgt::network::cuda {
namespace {

constexpr int threads = 128;
constexpr std::int64_t most_blocks = std::int64_t{1} << 20;

template <class Value>
__global__ void __launch_bounds__(threads)
    loops_kernel(const __grid_constant__ ProductLoops loops, const __grid_constant__ LoopRun run) {
    const std::int64_t step = std::int64_t{gridDim.x} * threads;
    std::int64_t element = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    for (; element < loops.elements; element += step) compute_element<Value>(loops, run, element);
}

}  // namespace

void enqueue_loops(const ProductLoops& loops, const LoopRun& run, int device, Stream stream) {
    if (loops.elements == 0) return;
    const ttgt::cuda::DeviceScope scope(device);
    const std::int64_t blocks = std::min((loops.elements + threads - 1) / threads, most_blocks);
    const cudaLaunchConfig_t config = ttgt::cuda::launch_config(blocks, threads, 0, stream);
    const auto kernel =
        is_complex(loops.output.dtype) ? loops_kernel<LoopComplex> : loops_kernel<double>;
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, loops, run));
}

double time_loops_ms(const ProductLoops& loops, const LoopRun& run, int device, Stream stream) {
    ttgt::cuda::EventTimer timer(device);
    timer.start(stream);
    enqueue_loops(loops, run, device, stream);
    timer.stop(stream);
    return timer.ms();
}

}  // namespace ttgt::network::cuda
