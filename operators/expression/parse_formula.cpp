// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The grammar, with `{ }` for any number, `[ ]` for optional and quotes for what is written:
//
//   formula   tensor ("=" | "+=" | "-=") sum
//   sum       ["+" | "-"] product {("+" | "-") product}
//   product   primary {("*" | "/") primary}
//   primary   number | scalar | tensor | function "(" sum {"," sum} ")" | "(" sum ")"
//   scalar    word
//   tensor    word "(" [label {("," | "|" | blanks) label}] ")"
//
// Square brackets may stand for round ones. Blanks may stand between any two tokens. A word that
// names a function is none of a tensor. `max` and `min` of one argument are reductions, as are
// `sum`, `prod` and `norm2`; of more arguments they are functions.
#include <ttgt/layout.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "contraction/expression/lexer.h"
#include "operators/expression/formula.h"

namespace ttgt {
namespace {

class FormulaParser {
public:
    explicit FormulaParser(std::string_view text) : text_(text), lexer_(text) {}
    [[nodiscard]] Formula parse();

private:
    void statement();
    void finish_assignment(Assignment assignment);
    [[nodiscard]] Assignment assignment();
    void sum();
    void product();
    void primary();
    void word();
    void function(Operation operation, std::size_t column);
    void reduce(Reduction reduction, std::size_t column);
    void open();
    void close(char closing, const char* expected);
    /// Whether the brackets that begin here have a comma between two arguments.
    [[nodiscard]] bool has_arguments() const;
    void emit(Instruction instruction);
    void load(Factor factor);
    [[nodiscard]] Factor tensor(std::string_view name, std::size_t column);
    void label(Factor& factor);
    void scalar(std::string_view name);
    [[nodiscard]] std::size_t use_of(Factor factor);

    std::string_view text_;
    Lexer lexer_;
    Formula formula_;
    Instructions outer_;  // of the formula without what the reduction takes
    bool in_reduction_ = false;
    std::size_t nesting_ = 0;
};

Formula FormulaParser::parse() {
    statement();
    formula_.text = text_;
    if (formula_.reduction == Reduction::none) {
        formula_.element = std::move(outer_);
    } else {
        formula_.finish = std::move(outer_);
    }
    return std::move(formula_);
}

void FormulaParser::statement() {
    lexer_.skip_blanks();
    const std::size_t column = lexer_.column();
    const std::string_view name = lexer_.word();
    if (name.empty()) lexer_.fail_expected("the output tensor");
    if (find_function(name) || find_reduction(name)) {
        lexer_.fail(fmt::format("'{}' is a function, not an output", name), column);
    }
    lexer_.skip_blanks();
    if (!lexer_.at_opening()) {
        lexer_.fail_expected("'(' or '['", "; an output of rank 0 is written with empty brackets");
    }
    TensorUse output{tensor(name, column), 0, false};
    formula_.uses.push_back(std::move(output));
    const Assignment kind = assignment();
    if (kind != Assignment::assign) emit({Operation::load, 0});
    sum();
    if (!lexer_.at_end()) lexer_.fail_expected("'*', '/', '+', '-' or the end of the formula");
    finish_assignment(kind);
}

void FormulaParser::finish_assignment(Assignment kind) {
    if (kind == Assignment::add) emit({Operation::add});
    if (kind == Assignment::subtract) emit({Operation::subtract});
}

Assignment FormulaParser::assignment() {
    lexer_.skip_blanks();
    if (lexer_.accept("+=")) return Assignment::add;
    if (lexer_.accept("-=")) return Assignment::subtract;
    if (!lexer_.accept('=')) lexer_.fail_expected("'=', '+=' or '-='");
    return Assignment::assign;
}

void FormulaParser::sum() {
    lexer_.skip_blanks();
    const bool is_negative = lexer_.accept('-');
    if (!is_negative) lexer_.accept('+');
    product();
    if (is_negative) emit({Operation::neg});
    while (lexer_.at('+') || lexer_.at('-')) {
        const Operation operation = lexer_.accept('+') ? Operation::add : Operation::subtract;
        if (operation == Operation::subtract) lexer_.accept('-');
        product();
        emit({operation});
    }
}

void FormulaParser::product() {
    primary();
    lexer_.skip_blanks();
    while (lexer_.at('*') || lexer_.at('/')) {
        const Operation operation = lexer_.accept('*') ? Operation::multiply : Operation::divide;
        if (operation == Operation::divide) lexer_.accept('/');
        primary();
        emit({operation});
        lexer_.skip_blanks();
    }
}

void FormulaParser::primary() {
    lexer_.skip_blanks();
    if (lexer_.at_number()) {
        const double number = lexer_.number();
        return emit({Operation::number, 0, number});
    }
    if (lexer_.at_word()) return word();
    if (!lexer_.at_opening()) lexer_.fail_expected("a tensor, a scalar, a number or '('");
    open();
    const char closing = lexer_.opening();
    sum();
    close(closing, "an operator");
}

void FormulaParser::word() {
    const std::size_t column = lexer_.column();
    const std::string_view name = lexer_.word();
    lexer_.skip_blanks();
    const auto operation = find_function(name);
    const auto reduction = find_reduction(name);
    if ((operation || reduction) && !lexer_.at_opening()) {
        lexer_.fail_expected(fmt::format("'(' after the function '{}'", name));
    }
    if (reduction && !(operation && has_arguments())) return reduce(*reduction, column);
    if (operation) return function(*operation, column);
    if (!lexer_.at_opening()) return scalar(name);
    load(tensor(name, column));
}

void FormulaParser::function(Operation operation, std::size_t column) {
    open();
    const char closing = lexer_.opening();
    sum();
    if (arity(operation) == 1) {
        close(closing, "an operator");
        return emit({operation});
    }
    std::size_t arguments = 1;
    for (; lexer_.accept(','); ++arguments) {
        sum();
        emit({operation});
    }
    close(closing, "an operator, ','");
    if (arguments < 2) {
        lexer_.fail(fmt::format("'{}' takes two arguments or more", spelling(operation)), column);
    }
}

void FormulaParser::reduce(Reduction reduction, std::size_t column) {
    if (formula_.reduction != Reduction::none) {
        lexer_.fail(
            fmt::format("a second reduction, '{}': a formula has one at most", spelling(reduction)),
            column);
    }
    formula_.reduction = reduction;
    open();
    const char closing = lexer_.opening();
    in_reduction_ = true;
    sum();
    in_reduction_ = false;
    close(closing, "an operator");
    emit({Operation::reduced});
}

void FormulaParser::open() {
    if (++nesting_ > deepest_nesting) {
        lexer_.fail(fmt::format("brackets are nested more than {} deep", deepest_nesting),
                    lexer_.column());
    }
}

void FormulaParser::close(char closing, const char* expected) {
    --nesting_;
    lexer_.skip_blanks();
    if (!lexer_.accept(closing)) {
        lexer_.fail_expected(fmt::format("{} or '{}'", expected, closing));
    }
    lexer_.skip_blanks();
}

bool FormulaParser::has_arguments() const {
    std::size_t depth = 0;
    for (std::size_t i = lexer_.column(); i < text_.size(); ++i) {
        const char c = text_[i];
        if (c == '(' || c == '[') ++depth;
        if (c == ',' && depth == 1) return true;
        if ((c == ')' || c == ']') && --depth == 0) return false;
    }
    return false;
}

void FormulaParser::emit(Instruction instruction) {
    Instructions& instructions = in_reduction_ ? formula_.element : outer_;
    if (formula_.element.size() + outer_.size() == most_instructions) {
        lexer_.fail(fmt::format("the formula has more than {} operations", most_instructions),
                    std::min(lexer_.column(), text_.size()));
    }
    instructions.push_back(instruction);
}

void FormulaParser::load(Factor factor) {
    const std::size_t use = use_of(std::move(factor));
    emit({Operation::load, use});
}

/// The labels of a tensor behind its name; precondition: at its opening bracket.
Factor FormulaParser::tensor(std::string_view name, std::size_t column) {
    Factor factor;
    factor.name = name;
    factor.column = column;
    const char closing = lexer_.opening();
    lexer_.skip_blanks();
    if (!lexer_.accept(closing)) {
        label(factor);
        for (lexer_.skip_blanks(); !lexer_.accept(closing); lexer_.skip_blanks()) {
            const bool separated = lexer_.accept(',') || lexer_.accept('|');
            if (!separated && !lexer_.at_word()) {
                lexer_.fail_expected(fmt::format("a separator or '{}'", closing),
                                     "; only functions take expressions");
            }
            lexer_.skip_blanks();
            label(factor);
        }
    }
    lexer_.skip_blanks();
    return factor;
}

void FormulaParser::label(Factor& factor) {
    const std::size_t begin = lexer_.column();
    const std::string_view label = lexer_.word();
    if (label.empty()) {
        lexer_.fail_expected("a label",
                             fmt::format("; '{}' is not a function", factor.name.substr(0, 32)));
    }
    if (factor.labels.size() == max_rank) {
        lexer_.fail(fmt::format("a tensor has more than {} labels", max_rank), begin);
    }
    factor.labels.emplace_back(label);
    factor.label_columns.push_back(begin);
}

void FormulaParser::scalar(std::string_view name) {
    std::vector<std::string>& names = formula_.scalars;
    const auto found = std::find(names.begin(), names.end(), name);
    const auto index = static_cast<std::size_t>(found - names.begin());
    if (found == names.end()) names.emplace_back(name);
    emit({Operation::scalar, index});
}

std::size_t FormulaParser::use_of(Factor factor) {
    std::vector<TensorUse>& uses = formula_.uses;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const bool is_same = uses[i].factor.name == factor.name &&
                             uses[i].factor.labels == factor.labels &&
                             uses[i].in_reduction == in_reduction_;
        if (is_same) return i;
    }
    std::size_t operand = 0;
    if (factor.name != uses[0].factor.name) {
        std::vector<std::string>& names = formula_.inputs;
        const auto found = std::find(names.begin(), names.end(), factor.name);
        operand = 1 + static_cast<std::size_t>(found - names.begin());
        if (found == names.end()) names.push_back(factor.name);
    }
    uses.push_back({std::move(factor), operand, in_reduction_});
    return uses.size() - 1;
}

}  // namespace

Formula parse_formula(std::string_view text) { return FormulaParser(text).parse(); }

}  // namespace ttgt
