// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/kernels/loaded_kernel.h"

#include <cuda_runtime_api.h>

#include "src/runtime/cuda/device_scope.h"
#include "src/runtime/cuda/driver.h"
#include "src/runtime/cuda/error.h"
#include "src/runtime/cuda/primary_context.h"
#include "src/runtime/cuda/stream.h"

namespace ttgt::cuda {
namespace {

/// The device's primary context as the calling thread's. The driver loads kernels into the current
/// context, and a thread that has called nothing of the runtime has none yet.
class PrimaryContextScope {
public:
    explicit PrimaryContextScope(int device) { TTGT_CUDA_CHECK(push_primary_context(device)); }
    ~PrimaryContextScope() { (void)pop_context(); }
    PrimaryContextScope(const PrimaryContextScope&) = delete;
    PrimaryContextScope& operator=(const PrimaryContextScope&) = delete;
};

}  // namespace

LoadedKernel::LoadedKernel(const std::string& binary, const char* name, std::int64_t shared_bytes,
                           int device)
    : shared_bytes_(shared_bytes), device_(device) {
    const PrimaryContextScope scope(device);
    TTGT_CUDA_CHECK(driver::load_library(library_, binary.data()));
    try {
        TTGT_CUDA_CHECK(driver::find_kernel(kernel_, library_, name));
        TTGT_CUDA_CHECK(driver::prepare_kernel(kernel_, static_cast<int>(shared_bytes), device));
    } catch (...) {
        driver::unload_library(library_);
        throw;
    }
}

LoadedKernel::~LoadedKernel() {
    const DeviceScope scope(device_, std::nothrow);
    driver::unload_library(library_);
}

void LoadedKernel::enqueue(std::int64_t blocks, int threads, void** arguments, Stream stream,
                           bool overlaps) const {
    const DeviceScope scope(device_);
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks), 1, 1);
    config.blockDim = dim3(static_cast<unsigned>(threads), 1, 1);
    config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes_);
    config.stream = native(stream);
    config.attrs = &attribute;
    config.numAttrs = overlaps ? 1 : 0;
    TTGT_CUDA_CHECK(cudaLaunchKernelExC(&config, static_cast<const void*>(kernel_), arguments));
}

int LoadedKernel::registers() const { return driver::registers_of(kernel_, device_); }

int LoadedKernel::spilled_bytes() const { return driver::local_bytes_of(kernel_, device_); }

}  // namespace ttgt::cuda
