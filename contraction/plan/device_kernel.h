// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "src/core/kernel_key.h"

namespace ttgt {

/// How a device does a step: which kernel it runs, and with which tile sizes. The device's Machine
/// makes a DeviceKernel when planning, and the device's Backend reads it when running. Each kind of
/// device has derived classes for its kernels.
struct DeviceKernel {
    virtual ~DeviceKernel() = default;
    /// The kernel and its tile sizes as text; empty if the device had no choice.
    [[nodiscard]] virtual std::string describe() const { return {}; }
    /// Which of the device's kernels for the step this is; empty if the device had no choice.
    [[nodiscard]] virtual KernelKey key() const { return {}; }

protected:
    DeviceKernel() = default;
    DeviceKernel(const DeviceKernel&) = default;
    DeviceKernel(DeviceKernel&&) = default;
    DeviceKernel& operator=(const DeviceKernel&) = default;
    DeviceKernel& operator=(DeviceKernel&&) = default;
};
using SharedDeviceKernel = std::shared_ptr<const DeviceKernel>;

}  // namespace ttgt
