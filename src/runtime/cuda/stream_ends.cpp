// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/stream_ends.h"

#include <exception>

#include <cuda_runtime_api.h>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {

void StreamEnds::note(Stream stream) noexcept {
    try {
        const DeviceScope scope(device_);
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        TTGT_CUDA_CHECK(cudaStreamIsCapturing(native(stream), &status));
        if (status != cudaStreamCaptureStatusNone) return;
        const std::lock_guard lock(mutex_);
        const auto found = ends_.find(stream.handle);
        if (found != ends_.end()) return found->second.renew(stream);
        ends_.emplace(stream.handle, Completion(device_, stream));
    } catch (const std::exception&) {
        // What cannot be noted is waited for here; a device that failed runs nothing any more.
        forget(cudaStreamSynchronize(native(stream)));
    }
}

void StreamEnds::precede(Stream stream) noexcept {
    const std::lock_guard lock(mutex_);
    for (const auto& [handle, end] : ends_) {
        try {
            end.precede(stream);
        } catch (const std::exception&) {  // the device failed, and runs nothing any more
        }
    }
}

}  // namespace ttgt::cuda
