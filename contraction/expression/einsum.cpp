// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The grammar, with `{ }` for any number, `[ ]` for optional and quotes for what is written:
//
//   einsum      subscripts {"," subscripts} ["->" subscripts]
//   subscripts  {letter | "..."}    the ellipsis at most once
//
// Blanks may stand between any two tokens. A letter is a label: a letter or digit of ASCII, upper
// and lower case differ, or any code point above U+00A0 in UTF-8, but no arrow (U+2190 to U+21FF)
// and no byte order mark.
#include "contraction/expression/einsum.h"

#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "contraction/expression/lexer.h"

namespace ttgt {
namespace {

/// The labels of one tensor as they are written.
struct Subscripts {
    std::vector<std::string_view> letters;  ///< within the text
    std::vector<std::size_t> columns;       ///< of the letters
    std::optional<std::size_t> ellipsis;    ///< how many letters stand before it
    std::size_t column = 0;
};

struct EinsumText {
    std::vector<Subscripts> inputs;
    std::optional<Subscripts> output;
};

Subscripts read_subscripts(Lexer& lexer) {
    Subscripts result;
    lexer.skip_blanks();
    result.column = lexer.column();
    while (true) {
        const std::size_t column = lexer.column();
        if (lexer.accept("...")) {
            if (result.ellipsis) lexer.fail("a tensor has one ellipsis at most", column);
            result.ellipsis = result.letters.size();
        } else if (const std::string_view letter = lexer.letter(); !letter.empty()) {
            if (result.letters.size() == max_rank) {
                lexer.fail(fmt::format("a tensor has more than {} labels", max_rank), column);
            }
            result.letters.push_back(letter);
            result.columns.push_back(column);
        } else {
            return result;
        }
        lexer.skip_blanks();
    }
}

constexpr const char* label_hint = "; labels are single letters or digits";

/// What to add to an error behind the inputs. Arrows are spelled in many ways, one of which counts.
std::string inputs_hint(const Lexer& lexer) {
    constexpr std::array arrows{"=", "-", ">", ":", "<", "\xE2\x86\x92", "\xE2\x87\x92"};
    const bool at_arrow = std::any_of(arrows.begin(), arrows.end(),
                                      [&](const char* arrow) { return lexer.at(arrow); });
    return at_arrow ? "; the output stands behind '->', as in 'ab,bc->ac'" : label_hint;
}

/// What to add to an error behind "->".
std::string output_hint(const Lexer& lexer) {
    if (lexer.at(',')) return "; there is one output";
    return lexer.at('-') || lexer.at('=') ? "; '->' stands once" : label_hint;
}

EinsumText read_einsum(std::string_view text) {
    EinsumText result;
    Lexer lexer(text);
    do {
        result.inputs.push_back(read_subscripts(lexer));
    } while (lexer.accept(','));
    if (lexer.accept("->")) result.output = read_subscripts(lexer);
    if (lexer.at_end()) return result;
    if (result.output) {
        lexer.fail_expected("a label, '...' or the end of the einsum string", output_hint(lexer));
    }
    lexer.fail_expected("a label, '...', ',', '->' or the end of the einsum string",
                        inputs_hint(lexer));
}

/// L and R, as in assignments; T1, T2, ... where there are more.
std::string input_name(std::size_t position, std::size_t count) {
    if (count > 2) return fmt::format("T{}", position + 1);
    return position == 0 ? "L" : "R";
}

std::size_t ellipsis_rank(const Subscripts& input, const std::string& name,
                          std::optional<std::size_t> rank) {
    if (!input.ellipsis || !rank) return 0;
    if (*rank < input.letters.size()) {
        throw RankMismatch(
            fmt::format("{} has {} labels and an ellipsis in the expression but its tensor has "
                        "rank {}",
                        name, input.letters.size(), *rank));
    }
    return *rank - input.letters.size();
}

/// The tensor with `modes` labels in the place of its ellipsis, numbered from the last one, so that
/// the last modes of tensors meet.
Factor factor_of(const Subscripts& subscripts, std::string name, std::size_t modes) {
    Factor factor;
    factor.name = std::move(name);
    factor.column = subscripts.column;
    for (std::size_t i = 0; i <= subscripts.letters.size(); ++i) {
        if (subscripts.ellipsis == i) {
            for (std::size_t left = modes; left > 0; --left) {
                factor.labels.push_back(fmt::format("_{}", left));
                factor.label_columns.push_back(subscripts.column);
            }
        }
        if (i == subscripts.letters.size()) break;
        factor.labels.emplace_back(subscripts.letters[i]);
        factor.label_columns.push_back(subscripts.columns[i]);
    }
    return factor;
}

Subscripts implicit_output(const EinsumText& einsum, std::size_t column) {
    std::map<std::string_view, int> counts;
    for (const Subscripts& input : einsum.inputs) {
        for (const std::string_view letter : input.letters) ++counts[letter];
    }
    Subscripts output;
    output.column = column;
    output.ellipsis = 0;
    for (const auto& [letter, count] : counts) {
        if (count == 1) output.letters.push_back(letter);
    }
    output.columns.assign(output.letters.size(), column);
    return output;
}

}  // namespace

bool is_einsum(std::string_view text) noexcept {
    const auto has = [&](std::string_view token) {
        return text.find(token) != std::string_view::npos;
    };
    return text.find_first_of("()[]") == std::string_view::npos &&
           text.find_first_not_of(" \t\n\r") != std::string_view::npos &&
           (!has("=") || has("=>") || has(","));
}

bool has_ellipsis(std::string_view text) noexcept {
    return is_einsum(text) && text.find("...") != std::string_view::npos;
}

Expression parse_einsum(std::string_view text, const std::vector<std::size_t>& ranks) {
    const EinsumText einsum = read_einsum(text);
    Expression result;
    result.text = text;
    result.terms.emplace_back();
    std::size_t widest = 0;
    for (std::size_t i = 0; i < einsum.inputs.size(); ++i) {
        const std::string name = input_name(i, einsum.inputs.size());
        const std::optional<std::size_t> rank =
            i < ranks.size() ? std::optional(ranks[i]) : std::nullopt;
        const std::size_t modes = ellipsis_rank(einsum.inputs[i], name, rank);
        widest = std::max(widest, modes);
        result.terms.front().factors.push_back(factor_of(einsum.inputs[i], name, modes));
    }
    const Subscripts written =
        einsum.output ? *einsum.output : implicit_output(einsum, text.size());
    if (widest > 0 && !written.ellipsis) {
        throw ExpressionError(
            fmt::format("the output lacks '...', which stands for {} mode(s) of an input", widest),
            std::string(text), written.column);
    }
    result.output = factor_of(written, "D", widest);
    return result;
}

Expression read_expression(std::string_view text, const std::vector<std::size_t>& ranks) {
    return is_einsum(text) ? parse_einsum(text, ranks) : parse_expression(text);
}

}  // namespace ttgt
