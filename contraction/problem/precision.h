// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contraction/problem/problem.h"
#include "src/core/element.h"

namespace ttgt {

/// Whether the inputs are of 16 bits and D is float32, or the other way round: a step of a program,
/// which no GEMM does.
[[nodiscard]] inline bool converts_precision(const Problem& problem) {
    return real_of(problem.dtypes[operand_d]) != real_of(problem.dtypes[operand_l]);
}

}  // namespace ttgt
