// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/primary_context.h"

#include <cuda_runtime_api.h>

#include <array>
#include <atomic>
#include <cstddef>

#include "src/runtime/cuda/driver.h"

namespace ttgt::cuda {
namespace {

bool has_contexts(const Driver& driver) noexcept {
    return driver.retain != nullptr && driver.push != nullptr && driver.pop != nullptr;
}

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
    if (!has_contexts(driver())) return cudaErrorCallRequiresNewerDriver;
    CUcontext context = nullptr;
    const int failure = retain(device, context);
    return failure == cudaSuccess ? runtime_error(driver().push(context)) : failure;
}

int pop_context() noexcept {
    CUcontext popped = nullptr;
    return runtime_error(driver().pop(&popped));
}

}  // namespace ttgt::cuda
