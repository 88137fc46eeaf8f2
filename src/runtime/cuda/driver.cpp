// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/driver.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "src/runtime/cuda/error.h"

namespace ttgt::cuda::driver {
namespace {

/// Asked of the runtime, because this library must load without a driver; null where there is none.
struct Functions {
    decltype(&::cuDevicePrimaryCtxRetain) retain;
    decltype(&::cuCtxPushCurrent) push;
    decltype(&::cuCtxPopCurrent) pop;
    decltype(&::cuFuncSetAttribute) set_attribute;
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

Functions find_functions() noexcept {
    Functions found{};
    find("cuDevicePrimaryCtxRetain", found.retain);
    find("cuCtxPushCurrent", found.push);
    find("cuCtxPopCurrent", found.pop);
    find("cuFuncSetAttribute", found.set_attribute);
    return found;
}

const Functions& functions() noexcept {
    static const Functions found = find_functions();
    return found;
}

/// Errors that the driver and the runtime share have the same numbers.
template <class Function, class... Arguments>
int call(Function function, Arguments... arguments) noexcept {
    if (function == nullptr) return cudaErrorCallRequiresNewerDriver;
    return static_cast<int>(function(arguments...));
}

}  // namespace

int retain_primary_context(CUctx_st*& context, int device) noexcept {
    return call(functions().retain, &context, device);
}

int push(CUctx_st* context) noexcept { return call(functions().push, context); }

int pop() noexcept {
    CUcontext popped = nullptr;
    return call(functions().pop, &popped);
}

int grant_shared_memory(CUfunc_st* kernel, int bytes) noexcept {
    return call(functions().set_attribute, kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                bytes);
}

}  // namespace ttgt::cuda::driver
