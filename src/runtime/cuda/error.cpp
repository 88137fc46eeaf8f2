// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/error.h"

#include <ttgt/error.h>

#include <cuda_runtime_api.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace ttgt::cuda {
namespace {

std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

/// Not every call records what it returns: another error is the caller's.
void fetch(int code) noexcept {
    if (cudaPeekAtLastError() == code) (void)cudaGetLastError();
}

}  // namespace

void check(int code, const char* call, const char* file, int line) {
    if (code == cudaSuccess) return;
    fetch(code);
    const auto error = static_cast<cudaError_t>(code);
    const std::string message = fmt::format("{}: {}: {} ({}:{})", call, cudaGetErrorName(error),
                                            cudaGetErrorString(error), file_name(file), line);
    if (error == cudaErrorMemoryAllocation) throw OutOfMemory(message);
    throw DeviceError(message);
}

bool forget(int code) noexcept {
    if (code == cudaSuccess) return false;
    fetch(code);
    return true;
}

}  // namespace ttgt::cuda
