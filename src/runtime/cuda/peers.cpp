// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/peers.h"

#include <cuda_runtime_api.h>

#include <mutex>
#include <set>
#include <utility>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"

namespace ttgt::cuda {

namespace {

void reach(int device, int other) {
    int can = 0;
    TTGT_CUDA_CHECK(cudaDeviceCanAccessPeer(&can, device, other));
    if (can == 0) return;
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
}

}  // namespace

void reach_memory(int device, int other) {
    static std::mutex mutex;
    static std::set<std::pair<int, int>> reached;
    const std::lock_guard lock(mutex);
    if (device == other || reached.count({device, other}) > 0) return;
    reach(device, other);
    reached.insert({device, other});
}

}  // namespace ttgt::cuda
