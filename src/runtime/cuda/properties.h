// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace ttgt::cuda {

/// What planners and reports need of a device.
struct DeviceProperties {
    std::string name;
    int compute_major = 0;  ///< compute capability
    int compute_minor = 0;
    int multiprocessors = 0;
    std::int64_t shared_per_block = 0;           ///< bytes, where the kernel opts in
    std::int64_t shared_per_multiprocessor = 0;  ///< bytes
    std::int64_t l2_bytes = 0;
    std::int64_t memory_bytes = 0;
    double clock_mhz = 0;         ///< peak, of the multiprocessors
    double memory_clock_mhz = 0;  ///< peak
    int memory_bus_bits = 0;      ///< 0, as the clocks: the driver does not say
};

/// Whether a device is a Hopper GPU, whose warpgroups multiply together.
[[nodiscard]] inline bool is_hopper(const DeviceProperties& device) {
    return device.compute_major == 9;
}

/// Asked of the driver once per device; thread-safe. Throws DeviceError where there is no such one.
[[nodiscard]] const DeviceProperties& device_properties(int device);

/// What measured times depend on beside the problem: the kind of device and the driver, in one
/// line.
[[nodiscard]] std::string device_platform(int device);

/// "13.0": the newest CUDA that the driver can run, and the one this build links. Empty where there
/// is no driver.
[[nodiscard]] std::string driver_cuda_version();
[[nodiscard]] std::string runtime_cuda_version();

}  // namespace ttgt::cuda
