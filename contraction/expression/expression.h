// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ttgt {

/// One tensor of an expression with its labels, e.g. `L+(a,c,i,k)`.
struct Factor {
    std::string name;
    std::vector<std::string> labels;  ///< empty for a scalar `K()`
    bool conjugated = false;          ///< `L+(…)` or `conj(L(…))`; both together cancel
    std::size_t column = 0;           ///< 0-based, of the name
    std::vector<std::size_t> label_columns;

    friend bool operator==(const Factor&, const Factor&) = default;
};

/// A product: scale * factors[0] * factors[1] * …, the sign of its place in the sum included.
struct Term {
    double scale = 1.0;           ///< product of the numbers in the term; finite
    std::vector<Factor> factors;  ///< the tensors that are multiplied, at least one

    friend bool operator==(const Term&, const Term&) = default;
};

enum class Assignment { assign, add, subtract };
/// "=", "+=" or "-=".
[[nodiscard]] std::string_view spelling(Assignment assignment);

/// output (=|+=|-=) term + term - term …; the sign of `-=` is in `assignment`, not in the terms.
struct Expression {
    std::string text;  ///< the expression as the caller wrote it
    Factor output;     ///< the tensor on the left
    Assignment assignment = Assignment::assign;
    std::vector<Term> terms;  ///< the products on the right, at least one

    friend bool operator==(const Expression&, const Expression&) = default;
};

/// Parses one assignment; parse.cpp has the grammar. Throws ExpressionError with the column of the
/// first character that does not fit. Checks spelling, the range of numbers and max_rank; labels,
/// ranks and extents meet their operands when binding. Cost: linear, a microsecond or two.
[[nodiscard]] Expression parse_expression(std::string_view text);

/// Parses assignments, one per line or separated by `;`; columns count from the program's begin.
/// Throws as parse_expression().
[[nodiscard]] std::vector<Expression> parse_program(std::string_view text);

/// The expression in canonical spelling. Parsing it again gives an equal value, except that the
/// columns, which are positions in the text, may differ.
[[nodiscard]] std::string to_string(const Expression& expression);

}  // namespace ttgt
