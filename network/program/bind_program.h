// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>
#include <ttgt/path.h>
#include <ttgt/program.h>

#include <string_view>
#include <vector>

#include "contraction/expression/expression.h"
#include "network/program/program.h"

namespace ttgt::network {

/// One statement whose operands are given in its order, the output first; tensors that are said to
/// be the same become one. `beta_is_zero` overrides what the assignment says. Throws as
/// bind_expression() does, and InvalidArgument where `same` names what is no input or differs.
[[nodiscard]] Program bind_statement(const Expression& expression,
                                     const std::vector<OperandLayout>& operands,
                                     const std::vector<std::vector<std::size_t>>& same,
                                     std::optional<bool> beta_is_zero);

/// Statements whose operands are given by name; what is not given is a temporary. `text` is what
/// the statements were parsed from. Throws as bind_expression() does, naming the statement with its
/// line and column, and InvalidArgument where a tensor is read before it is written, written after
/// it was read or twice by `=`, written but of no use, or given but in no statement.
[[nodiscard]] Program bind_statements(const std::vector<Expression>& statements,
                                      const std::vector<NamedOperand>& operands,
                                      std::string_view text);

}  // namespace ttgt::network
