// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_contraction.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/expression/expression.h"
#include "contraction/problem/problem.h"

namespace ttgt::blocks {

/// A label of a contraction of blocks.
struct BlockLabel {
    std::string name;
    Role role = Role::free_l;
    Sections sections;
    /// The modes of each operand that have the label; several in an input's diagonal.
    std::array<std::vector<std::size_t>, operand_count> modes;
};

/// An expression bound to tensors of blocks.
struct BlockProblem {
    Expression expression;
    /// The same expression bound to tensors of one element: names, dtypes, conjugation, scale, beta
    /// and the number of inputs; no labels.
    Problem traits;
    std::vector<BlockLabel> labels;      ///< in the order of D, then of L, then of R
    std::vector<BlockOperand> operands;  ///< D, L and, with two inputs, R
    bool is_group = false;               ///< the blocks are the tensors of a group's problems

    [[nodiscard]] const BlockLayout& layout(Operand operand) const {
        return operands[operand].layout;
    }
    /// The indices of labels with one of these roles, in their order.
    [[nodiscard]] std::vector<std::size_t> labels_of(std::initializer_list<Role> roles) const;
};

/// Binds an expression of one term with one or two factors to operands of blocks, the output first.
/// Throws as plan_contraction() of blocks, but MissingBlock.
[[nodiscard]] BlockProblem bind_blocks(Expression expression,
                                       const std::vector<BlockOperand>& operands,
                                       std::optional<bool> beta_is_zero);

/// The same for an expression that has been read.
[[nodiscard]] BlockProblem bind_blocks(Expression expression,
                                       const std::vector<BlockOperand>& operands,
                                       std::optional<bool> beta_is_zero);

/// The same without blocks of D, whose sections are those of the inputs' labels.
[[nodiscard]] BlockProblem bind_inputs(Expression expression,
                                       const std::vector<BlockLayout>& inputs);

/// The blocks of an operand that have elements, and of which the sections of a repeated label are
/// the same: the others add nothing.
[[nodiscard]] std::vector<std::uint32_t> useful_blocks(const BlockProblem& problem,
                                                       Operand operand);

}  // namespace ttgt::blocks
