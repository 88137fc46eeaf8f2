// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contraction/expression/expression.h"
#include "tools/io/values.h"
#include "tools/operands/label_extents.h"

namespace ttgt::tool {

/// The expression's tensors by position: the output, then every factor in order.
[[nodiscard]] std::vector<Factor> tensors_of(const Expression& expression);

/// Throws InvalidArgument, beginning with `what`, where a label of the expression has no extent or
/// an extent no label.
void check_labels(const Expression& expression, const std::vector<LabelExtent>& extents,
                  std::string_view what);

/// Which mode of a packed tensor is fastest.
enum class MemoryOrder : std::uint8_t { first_fastest, last_fastest };
/// "F" or "C"; throws InvalidArgument.
[[nodiscard]] MemoryOrder parse_order(std::string_view text, std::string_view what);
[[nodiscard]] Layout packed_layout(std::vector<std::int64_t> extents, MemoryOrder order);

/// Packed layouts of those tensors. Every label has an extent. Throws SizeOverflow naming the
/// tensor and its extents.
[[nodiscard]] std::vector<OperandLayout> packed_operands(
    const Expression& expression, const std::vector<LabelExtent>& extents, DType dtype,
    MemoryOrder order = MemoryOrder::first_fastest);

/// One option KEY=VALUE for a tensor, which KEY names or, where the name stands for more than one,
/// gives the position of.
struct TensorOption {
    std::size_t position;
    std::string value;
};
/// `option` is what it is called in messages and `value` what stands behind the `=` there. Throws
/// InvalidArgument where the text has another form or there is no such tensor.
[[nodiscard]] TensorOption parse_tensor_option(std::string_view text,
                                               const std::vector<Factor>& tensors,
                                               std::string_view option, std::string_view value);

/// The file for every tensor of `tensors_of`, from options NAME=FILE or, where a name stands for
/// more than one tensor, POSITION=FILE. All inputs have one; the output may have none. Throws
/// InvalidArgument naming the tensor or option that does not fit.
[[nodiscard]] std::vector<std::optional<std::string>> bind_files(
    const Expression& expression, const std::vector<std::string>& options);

}  // namespace ttgt::tool
