// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/device.h>
#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/runtime/cuda/properties.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using DevicesGpu = test::GpuTest;

TEST_F(DevicesGpu, FirstCudaDeviceIsDescribed) {
    const DeviceInfo gpu = list_devices().at(1);

    EXPECT_EQ(to_string(gpu.device), "cuda:0");
    EXPECT_FALSE(gpu.name.empty());
    EXPECT_GT(gpu.processors, 0);
    EXPECT_GT(gpu.memory_bytes, std::int64_t{1} << 30);
    EXPECT_TRUE(gpu.architecture.starts_with("sm_"));
}

TEST_F(DevicesGpu, PropertiesAgreeWithTheListAndAreKept) {
    const cuda::DeviceProperties& properties = cuda::device_properties(device());
    const DeviceInfo gpu = list_devices().at(1 + static_cast<std::size_t>(device()));

    EXPECT_EQ(properties.name, gpu.name);
    EXPECT_EQ(properties.multiprocessors, gpu.processors);
    EXPECT_EQ(properties.memory_bytes, gpu.memory_bytes);
    EXPECT_GE(properties.compute_major, 8);
    EXPECT_GT(properties.l2_bytes, 0);
    EXPECT_GE(properties.shared_per_block, 48 * 1024);
    EXPECT_GT(properties.shared_per_multiprocessor, properties.shared_per_block);
    EXPECT_GT(properties.clock_mhz, 100);
    EXPECT_GT(properties.memory_clock_mhz, 100);
    EXPECT_EQ(&cuda::device_properties(device()), &properties);
}

TEST_F(DevicesGpu, ContextOnADeviceBeyondTheLastIsRefusedWithTheirNumber) {
    ContextOptions beyond = options();
    beyond.device.index = static_cast<int>(list_devices().size()) - 1;

    EXPECT_THAT(test::refusal_of<InvalidArgument>([&] { const Context context(beyond); }),
                testing::AllOf(testing::HasSubstr(to_string(beyond.device)),
                               testing::EndsWith("is " + std::to_string(beyond.device.index))));
}

}  // namespace
}  // namespace ttgt
