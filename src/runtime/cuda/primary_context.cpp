// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/primary_context.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <array>
#include <atomic>
#include <cstddef>

#include "src/runtime/cuda/error.h"

namespace ttgt::cuda {
namespace {

/// The driver's functions, found by the runtime: this library must load without a driver.
struct Driver {
    decltype(&::cuDevicePrimaryCtxRetain) retain;
    decltype(&::cuCtxPushCurrent) push;
    decltype(&::cuCtxPopCurrent) pop;

    [[nodiscard]] bool is_complete() const {
        return retain != nullptr && push != nullptr && pop != nullptr;
    }
};

template <class Function>
void find(const char* symbol, Function& function) noexcept {
    constexpr unsigned version = 12000;
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    const bool failed = forget(
        cudaGetDriverEntryPointByVersion(symbol, &found, version, cudaEnableDefault, &result));
    const bool is_there = !failed && result == cudaDriverEntryPointSuccess;
    function = is_there ? reinterpret_cast<Function>(found) : nullptr;
}

Driver find_driver() noexcept {
    Driver driver{};
    find("cuDevicePrimaryCtxRetain", driver.retain);
    find("cuCtxPushCurrent", driver.push);
    find("cuCtxPopCurrent", driver.pop);
    return driver;
}

const Driver& driver() noexcept {
    static const Driver found = find_driver();
    return found;
}

/// Of the driver's errors, those of the runtime have the same numbers.
int runtime_error(CUresult result) noexcept { return static_cast<int>(result); }

/// Retained once and never released: as long as a program runs, it may come back to a device.
int retain(int device, CUcontext& context) noexcept {
    static std::array<std::atomic<CUcontext>, 64> retained{};
    const auto index = static_cast<std::size_t>(device);
    const bool is_remembered = index < retained.size();
    context = is_remembered ? retained[index].load(std::memory_order_acquire) : nullptr;
    if (context != nullptr) return cudaSuccess;
    const CUresult result = driver().retain(&context, device);
    if (result == CUDA_SUCCESS && is_remembered) {
        retained[index].store(context, std::memory_order_release);
    }
    return runtime_error(result);
}

}  // namespace

int push_primary_context(int device) noexcept {
    if (!driver().is_complete()) return cudaErrorCallRequiresNewerDriver;
    CUcontext context = nullptr;
    const int failure = retain(device, context);
    return failure == cudaSuccess ? runtime_error(driver().push(context)) : failure;
}

int pop_context() noexcept {
    CUcontext popped = nullptr;
    return runtime_error(driver().pop(&popped));
}

}  // namespace ttgt::cuda
