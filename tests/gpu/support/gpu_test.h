// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/device.h>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace ttgt::test {

/// Tests that need a CUDA device; where there is none they are skipped, saying so.
class GpuTest : public testing::Test {
protected:
    void SetUp() override {
        const std::vector<DeviceInfo> devices = list_devices();
        const auto gpu = std::find_if(devices.begin(), devices.end(), [](const DeviceInfo& info) {
            return info.device.kind == Device::Kind::cuda && info.usable;
        });
        if (gpu == devices.end()) GTEST_SKIP() << "no usable CUDA device";
        options_.device = gpu->device;
    }

    [[nodiscard]] const ContextOptions& options() const { return options_; }
    [[nodiscard]] int device() const { return options_.device.index; }
    /// CUDA devices of this machine.
    [[nodiscard]] static int device_count() {
        const std::vector<DeviceInfo> devices = list_devices();
        return static_cast<int>(std::count_if(
            devices.begin(), devices.end(),
            [](const DeviceInfo& info) { return info.device.kind == Device::Kind::cuda; }));
    }

    [[nodiscard]] static std::vector<Device> all_devices() {
        std::vector<Device> devices;
        for (int index = 0; index < device_count(); ++index) {
            devices.push_back({Device::Kind::cuda, index});
        }
        return devices;
    }

private:
    ContextOptions options_;
};

}  // namespace ttgt::test
