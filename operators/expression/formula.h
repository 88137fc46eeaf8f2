// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "contraction/expression/expression.h"
#include "operators/expression/operation.h"

namespace ttgt {

/// The most instructions that a formula may have, and the deepest nesting of its brackets.
inline constexpr std::size_t most_instructions = 256;
inline constexpr std::size_t deepest_nesting = 64;

/// A tensor with the labels that it has in one place of a formula.
struct TensorUse {
    Factor factor;              ///< name, labels and columns; never conjugated
    std::size_t operand = 0;    ///< 0: the output; else 1 + the position in Formula::inputs
    bool in_reduction = false;  ///< it stands inside the reduction's brackets

    friend bool operator==(const TensorUse&, const TensorUse&) = default;
};

/// A parsed formula: output (= | += | -=) expression. `+=` and `-=` have become instructions.
struct Formula {
    std::string text;                  ///< as the caller wrote it
    std::vector<TensorUse> uses;       ///< each tensor with each order of labels once; first the
                                       ///< output on the left
    std::vector<std::string> inputs;   ///< names on the right, in the order of first appearance
    std::vector<std::string> scalars;  ///< names without brackets, in the same order
    Reduction reduction = Reduction::none;
    Instructions element;  ///< of each element; the operand of the reduction where there is one
    Instructions finish;   ///< of each element of the output; empty without a reduction
};

/// Parses a formula; parse_formula.cpp has the grammar. Throws ExpressionError with the column.
/// Labels meet layouts when binding.
[[nodiscard]] Formula parse_formula(std::string_view text);

}  // namespace ttgt
