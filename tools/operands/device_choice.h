// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/device.h>

#include <string>
#include <vector>

#include "tools/io/values.h"

namespace ttgt::tool {

/// Where a command works.
struct DeviceChoice {
    std::string device = "cpu";
    int threads = 0;
};

/// Of a context there; the rest as it is by default. Throws InvalidArgument on what is no device.
[[nodiscard]] inline ContextOptions context_options_of(const DeviceChoice& choice) {
    ContextOptions options;
    options.device = parse_device(choice.device);
    options.threads = choice.threads;
    return options;
}

/// "cuda:0,cuda:1": those that share the work. Throws InvalidArgument on what is no device.
[[nodiscard]] inline std::vector<Device> parse_devices(const std::string& text) {
    std::vector<Device> devices;
    for (const std::string_view name : split(text, ',')) devices.push_back(parse_device(name));
    return devices;
}
[[nodiscard]] inline std::string to_string(const std::vector<Device>& devices) {
    std::string text;
    for (const Device& device : devices) {
        if (!text.empty()) text += ',';
        text += ttgt::to_string(device);
    }
    return text;
}

}  // namespace ttgt::tool
