// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/host_contraction.h>

#include <cstdint>
#include <vector>

namespace ttgt::test {

/// Draws a contraction of tensors of small integers in host memory, and a limit that cuts them into
/// some tiles; adds a failure where the devices' result is not exactly the reference's, or more
/// memory is used.
void run_host_case(Context& context, std::uint64_t seed, const std::vector<Device>& devices);

}  // namespace ttgt::test
