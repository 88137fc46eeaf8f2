// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/block_case_file.h"

#include <ttgt/error.h>

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "contraction/expression/expression.h"
#include "tools/bench/cases/block_case_tensors.h"
#include "tools/io/errors.h"
#include "tools/io/values.h"

namespace ttgt::tool {
namespace {

using Words = std::vector<std::string_view>;

Words words_of(std::string_view line) {
    Words words;
    for (const std::string_view word : split(line, ' ')) {
        if (!word.empty()) words.push_back(word);
    }
    return words;
}

/// Collects the lines of one case.
class CaseReader {
public:
    CaseReader(std::size_t line, std::string_view name) {
        case_.line = line;
        case_.name = name;
    }

    /// Reads one line; its first word says what it is.
    void read(const Words& words) {
        const std::string_view kind = words[0];
        if (kind == "A" || kind == "B" || kind == "D") {
            tensors_.read_modes(kind, {words.begin() + 1, words.end()});
        } else if (kind == "tensor") {
            const std::string_view name = word_of_line(words, 1);
            tensors_.read_modes(name, {words.begin() + 2, words.end()});
        } else if (kind == "mode") {
            tensors_.read_sections(words);
        } else if (kind == "blocks") {
            tensors_.read_blocks(words);
        } else if (kind == "charges") {
            tensors_.read_charges(words);
        } else if (kind == "signs") {
            tensors_.read_signs(words);
        } else if (kind == "mod") {
            tensors_.read_moduli(words);
        } else {
            read_of_case(kind, words);
        }
    }

    void set_note(std::string_view text) { case_.note = text; }
    void add_statement(std::string_view text) {
        if (!case_.expression.empty()) {
            case_.expression += '\n';
            case_.is_program = true;
        }
        case_.expression += text;
    }

    [[nodiscard]] BlockCase finish() {
        if (case_.expression.empty()) {
            case_.expression = fmt::format("{}={}*{}", tensors_.factor("D"), tensors_.factor("A"),
                                           tensors_.factor("B"));
        }
        const std::vector<Expression> statements =
            case_.is_program ? parse_program(case_.expression)
                             : std::vector<Expression>{parse_expression(case_.expression)};
        set_output(statements);
        for (const Expression& statement : statements) add_inputs(statement);
        return std::move(case_);
    }

private:
    /// Reads a line that tells nothing of tensors.
    void read_of_case(std::string_view kind, const Words& words) {
        if (kind == "dtype") {
            case_.dtype = parse_numeric_dtype(word_of_line(words, 1), "dtype");
        } else if (kind == "leaves_out_missing") {
            case_.leaves_out_missing = true;
        } else if (kind == "pairs") {
            case_.pairs = parse_integer(word_of_line(words, 1), 0, "pairs");
        } else if (kind == "dblocks") {
            case_.output_blocks = parse_integer(word_of_line(words, 1), 0, "dblocks");
        } else if (kind == "flops") {
            const std::int64_t flops = parse_integer(word_of_line(words, 1), 0, "flops");
            case_.flops = static_cast<double>(flops);
        } else {
            throw InvalidArgument(fmt::format("{} says nothing in a case", in_quotes(kind)));
        }
    }

    void set_output(const std::vector<Expression>& statements) {
        case_.output_name = statements.back().output.name;
        const auto first = std::ranges::find_if(
            statements, [&](const Expression& its) { return writes_output(its); });
        case_.adds_to_output = first->assignment != Assignment::assign;
        if (case_.is_program || tensors_.has_blocks(case_.output_name)) {
            case_.output = tensors_.layout(case_.output_name);
        }
    }

    [[nodiscard]] bool writes_output(const Expression& statement) const {
        return statement.output.name == case_.output_name;
    }

    void add_inputs(const Expression& statement) {
        if (!writes_output(statement)) {
            if (tensors_.has_blocks(statement.output.name)) {
                throw InvalidArgument(
                    fmt::format("{} is not what the last statement writes, but has a line `blocks`",
                                in_quotes(statement.output.name)));
            }
            temporaries_.insert(statement.output.name);
        }
        for (const Term& term : statement.terms) {
            for (const Factor& factor : term.factors) add_input(factor);
        }
    }

    void add_input(const Factor& factor) {
        if (factor.name == case_.output_name) {
            throw InvalidArgument(
                fmt::format("{} is both written and a factor", in_quotes(factor.name)));
        }
        if (case_.is_program &&
            (temporaries_.contains(factor.name) || !inputs_.insert(factor.name).second)) {
            return;
        }
        case_.names.push_back(factor.name);
        case_.inputs.push_back(tensors_.layout(factor.name));
    }

    std::set<std::string> temporaries_, inputs_;  // of a program
    BlockCase case_;
    BlockCaseTensors tensors_;
};

/// Reads lines one after the other.
class FileReader {
public:
    void read(std::size_t number, std::string_view line) {
        const Words words = words_of(line);
        if (words.empty() || line.starts_with('#')) return;
        if (words[0] == "case") {
            open(number, words);
        } else if (!reader_) {
            throw InvalidArgument(fmt::format("{} stands outside of a case", in_quotes(words[0])));
        } else if (words[0] == "end") {
            cases_.push_back(reader_->finish());
            reader_.reset();
        } else if (words[0] == "note") {
            reader_->set_note(line.substr(line.find("note") + 4));
        } else if (words[0] == "expression") {
            reader_->add_statement(line.substr(line.find("expression") + 10));
        } else {
            reader_->read(words);
        }
    }

    [[nodiscard]] std::vector<BlockCase> finish() {
        if (reader_) throw InvalidArgument("the last case has no line `end`");
        return std::move(cases_);
    }

private:
    void open(std::size_t number, const Words& words) {
        if (reader_) throw InvalidArgument("the case before has no line `end`");
        if (words.size() != 2) throw InvalidArgument("a line `case` has one name");
        if (!names_.emplace(words[1]).second) {
            throw InvalidArgument(fmt::format("there are two cases {}", in_quotes(words[1])));
        }
        reader_.emplace(number, words[1]);
    }

    std::set<std::string> names_;
    std::optional<CaseReader> reader_;
    std::vector<BlockCase> cases_;
};

}  // namespace

std::vector<BlockOperand> operands_of(const BlockCase& its) {
    std::vector<BlockOperand> operands{
        {its.dtype, its.output ? *its.output : output_blocks(its.expression, its.inputs)}};
    for (const BlockLayout& input : its.inputs) operands.push_back({its.dtype, input});
    return operands;
}

std::vector<BlockCase> parse_block_cases(std::string_view text, const std::string& path) {
    FileReader reader;
    std::size_t number = 0;
    try {
        for (std::string_view line : split(text, '\n')) {
            ++number;
            if (line.ends_with('\r')) line.remove_suffix(1);
            reader.read(number, line);
        }
        return reader.finish();
    } catch (const Error& error) {
        throw FileError(fmt::format("{}:{}", path, number), error.what());
    }
}

}  // namespace ttgt::tool
