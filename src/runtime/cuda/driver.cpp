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
    decltype(&::cuLibraryLoadData) load_library;
    decltype(&::cuLibraryUnload) unload_library;
    decltype(&::cuLibraryGetKernel) get_kernel;
    decltype(&::cuKernelGetFunction) get_function;
    decltype(&::cuKernelGetAttribute) get_kernel_attribute;
    decltype(&::cuKernelSetAttribute) set_kernel_attribute;
};

cudaError_t get_entry_point(const char* symbol, void*& found,
                            cudaDriverEntryPointQueryResult& result) noexcept {
#if CUDART_VERSION >= 12050
    constexpr unsigned version = 12000;
    return cudaGetDriverEntryPointByVersion(symbol, &found, version, cudaEnableDefault, &result);
#else
    return cudaGetDriverEntryPoint(symbol, &found, cudaEnableDefault, &result);
#endif
}

template <class Function>
void find(const char* symbol, Function& function) noexcept {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    const bool failed = forget(get_entry_point(symbol, found, result));
    const bool is_there = !failed && result == cudaDriverEntryPointSuccess;
    function = is_there ? reinterpret_cast<Function>(found) : nullptr;
}

Functions find_functions() noexcept {
    Functions found{};
    find("cuDevicePrimaryCtxRetain", found.retain);
    find("cuCtxPushCurrent", found.push);
    find("cuCtxPopCurrent", found.pop);
    find("cuFuncSetAttribute", found.set_attribute);
    find("cuLibraryLoadData", found.load_library);
    find("cuLibraryUnload", found.unload_library);
    find("cuLibraryGetKernel", found.get_kernel);
    find("cuKernelGetFunction", found.get_function);
    find("cuKernelGetAttribute", found.get_kernel_attribute);
    find("cuKernelSetAttribute", found.set_kernel_attribute);
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

int attribute_of(CUkern_st* kernel, CUfunction_attribute attribute, int device) noexcept {
    int value = 0;
    const int failure = call(functions().get_kernel_attribute, &value, attribute, kernel, device);
    return failure == cudaSuccess ? value : -1;
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

#if CUDART_VERSION < 12080
namespace {

struct StreamFunctions {
    decltype(&::cuStreamGetCtx) get_context;
    decltype(&::cuCtxGetDevice) get_device;
};

StreamFunctions find_stream_functions() noexcept {
    StreamFunctions found{};
    find("cuStreamGetCtx", found.get_context);
    find("cuCtxGetDevice", found.get_device);
    return found;
}

}  // namespace

int device_of_stream(int& device, CUstream_st* stream) noexcept {
    static const StreamFunctions found = find_stream_functions();
    CUcontext context = nullptr;
    int failure = call(found.get_context, stream, &context);
    if (failure == cudaSuccess) failure = push(context);
    if (failure != cudaSuccess) return failure;
    failure = call(found.get_device, &device);
    (void)pop();
    return failure;
}
#endif

int load_library(CUlib_st*& library, const void* binary) noexcept {
    return call(functions().load_library, &library, binary, nullptr, nullptr, 0U, nullptr, nullptr,
                0U);
}

int find_kernel(CUkern_st*& kernel, CUlib_st* library, const char* name) noexcept {
    return call(functions().get_kernel, &kernel, library, name);
}

void unload_library(CUlib_st* library) noexcept { (void)call(functions().unload_library, library); }

int prepare_kernel(CUkern_st* kernel, int shared_bytes, int device) noexcept {
    CUfunction loaded = nullptr;
    const int failure = call(functions().get_function, &loaded, kernel);
    if (failure != cudaSuccess) return failure;
    return call(functions().set_kernel_attribute, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                shared_bytes, kernel, device);
}

int registers_of(CUkern_st* kernel, int device) noexcept {
    return attribute_of(kernel, CU_FUNC_ATTRIBUTE_NUM_REGS, device);
}

int local_bytes_of(CUkern_st* kernel, int device) noexcept {
    return attribute_of(kernel, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, device);
}

int grant_shared_memory(CUfunc_st* kernel, int bytes) noexcept {
    return call(functions().set_attribute, kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                bytes);
}

}  // namespace ttgt::cuda::driver
