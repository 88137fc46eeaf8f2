// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/host_memory.h"

#include <ttgt/error.h>

#include <cuda_runtime_api.h>

#include <cstddef>

#include <fmt/format.h>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {
namespace {

void* allocate_page_locked(std::int64_t bytes, int device) {
    if (bytes == 0) return nullptr;
    const DeviceScope scope(device);
    void* data = nullptr;
    const cudaError_t failure =
        cudaHostAlloc(&data, static_cast<std::size_t>(bytes), cudaHostAllocPortable);
    if (failure == cudaErrorMemoryAllocation) {
        forget(failure);
        throw OutOfMemory(fmt::format("the host cannot allocate {} page-locked bytes", bytes));
    }
    check(failure, "cudaHostAlloc", __FILE__, __LINE__);
    return data;
}

bool is_page_locked(const void* data) {
    cudaPointerAttributes attributes{};
    const cudaError_t failure = cudaPointerGetAttributes(&attributes, data);
    if (failure != cudaSuccess) {
        forget(failure);
        return false;
    }
    return attributes.type == cudaMemoryTypeHost;
}

std::size_t size(std::int64_t bytes) { return static_cast<std::size_t>(bytes); }

}  // namespace

void PageLockedBuffer::Delete::operator()(void* data) const noexcept { forget(cudaFreeHost(data)); }

PageLockedBuffer::PageLockedBuffer(std::int64_t bytes, int device)
    : data_(allocate_page_locked(bytes, device)), bytes_(bytes) {}

bool is_page_locked(const void* first, const void* last, int device) {
    const DeviceScope scope(device);
    return is_page_locked(first) && is_page_locked(last);
}

void copy_rows_to_device(void* to, const void* from, const HostRows& rows, Stream stream) {
    const DeviceScope scope(device_of(stream));
    TTGT_CUDA_CHECK(cudaMemcpy2DAsync(to, size(rows.row_bytes), from, size(rows.pitch),
                                      size(rows.row_bytes), size(rows.rows), cudaMemcpyHostToDevice,
                                      native(stream)));
}

void copy_rows_to_host(void* to, const void* from, const HostRows& rows, Stream stream) {
    const DeviceScope scope(device_of(stream));
    TTGT_CUDA_CHECK(cudaMemcpy2DAsync(to, size(rows.pitch), from, size(rows.row_bytes),
                                      size(rows.row_bytes), size(rows.rows), cudaMemcpyDeviceToHost,
                                      native(stream)));
}

}  // namespace ttgt::cuda
