// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/transpose.h>

#include <cstdint>
#include <string>

#include "tests/support/placement.h"
#include "tests/support/problems/transpose_case.h"
#include "tests/support/random.h"

namespace ttgt::stress {

/// Tensors in device memory, `shift` bytes off their usual places.
[[nodiscard]] test::Site device_site(Context& context, std::int64_t shift);

/// Runs the plan on random arrays in device memory; what is wrong with the result, or nothing.
[[nodiscard]] std::string run_on_device(const TransposePlan& plan, const test::TransposeCase& given,
                                        Scalar alpha, Scalar beta, test::Random& random,
                                        int device);

}  // namespace ttgt::stress
