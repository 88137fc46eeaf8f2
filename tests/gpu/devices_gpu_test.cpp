// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/device.h>
#include <ttgt/error.h>

#include <gtest/gtest.h>

namespace ttgt {
namespace {

TEST(ListDevicesGpu, DescribesTheFirstCudaDevice) {
    const std::vector<DeviceInfo> devices = list_devices();
    if (devices.size() < 2) GTEST_SKIP() << "no CUDA device";

    const DeviceInfo& gpu = devices[1];

    EXPECT_EQ(to_string(gpu.device), "cuda:0");
    EXPECT_FALSE(gpu.name.empty());
    EXPECT_GT(gpu.processors, 0);
    EXPECT_GT(gpu.memory_bytes, std::int64_t{1} << 30);
    EXPECT_TRUE(gpu.architecture.starts_with("sm_"));
}

TEST(ContextGpu, DeviceWithoutABackendIsRefusedByName) {
    const std::vector<DeviceInfo> devices = list_devices();
    if (devices.size() < 2) GTEST_SKIP() << "no CUDA device";
    ASSERT_FALSE(devices[1].usable);

    ContextOptions options;
    options.device = devices[1].device;

    EXPECT_THROW(Context{options}, Unsupported);
}

}  // namespace
}  // namespace ttgt
