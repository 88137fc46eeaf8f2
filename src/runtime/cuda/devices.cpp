// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/devices.h"

#include <ttgt/error.h>

#include <cuda_runtime_api.h>

#include <fmt/format.h>

#include "src/runtime/cuda/error.h"

namespace ttgt::cuda {
namespace {

// The oldest that kernels are compiled for.
constexpr int least_major = 8;

DeviceInfo describe(int index, const cudaDeviceProp& properties) {
    DeviceInfo info;
    info.device = Device{Device::Kind::cuda, index};
    info.name = properties.name;
    info.processors = properties.multiProcessorCount;
    info.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    info.architecture = fmt::format("sm_{}{}", properties.major, properties.minor);
    info.usable = properties.major >= least_major;
    return info;
}

[[noreturn]] void refuse(int index, const std::string& reason) {
    throw Unsupported(fmt::format("no backend for device cuda:{}: {}", index, reason));
}

bool has_driver() {
    int version = 0;
    return !forget(cudaDriverGetVersion(&version)) && version > 0;
}

}  // namespace

std::vector<DeviceInfo> list_devices() {
    int count = 0;
    if (forget(cudaGetDeviceCount(&count))) return {};  // no driver is an answer, not a failure
    std::vector<DeviceInfo> devices;
    for (int index = 0; index < count; ++index) {
        cudaDeviceProp properties{};
        if (forget(cudaGetDeviceProperties(&properties, index))) continue;
        devices.push_back(describe(index, properties));
    }
    return devices;
}

void check_usable(int index) {
    if (!has_driver()) refuse(index, "this machine has no CUDA driver");
    int count = 0;
    const cudaError_t failure = cudaGetDeviceCount(&count);
    if (forget(failure)) refuse(index, cudaGetErrorString(failure));
    if (index < 0 || index >= count) {
        throw InvalidArgument(fmt::format(
            "device cuda:{} was asked for, but the number of CUDA devices is {}", index, count));
    }
    int major = 0;
    int minor = 0;
    TTGT_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, index));
    TTGT_CUDA_CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, index));
    if (major < least_major) {
        refuse(index, fmt::format("its compute capability {}.{} is below {}.0", major, minor,
                                  least_major));
    }
}

}  // namespace ttgt::cuda
