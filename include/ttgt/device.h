// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// The memory in which a tensor's elements lie: the host's, or that of a CUDA device.
enum class MemorySpace : std::uint8_t { host, device };

/// A device on which plans run: the CPU, or one CUDA device.
struct Device {
    enum class Kind : std::uint8_t { cpu, cuda };
    Kind kind = Kind::cpu;  ///< whether it is the CPU or a CUDA device
    int index = 0;          ///< number of the CUDA device, from 0; 0 for the CPU

    friend bool operator==(const Device&, const Device&) = default;
};

/// The device's name: "cpu", or "cuda:N" with N its index.
[[nodiscard]] TTGT_EXPORT std::string to_string(const Device& device);
/// Reads a device's name: "cpu", "cuda" (which is cuda:0) or "cuda:N". Throws InvalidArgument on
/// any other text.
[[nodiscard]] TTGT_EXPORT Device parse_device(std::string_view text);

/// A CUDA stream, which whoever made it owns. An empty stream has the handle nullptr: functions
/// that get one use the stream of the context. CPUs have no streams and take only an empty one.
struct Stream {
    void* handle = nullptr;  ///< the cudaStream_t

    friend bool operator==(const Stream&, const Stream&) = default;
};

/// A device of this machine, as `ttgt devices` lists it.
struct DeviceInfo {
    Device device;                  ///< kind and number
    std::string name;               ///< the model, as the CPU or the CUDA driver reports it
    int processors = 0;             ///< CPU threads available to OpenMP, or GPU multiprocessors
    std::int64_t memory_bytes = 0;  ///< bytes of physical memory of the host or of the GPU
    std::string architecture;       ///< SIMD level of the CPU, or that of the GPU, such as "sm_90"
    bool usable = false;            ///< whether a Context can be made for the device
};

/// Lists the devices of this machine: the CPU first, then each CUDA device that a build with CUDA
/// finds. Where there is no CUDA driver, lists the CPU alone and does not throw.
[[nodiscard]] TTGT_EXPORT std::vector<DeviceInfo> list_devices();

}  // namespace ttgt
