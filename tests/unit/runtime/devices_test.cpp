// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/device.h>
#include <ttgt/error.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

TEST(Device, NamesRoundTrip) {
    EXPECT_EQ(parse_device("cpu"), (Device{Device::Kind::cpu, 0}));
    EXPECT_EQ(parse_device("cuda"), (Device{Device::Kind::cuda, 0}));
    EXPECT_EQ(to_string(parse_device("cuda:12")), "cuda:12");
    EXPECT_EQ(to_string(Device{}), "cpu");
}

TEST(Device, OtherNamesAreRefused) {
    for (const char* text : {"", "gpu", "cuda:", "cuda:-1", "cuda:1x", "cuda:99999999999", "CPU"}) {
        EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)parse_device(text); }),
                    HasSubstr("device '" + std::string(text) + "' is neither 'cpu' nor 'cuda:N'"))
            << text;
    }
}

TEST(ListDevices, BeginsWithThisHost) {
    const std::vector<DeviceInfo> devices = list_devices();

    ASSERT_FALSE(devices.empty());
    EXPECT_EQ(devices.front().device, Device{});
    EXPECT_GE(devices.front().processors, 1);
    EXPECT_GT(devices.front().memory_bytes, 0);
    EXPECT_TRUE(devices.front().usable);
}

}  // namespace
}  // namespace ttgt
