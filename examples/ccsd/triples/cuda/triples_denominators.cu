// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <string>

#include "examples/ccsd/triples/triples_denominators.h"

namespace ccsd {
namespace {

constexpr int block_threads = 256;

/// Thread t takes the elements t, t + all threads, … of z; neighbours read and write neighbours.
__global__ void divide_kernel(TriplesDivision division, std::int64_t elements) {
    const TriplesBlock& block = division.block;
    const std::int64_t o = division.occupied;
    const std::int64_t a_count = block.a.end - block.a.begin;
    const std::int64_t b_count = block.b.end - block.b.begin;
    const std::int64_t threads = std::int64_t{gridDim.x} * block_threads;
    for (std::int64_t element = std::int64_t{blockIdx.x} * block_threads + threadIdx.x;
         element < elements; element += threads) {
        const std::int64_t triple = element / (o * o * o);
        const std::int64_t a = block.a.begin + triple % a_count;
        const std::int64_t b = block.b.begin + triple / a_count % b_count;
        const std::int64_t c = block.c.begin + triple / (a_count * b_count);
        const double denominator =
            division.occupied_energies[element % o] + division.occupied_energies[element / o % o] +
            division.occupied_energies[element / (o * o) % o] - division.virtual_energies[a] -
            division.virtual_energies[b] - division.virtual_energies[c];
        division.z[element] *= triple_weight(block, a, b, c) / denominator;
    }
}

}  // namespace

void divide_on_cuda(const TriplesDivision& division, ttgt::Stream stream) {
    const TriplesBlock& block = division.block;
    const std::int64_t o = division.occupied;
    const std::int64_t elements = o * o * o * (block.a.end - block.a.begin) *
                                  (block.b.end - block.b.begin) * (block.c.end - block.c.begin);
    constexpr std::int64_t most_blocks = 1 << 16;
    const std::int64_t blocks =
        std::min((elements + block_threads - 1) / block_threads, most_blocks);
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(block_threads);
    config.stream = static_cast<cudaStream_t>(stream.handle);
    const cudaError_t failure = cudaLaunchKernelEx(&config, divide_kernel, division, elements);
    if (failure != cudaSuccess) {
        throw ttgt::DeviceError(std::string("the triples' division: ") +
                                cudaGetErrorString(failure));
    }
}

}  // namespace ccsd
