// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "contraction/expression.h"
#include "tools/values.h"

namespace ttgt::tool {

/// The expression's tensors by position: the output, then every factor in order.
[[nodiscard]] std::vector<Factor> tensors_of(const Expression& expression);

/// Packed layouts of those tensors, first label fastest. Every label has an extent.
[[nodiscard]] std::vector<OperandLayout> packed_operands(const Expression& expression,
                                                         const std::vector<LabelExtent>& extents,
                                                         DType dtype);

/// The file for every tensor of `tensors_of`, from options NAME=FILE or, where a name stands for
/// more than one tensor, POSITION=FILE. All inputs have one; the output may have none. Throws
/// InvalidArgument naming the tensor or option that does not fit.
[[nodiscard]] std::vector<std::optional<std::string>> bind_files(
    const Expression& expression, const std::vector<std::string>& options);

}  // namespace ttgt::tool
