// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/buffer.h"

#include <ttgt/error.h>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {
namespace {

[[noreturn]] void throw_out_of_memory(std::int64_t bytes, int device, const char* purpose) {
    std::size_t free = 0;
    std::size_t total = 0;
    TTGT_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    throw OutOfMemory(
        fmt::format("cuda:{} cannot allocate {} bytes for {}: {} of its {} bytes are free", device,
                    bytes, purpose, free, total));
}

}  // namespace

void* allocate(std::int64_t bytes, int device, Stream stream, const char* purpose) {
    if (bytes == 0) return nullptr;
    if (bytes < 0) {
        throw InvalidArgument(fmt::format("{} bytes were asked for {}", bytes, purpose));
    }
    const DeviceScope scope(device);
    void* data = nullptr;
    const cudaError_t failure =
        cudaMallocAsync(&data, static_cast<std::size_t>(bytes), native(stream));
    if (failure == cudaErrorMemoryAllocation) {
        forget(failure);
        throw_out_of_memory(bytes, device, purpose);
    }
    check(failure, "cudaMallocAsync", __FILE__, __LINE__);
    return data;
}

void release(void* data, int device, Stream stream) noexcept {
    if (data == nullptr) return;
    const DeviceScope scope(device, std::nothrow);
    forget(cudaFreeAsync(data, native(stream)));
}

DeviceBuffer::DeviceBuffer(std::int64_t bytes, int device, Stream stream, const char* purpose)
    : data_(allocate(bytes, device, stream, purpose)),
      bytes_(bytes),
      device_(device),
      stream_(stream) {}

DeviceBuffer::~DeviceBuffer() { release(data_, device_, stream_); }

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      device_(other.device_),
      stream_(other.stream_) {}

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(device_, other.device_);
    std::swap(stream_, other.stream_);
    return *this;
}

}  // namespace ttgt::cuda
