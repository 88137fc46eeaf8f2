// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/blocks.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "contraction/expression/expression.h"
#include "network/plan/lifetimes.h"

namespace ttgt::blocks {

/// A statement of a program and its tensors.
struct BlockStatement {
    Expression expression;
    /// Numbers of the output and of the factors from left to right, in BlockProgram::tensors.
    std::vector<std::size_t> tensors;
};

/// A program bound to tensors of blocks.
struct BlockProgram {
    std::vector<BlockStatement> statements;
    std::vector<std::string> names;     ///< of the tensors
    std::vector<BlockOperand> tensors;  ///< the caller's operands in their order, then temporaries
    std::size_t operands = 0;           ///< the number of the caller's operands
    std::vector<std::size_t> outputs;   ///< the operands that statements write

    /// The statements in canonical spelling, one per line.
    [[nodiscard]] std::string text() const;
    /// From the first statement that writes a temporary to the last that reads it.
    [[nodiscard]] std::vector<network::Lifetime> lifetimes() const;
};

/// Throws as plan_program() of dense tensors; ExtentMismatch where statements give a temporary
/// different sections; and as output_blocks(), naming the statement.
[[nodiscard]] BlockProgram bind_block_program(std::string_view text,
                                              const std::vector<NamedBlockOperand>& operands);

}  // namespace ttgt::blocks
