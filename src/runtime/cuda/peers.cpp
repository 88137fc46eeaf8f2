// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/peers.h"

#include <cuda_runtime_api.h>

#include <map>
#include <mutex>
#include <utility>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"

namespace ttgt::cuda {

namespace {

bool reach(int device, int other) {
    int can = 0;
    TTGT_CUDA_CHECK(cudaDeviceCanAccessPeer(&can, device, other));
    if (can == 0) return false;
    const DeviceScope scope(device);
    const cudaError_t enabled = cudaDeviceEnablePeerAccess(other, 0);
    if (enabled == cudaErrorPeerAccessAlreadyEnabled) {
        forget(enabled);
    } else {
        TTGT_CUDA_CHECK(enabled);
    }
    cudaMemPool_t pool = nullptr;
    TTGT_CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, other));
    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = device;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    TTGT_CUDA_CHECK(cudaMemPoolSetAccess(pool, &access, 1));
    return true;
}

}  // namespace

bool reach_memory(int device, int other) {
    static std::mutex mutex;
    static std::map<std::pair<int, int>, bool> reached;
    const std::lock_guard lock(mutex);
    if (device == other) return true;
    const auto known = reached.find({device, other});
    if (known != reached.end()) return known->second;
    return reached[{device, other}] = reach(device, other);
}

}  // namespace ttgt::cuda
