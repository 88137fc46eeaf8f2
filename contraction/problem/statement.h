// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>

#include <string_view>
#include <vector>

#include "contraction/expression/expression.h"

namespace ttgt {

/// An expression and the operands as it sees them, the output first.
struct Statement {
    Expression expression;                ///< the expression
    std::vector<OperandLayout> operands;  ///< dtypes and layouts of the operands, the output first
    /// Whether D may have another precision than the inputs: `converts` of bind_expression().
    bool converts = false;
};

/// Reads an expression of either spelling for these operands. In an einsum string an input's mode
/// of extent 1 is repeated where its label has another extent in another input: by stride 0,
/// without a copy. Operands that do not fit are left for bind_expression() to refuse. Throws what
/// the parsers throw.
[[nodiscard]] Statement read_statement(std::string_view text, std::vector<OperandLayout> operands);

}  // namespace ttgt
