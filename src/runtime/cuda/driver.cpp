// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/driver.h"

#include <cuda_runtime_api.h>

#include "src/runtime/cuda/error.h"

namespace ttgt::cuda {
namespace {

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
    find("cuFuncSetAttribute", driver.set_attribute);
    return driver;
}

}  // namespace

const Driver& driver() noexcept {
    static const Driver found = find_driver();
    return found;
}

}  // namespace ttgt::cuda
