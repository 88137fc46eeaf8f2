// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/expression/expression.h"

#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace ttgt {
namespace {

void append_factor(std::string& text, const Factor& factor) {
    text += factor.name;
    if (factor.conjugated) text += '+';
    text += '(';
    for (std::size_t i = 0; i < factor.labels.size(); ++i) {
        if (i > 0) text += ',';
        text += factor.labels[i];
    }
    text += ')';
}

/// The product without its sign; a scale of 1 needs no literal.
void append_product(std::string& text, const Term& term) {
    const double magnitude = std::abs(term.scale);
    // fmt prints the fewest digits that read back as the same double.
    if (magnitude != 1.0) fmt::format_to(std::back_inserter(text), "{} * ", magnitude);
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
        if (i > 0) text += " * ";
        append_factor(text, term.factors[i]);
    }
}

}  // namespace

std::string_view spelling(Assignment assignment) {
    switch (assignment) {
        case Assignment::add:
            return "+=";
        case Assignment::subtract:
            return "-=";
        case Assignment::assign:
            break;
    }
    return "=";
}

std::string to_string(const Expression& expression) {
    std::string text;
    append_factor(text, expression.output);
    fmt::format_to(std::back_inserter(text), " {} ", spelling(expression.assignment));
    for (std::size_t i = 0; i < expression.terms.size(); ++i) {
        const Term& term = expression.terms[i];
        const bool negative = std::signbit(term.scale);
        if (i > 0) {
            text += negative ? " - " : " + ";
        } else if (negative) {
            text += '-';
        }
        append_product(text, term);
    }
    return text;
}

}  // namespace ttgt
