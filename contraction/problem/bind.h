// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <vector>

#include "contraction/expression/expression.h"
#include "contraction/problem/problem.h"

namespace ttgt {

/// Meets an expression with its operands' layouts, output first, and normalises the result (see
/// Problem). Throws OperandCountMismatch, RankMismatch, ExtentMismatch, AliasedOutput (D overlaps
/// itself), SizeOverflow, InvalidArgument (a label in D only, or twice in D; dtypes that do not go
/// together) or Unsupported (several terms, more than two factors).
///
/// Where it `converts`, 16-bit inputs may be summed into a float32 D, and one float32 input may be
/// rounded to a 16-bit D: steps of a program do.
[[nodiscard]] Problem bind_expression(const Expression& expression,
                                      const std::vector<OperandLayout>& operands,
                                      std::optional<bool> beta_is_zero, bool converts = false);

}  // namespace ttgt
