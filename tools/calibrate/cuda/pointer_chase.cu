// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/cuda/pointer_chase.h"

#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"

namespace ttgt::tool {
namespace {

constexpr std::uint32_t words_per_line = chase_line_bytes / sizeof(std::uint32_t);

/// Every thread links one line.
__global__ void link_lines(std::uint32_t* memory, ChaseRing ring) {
    const std::uint32_t line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line < ring.lines) memory[std::size_t{line} * words_per_line] = ring.next(line);
}

/// One thread; every read needs the one before.
__global__ void follow_lines(const std::uint32_t* memory, int hops, std::uint32_t* cursor) {
    std::uint32_t line = *cursor;
    for (int hop = 0; hop < hops; ++hop) line = memory[std::size_t{line} * words_per_line];
    *cursor = line;
}

__global__ void do_nothing() {}

}  // namespace

void link_ring(void* memory, const ChaseRing& ring, Stream stream) {
    constexpr unsigned threads = 256;
    const unsigned blocks = (ring.lines + threads - 1) / threads;
    const cudaLaunchConfig_t config = cuda::launch_config(blocks, threads, 0, stream);
    TTGT_CUDA_CHECK(
        cudaLaunchKernelEx(&config, link_lines, static_cast<std::uint32_t*>(memory), ring));
}

void chase(const void* memory, int hops, std::uint32_t* cursor, Stream stream) {
    const cudaLaunchConfig_t config = cuda::launch_config(1, 1, 0, stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, follow_lines,
                                       static_cast<const std::uint32_t*>(memory), hops, cursor));
}

void launch_nothing(Stream stream) {
    const cudaLaunchConfig_t config = cuda::launch_config(1, 32, 0, stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, do_nothing));
}

}  // namespace ttgt::tool
