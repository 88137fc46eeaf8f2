// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/product_loops.h"

#include <algorithm>

#include "contraction/execute/loop_element.h"
#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"

namespace ttgt::cuda {
namespace {

using loops::compute_element;
using loops::LoopComplex;

constexpr int loop_threads = 128;
constexpr std::int64_t most_loop_blocks = std::int64_t{1} << 20;

template <class Value>
__global__ void __launch_bounds__(loop_threads)
    loops_kernel(const __grid_constant__ ProductLoops loops, const __grid_constant__ LoopRun run) {
    const std::int64_t step = std::int64_t{gridDim.x} * loop_threads;
    std::int64_t element = std::int64_t{blockIdx.x} * loop_threads + threadIdx.x;
    for (; element < loops.elements; element += step) compute_element<Value>(loops, run, element);
}

}  // namespace

void enqueue_loops(const ProductLoops& loops, const LoopRun& run, int device, Stream stream) {
    if (loops.elements == 0) return;
    const DeviceScope scope(device);
    const std::int64_t blocks =
        std::min((loops.elements + loop_threads - 1) / loop_threads, most_loop_blocks);
    const cudaLaunchConfig_t config = launch_config(blocks, loop_threads, 0, stream);
    const auto kernel =
        is_complex(loops.output.dtype) ? loops_kernel<LoopComplex> : loops_kernel<double>;
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, loops, run));
}

}  // namespace ttgt::cuda
