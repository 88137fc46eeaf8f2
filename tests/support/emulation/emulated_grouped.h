// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "transpose/cuda/grouped/enqueue_grouped.h"

namespace ttgt::test {

/// Runs the source of the grouped transpose kernel on the CPU. Returns what went wrong, or nothing.
[[nodiscard]] std::string emulate_grouped(const cuda::GroupedLaunch& launch,
                                          const cuda::GroupedArguments& arguments,
                                          const cuda::GroupedScalars& scalars);

}  // namespace ttgt::test
