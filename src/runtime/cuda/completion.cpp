// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/completion.h"

#include <cuda_runtime_api.h>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {

void Completion::EventDelete::operator()(CUevent_st* event) const noexcept {
    const DeviceScope scope(device, std::nothrow);
    forget(cudaEventDestroy(event));
}

Completion::Completion(int device, Stream stream) : event_(nullptr, EventDelete{device}) {
    const DeviceScope scope(device);
    cudaEvent_t created = nullptr;
    TTGT_CUDA_CHECK(cudaEventCreateWithFlags(&created, cudaEventDisableTiming));
    event_.reset(created);
    TTGT_CUDA_CHECK(cudaEventRecord(created, native(stream)));
}

bool Completion::is_done() const {
    const DeviceScope scope(event_.get_deleter().device);
    const cudaError_t answer = cudaEventQuery(event_.get());
    if (answer == cudaErrorNotReady) {
        forget(answer);
        return false;
    }
    TTGT_CUDA_CHECK(answer);
    return true;
}

void Completion::wait() const {
    const DeviceScope scope(event_.get_deleter().device);
    TTGT_CUDA_CHECK(cudaEventSynchronize(event_.get()));
}

void Completion::renew(Stream stream) {
    const DeviceScope scope(event_.get_deleter().device);
    TTGT_CUDA_CHECK(cudaEventRecord(event_.get(), native(stream)));
}

void Completion::precede(Stream stream) const {
    const DeviceScope scope(event_.get_deleter().device);
    TTGT_CUDA_CHECK(cudaStreamWaitEvent(native(stream), event_.get(), 0));
}

}  // namespace ttgt::cuda
