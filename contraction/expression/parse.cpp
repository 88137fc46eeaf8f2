// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The grammar, with `{ }` for any number, `[ ]` for optional and quotes for what is written:
//
//   program     {";"} expression {separator {separator} expression} {";"}
//   separator   ";" | the end of a line
//   expression  output ("=" | "+=" | "-=") ["+" | "-"] term {("+" | "-") term}
//   term        (number | factor) {"*" (number | factor) | blanks factor}    at least one factor
//   factor      tensor | "conj" "(" factor ")"
//   tensor      word ["+"] "(" [label {("," | "|" | blanks) label}] ")"
//
// Square brackets may stand for round ones. Blanks and line breaks may stand between any two
// tokens, except around the conjugating "+", which would otherwise look like a sum. Blanks multiply
// within a line: a factor on the next line begins another expression, but "+", "-" and "*" go on
// with this one. In programs "#" begins a comment, up to the end of the line. The output is a
// tensor that is not conjugated.
#include <ttgt/layout.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "contraction/expression/expression.h"
#include "contraction/expression/lexer.h"

namespace ttgt {
namespace {

/// A name as messages show it: an overlong one would hide the reason.
std::string quoted(std::string_view name) {
    constexpr std::size_t longest = 32;
    if (name.size() <= longest) return fmt::format("'{}'", name);
    return fmt::format("'{}...'", name.substr(0, longest));
}

class Parser {
public:
    explicit Parser(std::string_view text, Comments comments = Comments::not_allowed)
        : text_(text), lexer_(text, comments) {}
    /// The one expression that the text is.
    [[nodiscard]] Expression only_expression();
    [[nodiscard]] std::vector<Expression> program();

private:
    [[nodiscard]] Expression expression();
    void skip_separators();
    [[nodiscard]] Factor output();
    [[nodiscard]] Assignment assignment();
    [[nodiscard]] double sign();
    [[nodiscard]] Term term(double sign);
    void multiply(Term& term);
    /// Steps to the term's next number or factor; false where the term has ended.
    [[nodiscard]] bool next_factor();
    [[nodiscard]] bool at_next_term() const { return lexer_.at('+') || lexer_.at('-'); }
    [[nodiscard]] bool at_term_end() const {
        return lexer_.at_end() || at_next_term() || lexer_.at(';') || line_ended_;
    }
    [[nodiscard]] Factor factor();
    [[nodiscard]] bool at_conjugation() const;
    [[nodiscard]] Factor tensor();
    [[nodiscard]] char opening(std::string_view name);
    void labels(Factor& tensor, char closing);
    void label(Factor& tensor);
    /// What to add to an error inside a product: why the next character cannot stand there.
    [[nodiscard]] std::string product_hint() const;
    /// What to add to an error behind the output: what may have been meant.
    [[nodiscard]] std::string assignment_hint() const;

    std::string_view text_;
    Lexer lexer_;
    bool line_ended_ = false;  ///< before the next character
};

Expression Parser::only_expression() {
    Expression result = expression();
    result.text = text_;
    if (lexer_.at_end()) return result;
    const char* hint = lexer_.at(';') ? "; several statements are a program" : "";
    lexer_.fail_expected("'*', '+', '-' or the end of the expression",
                         *hint == 0 ? product_hint() : hint);
}

std::vector<Expression> Parser::program() {
    std::vector<Expression> result;
    skip_separators();
    do {
        result.push_back(expression());
        const bool separated = line_ended_ || lexer_.at(';') || lexer_.at_end();
        if (!separated) {
            lexer_.fail_expected("'*', '+', '-', ';' or the end of the line", product_hint());
        }
        skip_separators();
    } while (!lexer_.at_end());
    return result;
}

void Parser::skip_separators() {
    do {
        lexer_.skip_blanks();
    } while (lexer_.accept(';'));
}

Expression Parser::expression() {
    Expression result;
    lexer_.skip_blanks();
    const std::size_t begin = lexer_.column();
    result.output = output();
    result.assignment = assignment();
    do {
        result.terms.push_back(term(sign()));
    } while (at_next_term());
    result.text = text_.substr(begin, lexer_.column() - begin);
    while (!result.text.empty() && result.text.back() <= ' ') result.text.pop_back();
    return result;
}

Factor Parser::output() {
    constexpr const char* refusal = "the output cannot be conjugated";
    lexer_.skip_blanks();
    if (!lexer_.at_word()) lexer_.fail_expected("the output tensor");
    if (at_conjugation()) lexer_.fail(refusal, lexer_.column());
    Factor result = tensor();
    if (result.conjugated) lexer_.fail(refusal, result.column + result.name.size());
    return result;
}

Assignment Parser::assignment() {
    lexer_.skip_blanks();
    if (lexer_.accept("+=")) return Assignment::add;
    if (lexer_.accept("-=")) return Assignment::subtract;
    if (!lexer_.accept('=')) lexer_.fail_expected("'=', '+=' or '-='", assignment_hint());
    return Assignment::assign;
}

/// The sign before a term, which the first one need not have and all others have been seen to have.
double Parser::sign() {
    lexer_.skip_blanks();
    if (lexer_.accept('-')) return -1.0;
    lexer_.accept('+');
    return 1.0;
}

Term Parser::term(double sign) {
    Term result{sign, {}};
    lexer_.skip_blanks();
    const std::size_t begin = lexer_.column();
    do {
        lexer_.skip_blanks();
        if (lexer_.at_number()) {
            multiply(result);
        } else {
            result.factors.push_back(factor());
        }
    } while (next_factor());
    if (result.factors.empty() && at_term_end()) {
        lexer_.fail("a term needs at least one tensor, and this one has numbers only", begin);
    }
    return result;
}

void Parser::multiply(Term& term) {
    const std::size_t begin = lexer_.column();
    const double value = lexer_.number();
    const double product = term.scale * value;
    // A product that becomes 0 has lost its value just as one that becomes infinite.
    const bool vanished = product == 0.0 && term.scale != 0.0 && value != 0.0;
    if (!std::isfinite(product) || vanished) {
        lexer_.fail("the product of the term's numbers is outside the range of double", begin);
    }
    term.scale = product;
}

bool Parser::next_factor() {
    const std::size_t end = lexer_.column();
    line_ended_ = lexer_.skip_blanks();
    if (lexer_.accept('*')) return true;
    const bool has_blank = lexer_.column() > end;
    return has_blank && !line_ended_ && lexer_.at_word();
}

Factor Parser::factor() {
    std::string closings;  // what the open `conj(` wait for: no recursion that input could exhaust
    while (at_conjugation()) {
        lexer_.accept("conj");
        lexer_.skip_blanks();
        closings += lexer_.opening();
        lexer_.skip_blanks();
    }
    if (!lexer_.at_word()) lexer_.fail_expected("a tensor or a number", product_hint());
    Factor result = tensor();
    if (closings.size() % 2 == 1) result.conjugated = !result.conjugated;
    for (; !closings.empty(); closings.pop_back()) {
        lexer_.skip_blanks();
        if (lexer_.accept(closings.back())) continue;
        lexer_.fail_expected(
            fmt::format("'{}' after the one tensor that conj takes", closings.back()));
    }
    return result;
}

/// Whether `conj` and a bracket come next with a tensor inside: labels would make it a tensor's
/// name.
bool Parser::at_conjugation() const {
    Lexer ahead = lexer_;
    if (ahead.word() != "conj") return false;
    ahead.skip_blanks();
    if (!ahead.at_opening()) return false;
    (void)ahead.opening();
    ahead.skip_blanks();
    if (ahead.word().empty()) return false;
    ahead.skip_blanks();
    return ahead.at_opening() || ahead.at('+');
}

/// Precondition: at a word.
Factor Parser::tensor() {
    Factor result;
    result.column = lexer_.column();
    result.name = lexer_.word();
    result.conjugated = lexer_.at("+(") || lexer_.at("+[");
    if (result.conjugated) lexer_.accept('+');
    labels(result, opening(result.name));
    return result;
}

char Parser::opening(std::string_view name) {
    lexer_.skip_blanks();
    if (lexer_.at_opening()) return lexer_.opening();
    Lexer ahead = lexer_;
    if (ahead.accept('+')) ahead.skip_blanks();
    if (ahead.at_opening()) {
        lexer_.fail("to conjugate, write '+' between name and bracket without blanks, as in 'L+('",
                    lexer_.column());
    }
    const bool has_brackets = text_.find_first_of("()[]") != std::string_view::npos;
    lexer_.fail_expected(fmt::format("'(' or '[' after {}", quoted(name)),
                         fmt::format("; a tensor of rank 0 is written with empty brackets{}",
                                     has_brackets ? "" : ", an einsum string with '->'"));
}

void Parser::labels(Factor& tensor, char closing) {
    lexer_.skip_blanks();
    if (lexer_.accept(closing)) return;
    label(tensor);
    for (lexer_.skip_blanks(); !lexer_.accept(closing); lexer_.skip_blanks()) {
        const bool separated = lexer_.accept(',') || lexer_.accept('|');
        if (!separated && !lexer_.at_word()) {
            lexer_.fail_expected(fmt::format("a separator or '{}'", closing));
        }
        lexer_.skip_blanks();
        label(tensor);
    }
}

void Parser::label(Factor& tensor) {
    const std::size_t begin = lexer_.column();
    const std::string_view label = lexer_.word();
    if (label.empty()) {
        const char* hint = "";
        if (lexer_.at_number()) hint = "; labels begin with a letter or '_'";
        if (tensor.name == "conj") hint = "; conj takes one tensor and nothing else";
        lexer_.fail_expected("a label", hint);
    }
    if (tensor.labels.size() == max_rank) {
        lexer_.fail(fmt::format("{} has more than {} labels", quoted(tensor.name), max_rank),
                    begin);
    }
    tensor.labels.emplace_back(label);
    tensor.label_columns.push_back(begin);
}

std::string Parser::product_hint() const {
    if (lexer_.at_opening()) return "; grouping is not part of the grammar";
    if (lexer_.at('/')) return "; division is not part of the grammar";
    if (lexer_.at('+') || lexer_.at('-')) return "; a sign may stand only before a whole term";
    if (lexer_.at('=')) return "; '=' stands once";
    if (lexer_.at('>')) return "; '=' alone assigns, without '>'";
    return "";
}

std::string Parser::assignment_hint() const {
    if (lexer_.at(":=") || lexer_.at("<-") || lexer_.at("*=")) return "; '=' assigns";
    if (lexer_.at('*') || lexer_.at("->") || lexer_.at_end()) {
        return "; the output stands first, as in 'D(a,c)=L(a,b)*R(b,c)'";
    }
    return "";
}

}  // namespace

Expression parse_expression(std::string_view text) { return Parser(text).only_expression(); }

std::vector<Expression> parse_program(std::string_view text) {
    return Parser(text, Comments::skipped).program();
}

}  // namespace ttgt
