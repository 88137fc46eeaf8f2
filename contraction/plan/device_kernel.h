// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace ttgt {

/// A device's choices for a step, such as the kernel and its tile sizes. A device's Machine makes
/// it when planning; the same device's Backend reads it when running. Each device derives its
/// types.
struct DeviceKernel {
    virtual ~DeviceKernel() = default;
    /// The kernel and its tile sizes as text; empty if the device had no choice.
    [[nodiscard]] virtual std::string describe() const { return {}; }

protected:
    DeviceKernel() = default;
    DeviceKernel(const DeviceKernel&) = default;
    DeviceKernel(DeviceKernel&&) = default;
    DeviceKernel& operator=(const DeviceKernel&) = default;
    DeviceKernel& operator=(DeviceKernel&&) = default;
};
using SharedDeviceKernel = std::shared_ptr<const DeviceKernel>;

}  // namespace ttgt
