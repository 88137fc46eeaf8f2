// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {

/// For cudaLaunchKernelEx, which returns what went wrong with the launch, unlike <<<>>>.
[[nodiscard]] inline cudaLaunchConfig_t launch_config(std::int64_t blocks, int threads,
                                                      std::int64_t shared_bytes, Stream stream) {
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks), 1, 1);
    config.blockDim = dim3(static_cast<unsigned>(threads), 1, 1);
    config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
    config.stream = native(stream);
    return config;
}

}  // namespace ttgt::cuda
