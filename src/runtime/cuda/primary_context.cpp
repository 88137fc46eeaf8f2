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

/// Retained once and never released: as long as a program runs, it may come back to a device.
int retain(int device, CUctx_st*& context) noexcept {
    static std::array<std::atomic<CUctx_st*>, 64> retained{};
    const auto index = static_cast<std::size_t>(device);
    const bool is_remembered = index < retained.size();
    context = is_remembered ? retained[index].load(std::memory_order_acquire) : nullptr;
    if (context != nullptr) return cudaSuccess;
    const int failure = driver::retain_primary_context(context, device);
    if (failure == cudaSuccess && is_remembered) {
        retained[index].store(context, std::memory_order_release);
    }
    return failure;
}

}  // namespace

int push_primary_context(int device) noexcept {
    CUctx_st* context = nullptr;
    const int failure = retain(device, context);
    return failure == cudaSuccess ? driver::push(context) : failure;
}

int pop_context() noexcept { return driver::pop(); }

}  // namespace ttgt::cuda
