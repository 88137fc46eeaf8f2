// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>

#include <vector>

namespace ttgt::cuda {

/// Every CUDA device the driver shows; none where there is no driver.
[[nodiscard]] std::vector<DeviceInfo> list_devices();

}  // namespace ttgt::cuda
