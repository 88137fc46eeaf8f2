// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "contraction/expression/expression.h"

namespace ttgt::test {

inline void forget_positions(Factor& factor) {
    factor.column = 0;
    factor.label_columns.clear();
}

/// What an expression means, without how it was written: two spellings of one value compare equal.
[[nodiscard]] inline Expression without_positions(Expression expression) {
    expression.text.clear();
    forget_positions(expression.output);
    for (Term& term : expression.terms) {
        for (Factor& factor : term.factors) forget_positions(factor);
    }
    return expression;
}

/// The value that `text` parses to.
[[nodiscard]] inline Expression value_of(const std::string& text) {
    return without_positions(parse_expression(text));
}

}  // namespace ttgt::test
