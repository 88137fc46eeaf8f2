// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/devices.h"

#include <cuda_runtime_api.h>

#include <fmt/format.h>

namespace ttgt::cuda {
namespace {

DeviceInfo describe(int index, const cudaDeviceProp& properties) {
    DeviceInfo info;
    info.device = Device{Device::Kind::cuda, index};
    info.name = properties.name;
    info.processors = properties.multiProcessorCount;
    info.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    info.architecture = fmt::format("sm_{}{}", properties.major, properties.minor);
    return info;
}

}  // namespace

std::vector<DeviceInfo> list_devices() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        (void)cudaGetLastError();  // clears it: no driver is an answer here, not a failure
        return {};
    }
    std::vector<DeviceInfo> devices;
    for (int index = 0; index < count; ++index) {
        cudaDeviceProp properties{};
        if (cudaGetDeviceProperties(&properties, index) == cudaSuccess) {
            devices.push_back(describe(index, properties));
        }
    }
    return devices;
}

}  // namespace ttgt::cuda
