// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "src/runtime/cuda/error.h"

namespace ttgt::test {

/// Memory of the current device that nobody has.
[[nodiscard]] inline std::int64_t free_device_bytes() {
    std::size_t free = 0;
    std::size_t total = 0;
    TTGT_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    return static_cast<std::int64_t>(free);
}

}  // namespace ttgt::test
