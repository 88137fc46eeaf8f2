// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/stream.h"

#include <cuda_runtime_api.h>

#include <utility>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/driver.h"
#include "src/runtime/cuda/error.h"

namespace ttgt::cuda {

int device_of(Stream stream) {
    int device = -1;
#if CUDART_VERSION >= 12080
    TTGT_CUDA_CHECK(cudaStreamGetDevice(native(stream), &device));
#else
    CUstream_st* const handle = native(stream);
    if (handle == cudaStreamLegacy || handle == cudaStreamPerThread) {
        TTGT_CUDA_CHECK(cudaGetDevice(&device));
    } else {
        TTGT_CUDA_CHECK(driver::device_of_stream(device, handle));
    }
#endif
    return device;
}

void synchronize(Stream stream) { TTGT_CUDA_CHECK(cudaStreamSynchronize(native(stream))); }

OwnedStream::OwnedStream(int device) : device_(device) {
    const DeviceScope scope(device);
    cudaStream_t created = nullptr;
    TTGT_CUDA_CHECK(cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking));
    stream_.handle = created;
}

OwnedStream::~OwnedStream() {
    if (stream_.handle == nullptr) return;
    const DeviceScope scope(device_, std::nothrow);
    forget(cudaStreamDestroy(native(stream_)));
}

OwnedStream::OwnedStream(OwnedStream&& other) noexcept
    : device_(other.device_), stream_(std::exchange(other.stream_, Stream{})) {}

OwnedStream& OwnedStream::operator=(OwnedStream&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(stream_, other.stream_);
    return *this;
}

}  // namespace ttgt::cuda
