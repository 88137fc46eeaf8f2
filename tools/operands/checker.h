// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contraction/expression/expression.h"
#include "src/reference/reference.h"

namespace ttgt::tool {

/// The contraction as the reference understands it: D = alpha * (factors and sign of the
/// expression)
/// * inputs + beta * D. `inputs` in the order of the expression.
[[nodiscard]] reference::Problem reference_problem(const Expression& expression,
                                                   const std::vector<std::int64_t>& output_extents,
                                                   const std::vector<ConstTensorView>& inputs,
                                                   Scalar alpha, Scalar beta);

/// Throws Unsupported where the reference does not compute the expression: a sum of products.
void check_has_reference(const Expression& expression);

/// "ok", "fail" or "skipped".
[[nodiscard]] std::string_view name(reference::Outcome outcome) noexcept;
/// "check: ok  largest error over bound 0.0413 (13824 elements)".
[[nodiscard]] std::string to_string(const reference::Comparison& comparison);

}  // namespace ttgt::tool
