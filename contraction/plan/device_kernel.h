// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace ttgt {

/// How a device does a step, where there is more to say than the step does: made by the Machine
/// that planned it, read by the Backend of the same device.
struct DeviceKernel {
    virtual ~DeviceKernel() = default;
    /// What it is and how it cuts the step up; empty where there is nothing to choose.
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
