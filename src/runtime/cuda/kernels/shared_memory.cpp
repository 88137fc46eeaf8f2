// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/kernels/shared_memory.h"

#include <cuda_runtime_api.h>

#include "src/runtime/cuda/driver.h"
#include "src/runtime/cuda/error.h"

namespace ttgt::cuda {
namespace {

/// What a block may have on the device beside the kernel's static shared memory.
int most_dynamic_bytes(const void* kernel, int device) {
    int bytes = 0;
    TTGT_CUDA_CHECK(
        cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    cudaFuncAttributes attributes{};
    TTGT_CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    return bytes - static_cast<int>(attributes.sharedSizeBytes);
}

/// By the driver: cudaFuncSetAttribute clears an error that the caller has not fetched.
void grant(const void* kernel, int bytes) {
    cudaFunction_t function = nullptr;
    TTGT_CUDA_CHECK(cudaGetFuncBySymbol(&function, kernel));
    TTGT_CUDA_CHECK(driver::grant_shared_memory(function, bytes));
}

}  // namespace

void SharedMemoryGrant::on_current_device(const void* kernel) {
    constexpr int remembered = 64;
    int device = 0;
    TTGT_CUDA_CHECK(cudaGetDevice(&device));
    // Devices beyond are granted it anew, as are those that two threads come to at once: with the
    // same number of bytes, which changes nothing.
    const std::uint64_t bit = device < remembered ? std::uint64_t{1} << device : 0;
    if ((devices_.load(std::memory_order_acquire) & bit) != 0) return;
    grant(kernel, most_dynamic_bytes(kernel, device));
    devices_.fetch_or(bit, std::memory_order_release);
}

}  // namespace ttgt::cuda
