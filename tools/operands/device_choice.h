// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/device.h>

#include <string>

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

}  // namespace ttgt::tool
