// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "operators/problem/operator_problem.h"

namespace ttgt {

/// The output that a formula has by its inputs, packed: extents by labels; the widest precision of
/// the inputs, float32 where they are of float16 and bfloat16, float64 without inputs; complex
/// where `has_complex_scalars`, or where the result may have an imaginary part.
///
/// Throws OperandCountMismatch and RankMismatch where inputs do not fit the formula;
/// InvalidArgument where the formula reads its output, no input has one of the output's labels, or
/// a function takes no complex values; Unsupported where an input is opaque.
[[nodiscard]] OperandLayout natural_output(const Formula& formula,
                                           const std::vector<OperandLayout>& inputs,
                                           bool has_complex_scalars);

}  // namespace ttgt
