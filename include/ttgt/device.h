// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/export.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// Where a tensor's elements live.
enum class MemorySpace : std::uint8_t { host, device };

/// What executes a plan: "cpu" or "cuda:N".
struct Device {
    enum class Kind : std::uint8_t { cpu, cuda };
    Kind kind = Kind::cpu;
    int index = 0;

    friend bool operator==(const Device&, const Device&) = default;
};

/// "cpu" or "cuda:N".
[[nodiscard]] TTGT_EXPORT std::string to_string(const Device& device);
/// "cpu", "cuda" (device 0) or "cuda:N". Throws InvalidArgument on anything else.
[[nodiscard]] TTGT_EXPORT Device parse_device(std::string_view text);

/// A queue of work on a CUDA device: a cudaStream_t, owned by whoever made it. Empty: the context's
/// own, or the one of a CPU, which has none.
struct Stream {
    void* handle = nullptr;

    friend bool operator==(const Stream&, const Stream&) = default;
};

/// One line of `ttgt devices`.
struct DeviceInfo {
    Device device;
    std::string name;
    int processors = 0;             ///< CPU threads available to OpenMP, or multiprocessors
    std::int64_t memory_bytes = 0;  ///< physical memory of the host, or of the device
    std::string architecture;       ///< SIMD level of the host, or "sm_90"
    bool usable = false;            ///< a context can be made for it: see Context
};

/// The CPU first, then every CUDA device a CUDA build can see. Never throws for want of a driver.
[[nodiscard]] TTGT_EXPORT std::vector<DeviceInfo> list_devices();

}  // namespace ttgt
