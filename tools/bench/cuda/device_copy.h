// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

namespace ttgt::tool {

/// GB/s, read plus written, of the driver's copy of device memory that no cache holds.
[[nodiscard]] double measure_device_copy_gb_s(const Context& context);

}  // namespace ttgt::tool
