// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/handle.h"

#include <ttgt/error.h>

#include <cstdio>
#include <memory>
#include <string>

#include "bindings/cutensor/log.h"
#include "bindings/cutensor/status.h"

namespace ttgt::cutensor {
namespace {

/// The plans that cuTENSOR's handles keep unless a program resizes the cache.
constexpr std::size_t default_plans = 64;

/// CUDA's legacy default stream, by the name that is not null.
void* legacy_stream() { return reinterpret_cast<void*>(1); }  // NOLINT: cudaStreamLegacy

ContextOptions options_on(const Device& device) {
    ContextOptions options;
    options.device = device;
    if (device.kind == Device::Kind::cuda) options.stream = Stream{legacy_stream()};
    return options;
}

int current_device() {
    int device = 0;
    const cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) return device;
    (void)cudaGetLastError();
    refuse(CUTENSOR_STATUS_CUDA_ERROR,
           std::string("there is no current device: ") + cudaGetErrorString(error));
}

cutensorHandle* make_handle(int device) {
    try {
        return new cutensorHandle(Device{Device::Kind::cuda, device});
    } catch (const Unsupported& error) {
        refuse(CUTENSOR_STATUS_ARCH_MISMATCH, error.what());
    }
}

}  // namespace

Handle::Handle(Device device)
    : device_(device), context_(options_on(device)), plans_(default_plans) {}

Stream Handle::stream_of(cudaStream_t stream) const noexcept {
    if (device_.kind == Device::Kind::cpu) return {};
    return Stream{stream == nullptr ? legacy_stream() : static_cast<void*>(stream)};
}

}  // namespace ttgt::cutensor

using namespace ttgt::cutensor;  // NOLINT(google-build-using-namespace): the functions are C's

cutensorStatus_t cutensorCreate(cutensorHandle_t* handle) {
    return guarded(__func__, [&] {
        check_given(handle, "handle");
        *handle = make_handle(current_device());
    });
}

cutensorStatus_t cutensorDestroy(cutensorHandle_t handle) {
    return guarded(__func__, [&] { destroy(handle, "handle"); });
}
