// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "blocks/cuda/pairs/pairs_launch.h"

namespace ttgt::test {

/// Runs the source of the kernel of pairs on the CPU. Returns what went wrong, or nothing.
[[nodiscard]] std::string emulate_pairs(const cuda::PairsLaunch& launch,
                                        const cuda::PairsArguments& arguments,
                                        const cuda::PairsScalars& scalars);

}  // namespace ttgt::test
