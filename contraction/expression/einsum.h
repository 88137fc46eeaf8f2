// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "contraction/expression/expression.h"

namespace ttgt {

/// Whether a text is an einsum string, such as "ik,kj->ij": it is not blank and has no bracket,
/// which every assignment has, and no "=" but where a comma or an arrow "=>" tells what was meant.
[[nodiscard]] bool is_einsum(std::string_view text) noexcept;

/// Whether a text has an ellipsis: how many labels that stands for is told by the tensors.
[[nodiscard]] bool has_ellipsis(std::string_view text) noexcept;

/// Parses an einsum string to the assignment that it stands for: "ik,kj->ij" to
/// D(i,j)=L(i,k)*R(k,j); einsum.cpp has the grammar. `ranks` are those of the inputs, in order: an
/// ellipsis stands for as many labels as the letters leave, "_n" to "_1", and for none where its
/// input's rank is not given. Without "->" the output has the ellipsis, then the letters that stand
/// once, in the order of their code points. Throws ExpressionError with the column, and
/// RankMismatch where an input with an ellipsis has more letters than modes.
[[nodiscard]] Expression parse_einsum(std::string_view text,
                                      const std::vector<std::size_t>& ranks = {});

/// Either spelling.
[[nodiscard]] Expression read_expression(std::string_view text,
                                         const std::vector<std::size_t>& ranks = {});

}  // namespace ttgt
