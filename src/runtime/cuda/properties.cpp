// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/runtime/cuda/properties.h"

#include <cuda_runtime_api.h>

#include <map>
#include <mutex>

#include <fmt/format.h>

#include "src/runtime/cuda/error.h"

namespace ttgt::cuda {
namespace {

/// CUDA 13 took the clocks out of cudaDeviceProp.
int attribute_of(cudaDeviceAttr attribute, int device) {
    int value = 0;
    TTGT_CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

double attribute_mhz(cudaDeviceAttr attribute, int device) {
    return attribute_of(attribute, device) * 1e-3;
}

DeviceProperties query(int device) {
    cudaDeviceProp from{};
    TTGT_CUDA_CHECK(cudaGetDeviceProperties(&from, device));
    DeviceProperties to;
    to.name = from.name;
    to.compute_major = from.major;
    to.compute_minor = from.minor;
    to.multiprocessors = from.multiProcessorCount;
    to.shared_per_block = static_cast<std::int64_t>(from.sharedMemPerBlockOptin);
    to.shared_per_multiprocessor = static_cast<std::int64_t>(from.sharedMemPerMultiprocessor);
    to.l2_bytes = from.l2CacheSize;
    to.memory_bytes = static_cast<std::int64_t>(from.totalGlobalMem);
    to.clock_mhz = attribute_mhz(cudaDevAttrClockRate, device);
    to.memory_clock_mhz = attribute_mhz(cudaDevAttrMemoryClockRate, device);
    to.memory_bus_bits = attribute_of(cudaDevAttrGlobalMemoryBusWidth, device);
    return to;
}

std::string version_text(int version) {
    return version == 0 ? std::string() : fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace

const DeviceProperties& device_properties(int device) {
    static std::mutex mutex;
    static std::map<int, DeviceProperties> known;  // its elements never move
    const std::lock_guard lock(mutex);
    const auto found = known.find(device);
    if (found != known.end()) return found->second;
    return known.emplace(device, query(device)).first->second;
}

std::string device_platform(int device) {
    const DeviceProperties& properties = device_properties(device);
    return fmt::format("{}, compute capability {}.{}, {} multiprocessors, driver of CUDA {}",
                       properties.name, properties.compute_major, properties.compute_minor,
                       properties.multiprocessors, driver_cuda_version());
}

std::string driver_cuda_version() {
    int version = 0;
    if (forget(cudaDriverGetVersion(&version))) return {};
    return version_text(version);
}

std::string runtime_cuda_version() {
    int version = 0;
    TTGT_CUDA_CHECK(cudaRuntimeGetVersion(&version));
    return version_text(version);
}

}  // namespace ttgt::cuda
