// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/device_scope.h"

#include <cuda_runtime_api.h>

#include <fmt/format.h>

#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/primary_context.h"

namespace ttgt::cuda {

DeviceScope::DeviceScope(int device) {
    const int failure = switch_to(device);
    if (failure == cudaSuccess) return;
    check(failure, fmt::format("making cuda:{} the current device", device).c_str(), __FILE__,
          __LINE__);
}

DeviceScope::DeviceScope(int device, std::nothrow_t) noexcept { forget(switch_to(device)); }

DeviceScope::~DeviceScope() {
    if (has_switched_) (void)pop_context();
}

int DeviceScope::switch_to(int device) noexcept {
    int current = 0;
    const cudaError_t failure = cudaGetDevice(&current);
    if (failure != cudaSuccess || current == device) return failure;
    const int refused = push_primary_context(device);
    has_switched_ = refused == cudaSuccess;
    return refused;
}

}  // namespace ttgt::cuda
