// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/cuda/batch_pointers.h"

#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/kernels/launch_config.cuh"

namespace ttgt::cuda {
namespace {

constexpr int matrices = 3;
/// 16 modes of two matrices each are more than the pointers allowed.
constexpr int most_batch_modes = 16;
constexpr int threads = 128;

struct PointerArguments {
    const char* first[matrices];
    const char** arrays;
    std::int64_t stride[most_batch_modes][matrices];  ///< bytes
    int extent[most_batch_modes];
    int modes;
    int count;
    int pitch;  ///< pointers from one array to the next
};

__global__ void __launch_bounds__(threads)
    fill_pointers_kernel(const __grid_constant__ PointerArguments arguments) {
    const int index = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
    if (index >= arguments.count) return;
    std::int64_t offset[matrices] = {0, 0, 0};
    int rest = index;
    for (int mode = 0; mode < arguments.modes; ++mode) {
        const int position = rest % arguments.extent[mode];
        rest /= arguments.extent[mode];
        for (int matrix = 0; matrix < matrices; ++matrix) {
            offset[matrix] += position * arguments.stride[mode][matrix];
        }
    }
    for (int matrix = 0; matrix < matrices; ++matrix) {
        arguments.arrays[matrix * arguments.pitch + index] =
            arguments.first[matrix] + offset[matrix];
    }
}

}  // namespace

void fill_pointers(const Modes<3>& batch, std::int64_t element_bytes, const BatchPointers& pointers,
                   Stream stream) {
    PointerArguments arguments{};
    for (int matrix = 0; matrix < matrices; ++matrix) {
        arguments.first[matrix] =
            static_cast<const char*>(pointers.first[static_cast<std::size_t>(matrix)]);
    }
    arguments.arrays = static_cast<const char**>(pointers.arrays);
    for (const Mode<3>& mode : batch) {
        const int at = arguments.modes++;
        arguments.extent[at] = static_cast<int>(mode.extent);
        for (int matrix = 0; matrix < matrices; ++matrix) {
            arguments.stride[at][matrix] =
                mode.strides[static_cast<std::size_t>(matrix)] * element_bytes;
        }
    }
    arguments.count = static_cast<int>(volume(batch));
    arguments.pitch = static_cast<int>(pointer_pitch(batch));
    const int blocks = (arguments.count + threads - 1) / threads;
    const cudaLaunchConfig_t config = launch_config(blocks, threads, 0, stream);
    TTGT_CUDA_CHECK(cudaLaunchKernelEx(&config, fill_pointers_kernel, arguments));
}

}  // namespace ttgt::cuda
