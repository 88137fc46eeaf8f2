// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes, as an assignment, an einsum string or a program, either parse, and then print to text
// that parses to the same value, or are refused with a column inside them.
#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "contraction/expression/einsum.h"
#include "tests/support/expression_values.h"

namespace {

/// Ends the process, which is how a fuzzer learns of a failure.
void require(bool condition) {
    if (!condition) std::abort();
}

/// Of ASCII, and not beginning with a digit.
bool is_word(const std::string& label) {
    const bool begins_with_digit = label.front() >= '0' && label.front() <= '9';
    return !begins_with_digit && std::all_of(label.begin(), label.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x80;
    });
}

/// Whether an einsum string has what no assignment can have: a tensor of more labels, or a label
/// that is a digit or beyond ASCII.
bool is_beyond_assignments(const ttgt::Expression& expression) {
    const auto is_beyond = [](const ttgt::Factor& factor) {
        return factor.labels.size() > ttgt::max_rank ||
               !std::all_of(factor.labels.begin(), factor.labels.end(), is_word);
    };
    const std::vector<ttgt::Factor>& factors = expression.terms.front().factors;
    return is_beyond(expression.output) || std::any_of(factors.begin(), factors.end(), is_beyond);
}

/// As several statements.
void check_program(const std::string& text) {
    std::vector<ttgt::Expression> statements;
    try {
        statements = ttgt::parse_program(text);
    } catch (const ttgt::ExpressionError& error) {
        require(error.column() <= text.size());
        return;
    }
    std::string printed;
    for (const ttgt::Expression& statement : statements) {
        printed += ttgt::to_string(statement) + "\n";
    }
    const std::vector<ttgt::Expression> again = ttgt::parse_program(printed);
    require(again.size() == statements.size());
    for (std::size_t i = 0; i < again.size(); ++i) {
        require(ttgt::test::without_positions(again[i]) ==
                ttgt::test::without_positions(statements[i]));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    check_program(text);
    ttgt::Expression expression;
    try {
        expression = ttgt::read_expression(text, {3, 5, 70});
    } catch (const ttgt::ExpressionError& error) {
        require(error.column() <= size);
        return 0;
    } catch (const ttgt::RankMismatch&) {
        require(ttgt::has_ellipsis(text));
        return 0;
    }
    require(expression.text == text);
    if (is_beyond_assignments(expression)) return 0;
    const std::string printed = ttgt::to_string(expression);
    require(ttgt::test::value_of(printed) == ttgt::test::without_positions(expression));
    require(ttgt::to_string(ttgt::parse_expression(printed)) == printed);
    return 0;
}
