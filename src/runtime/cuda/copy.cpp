// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/copy.h"

#include <cuda_runtime_api.h>

#include <cstddef>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {

// The stream's device is current for a copy, because memory of its pool is not known to other
// devices.

void copy_to_device(void* to, const void* from, std::int64_t bytes, Stream stream) {
    const DeviceScope scope(device_of(stream));
    TTGT_CUDA_CHECK(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes),
                                    cudaMemcpyHostToDevice, native(stream)));
}

void copy_to_host(void* to, const void* from, std::int64_t bytes, Stream stream) {
    const DeviceScope scope(device_of(stream));
    TTGT_CUDA_CHECK(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes),
                                    cudaMemcpyDeviceToHost, native(stream)));
}

void copy_on_device(void* to, const void* from, std::int64_t bytes, Stream stream) {
    const DeviceScope scope(device_of(stream));
    TTGT_CUDA_CHECK(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes),
                                    cudaMemcpyDeviceToDevice, native(stream)));
}

void copy_between_devices(void* to, int to_device, const void* from, int from_device,
                          std::int64_t bytes, Stream stream) {
    const DeviceScope scope(to_device);
    TTGT_CUDA_CHECK(cudaMemcpyPeerAsync(to, to_device, from, from_device,
                                        static_cast<std::size_t>(bytes), native(stream)));
}

void fill_bytes(void* data, unsigned char value, std::int64_t bytes, Stream stream) {
    const DeviceScope scope(device_of(stream));
    TTGT_CUDA_CHECK(cudaMemsetAsync(data, value, static_cast<std::size_t>(bytes), native(stream)));
}

}  // namespace ttgt::cuda
