// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>

#include <optional>
#include <vector>

#include "contraction/expression/expression.h"
#include "network/program/program.h"

namespace ttgt::blocks {

/// An expression of any number of terms and factors, bound to tensors of blocks.
struct BlockSum {
    Expression expression;
    /// The same expression bound to tensors of one element: one sum, whose tensor i is operand i.
    network::Program program;
    std::vector<Sections> sections;      ///< of each label of the sum
    std::vector<BlockOperand> operands;  ///< D, then the factors from left to right

    [[nodiscard]] const network::Sum& sum() const { return program.sums.front(); }
};

/// Binds an expression to operands of blocks, the output first. Throws as plan_contraction() of
/// blocks, but MissingBlock.
[[nodiscard]] BlockSum bind_block_sum(Expression expression,
                                      const std::vector<BlockOperand>& operands,
                                      std::optional<bool> beta_is_zero);

/// The same without blocks of D, whose sections are those of the factors' labels.
[[nodiscard]] BlockSum bind_block_factors(Expression expression,
                                          const std::vector<BlockLayout>& factors);

}  // namespace ttgt::blocks
