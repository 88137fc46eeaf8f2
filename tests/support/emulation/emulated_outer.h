// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "contraction/cuda/direct/direct_calls.h"

namespace ttgt::test {

/// Runs the blocks of a launch of the outer kernel; returns what went wrong, or nothing.
[[nodiscard]] std::string emulate_outer(const cuda::DirectLaunch& launch,
                                        const cuda::DirectCall& call);

}  // namespace ttgt::test
