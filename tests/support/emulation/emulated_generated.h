// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "tests/support/problems/generated_problems.h"

namespace ttgt::test {

/// Runs the kernel of the case of that number on these tensors; returns what went wrong, or
/// nothing.
[[nodiscard]] std::string emulate_generated(std::size_t number, const GeneratedCase& generated,
                                            void* const* tensors, double alpha, double beta);

}  // namespace ttgt::test
