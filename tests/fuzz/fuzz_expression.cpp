// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes either parse, and then print to text that parses to the same value, or are refused with
// a column inside them.
#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "contraction/expression/expression.h"
#include "tests/support/expression_values.h"

namespace {

/// Ends the process, which is how a fuzzer learns of a failure.
void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    ttgt::Expression expression;
    try {
        expression = ttgt::parse_expression(text);
    } catch (const ttgt::ExpressionError& error) {
        require(error.column() <= size);
        return 0;
    }
    require(expression.text == text);
    const std::string printed = ttgt::to_string(expression);
    require(ttgt::test::value_of(printed) == ttgt::test::without_positions(expression));
    require(ttgt::to_string(ttgt::parse_expression(printed)) == printed);
    return 0;
}
