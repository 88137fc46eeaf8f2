// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <string>
#include <vector>

namespace ttgt {

/// Throws InvalidArgument where there is no CUDA device of that number; Unsupported, saying what is
/// missing, where this build or this machine runs nothing on it. CPUs are always usable.
void check_usable(const Device& device);

/// The name of a device, as list_devices() shows it. Throws DeviceError where there is no such
/// device.
[[nodiscard]] std::string device_name(const Device& device);

/// The CPU, as list_devices() shows it; asks no driver of GPUs.
[[nodiscard]] DeviceInfo describe_host();

/// What measured times depend on beside the problem, on this machine's CPU with so many threads (0:
/// OpenMP's default), in one line.
[[nodiscard]] std::string cpu_platform(int threads);

}  // namespace ttgt

namespace ttgt::cuda {

/// Every CUDA device the driver shows; none where there is no driver.
[[nodiscard]] std::vector<DeviceInfo> list_devices();
/// Does what ttgt::check_usable() does, for CUDA device number `index`.
void check_usable(int index);

}  // namespace ttgt::cuda
