// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/program/bind_program.h"

#include <ttgt/error.h>

#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "network/program/sum_binding.h"
#include "src/core/element.h"
#include "src/core/text_place.h"

namespace ttgt::network {
namespace {

void check_operand(const OperandLayout& operand, const std::string& title) {
    if (is_opaque(operand.dtype)) {
        throw InvalidArgument(
            fmt::format("{} has dtype {}, which has no arithmetic", title, name(operand.dtype)));
    }
    check_layout(operand.layout, size_bytes(operand.dtype), title);
}

std::size_t count_factors(const Expression& expression) {
    return std::accumulate(
        expression.terms.begin(), expression.terms.end(), std::size_t{0},
        [](std::size_t sum, const Term& term) { return sum + term.factors.size(); });
}

/// The first of the inputs that each one is the same tensor as; itself, mostly.
std::vector<std::size_t> first_of_same(const std::vector<OperandLayout>& operands,
                                       const std::vector<std::vector<std::size_t>>& same) {
    std::vector<std::size_t> first(operands.size() - 1);
    std::iota(first.begin(), first.end(), 0);
    for (const std::vector<std::size_t>& group : same) {
        for (const std::size_t input : group) {
            if (input >= first.size()) {
                throw InvalidArgument(
                    fmt::format("input {} is said to be the same as others; there "
                                "are inputs 0 to {}",
                                input, first.size() - 1));
            }
            const OperandLayout& a = operands[group.front() + 1];
            const OperandLayout& b = operands[input + 1];
            if (a.dtype != b.dtype || a.layout != b.layout) {
                throw InvalidArgument(
                    fmt::format("inputs {} and {} are said to be the same tensor but differ in "
                                "dtype or layout",
                                group.front(), input));
            }
            first[input] = first[group.front()];
        }
    }
    return first;
}

std::string leading(const std::string& title) { return title.empty() ? "" : title + ": "; }

/// "statement 2 (line 3, column 1)".
std::string title_of(const Expression& statement, std::size_t number, std::string_view text) {
    const TextPlace place = place_in(text, statement.output.column);
    return fmt::format("statement {} (line {}, column {})", number + 1, place.line, place.column);
}

/// Binds statements one after the other and keeps account of what was written and read.
class ProgramBinder {
public:
    explicit ProgramBinder(const std::vector<NamedOperand>& operands);
    /// `title`: what messages call the statement; empty for the only one.
    void add(const Expression& statement, std::size_t number, const std::string& title);
    [[nodiscard]] Program finish() &&;

private:
    struct Usage {
        std::size_t tensor;
        bool is_given = false;
        bool is_written = false;
        bool is_read = false;
        std::string written_by{};  ///< title of the first statement that writes the tensor
    };

    [[nodiscard]] std::size_t read(const std::string& name, const std::string& title);
    /// Sets the sum's output, a new temporary where no tensor has its name.
    void write(Sum& sum, const Expression& statement, const std::string& title);

    Program program_;
    std::map<std::string, Usage> usages_;
};

ProgramBinder::ProgramBinder(const std::vector<NamedOperand>& operands) {
    for (const NamedOperand& given : operands) {
        check_operand(given.operand, fmt::format("'{}'", given.name));
        const std::size_t tensor = program_.tensors.size();
        if (!usages_.try_emplace(given.name, Usage{.tensor = tensor, .is_given = true}).second) {
            throw InvalidArgument(fmt::format("two operands are called '{}'", given.name));
        }
        program_.tensors.push_back({given.name, given.operand.dtype, given.operand.layout, tensor});
    }
}

void ProgramBinder::add(const Expression& statement, std::size_t number, const std::string& title) {
    Sum sum = bind_sum(program_, statement, title,
                       [&](const Factor& factor, std::size_t) { return read(factor.name, title); });
    sum.statement = number;
    write(sum, statement, title);
    check_output(program_, sum, title);
    program_.sums.push_back(std::move(sum));
}

std::size_t ProgramBinder::read(const std::string& name, const std::string& title) {
    const auto found = usages_.find(name);
    if (found == usages_.end()) {
        throw InvalidArgument(
            fmt::format("{}'{}' is read, but it is not given and no statement before writes it",
                        leading(title), name));
    }
    found->second.is_read = true;
    return found->second.tensor;
}

void ProgramBinder::write(Sum& sum, const Expression& statement, const std::string& title) {
    const std::string& name = statement.output.name;
    const auto refuse = [&](const std::string& reason) {
        throw InvalidArgument(fmt::format("{}'{}' {}", leading(title), name, reason));
    };
    const auto found = usages_.find(name);
    if (found == usages_.end()) {
        if (sum.adds) refuse("is added to, but it is not given and no statement before writes it");
        sum.output.tensor =
            add_temporary(program_, name, dtype_of(program_, sum), sum, sum.output.labels);
        usages_.emplace(
            name, Usage{.tensor = sum.output.tensor, .is_written = true, .written_by = title});
        return;
    }
    Usage& usage = found->second;
    sum.output.tensor = usage.tensor;
    if (usage.is_read) refuse("is written here, but was read before");
    if (usage.is_written && !sum.adds) refuse("is written by '=' a second time");
    usage.is_written = true;
}

Program ProgramBinder::finish() && {
    for (const auto& [name, usage] : usages_) {
        if (usage.is_given && !usage.is_written && !usage.is_read) {
            throw InvalidArgument(fmt::format("'{}' is given but stands in no statement", name));
        }
        if (!usage.is_given && !usage.is_read) {
            throw InvalidArgument(
                fmt::format("{}'{}' is written, but it is not given and nothing reads it",
                            leading(usage.written_by), name));
        }
    }
    return std::move(program_);
}

}  // namespace

Program bind_statement(const Expression& expression, const std::vector<OperandLayout>& operands,
                       const std::vector<std::vector<std::size_t>>& same,
                       std::optional<bool> beta_is_zero) {
    const std::size_t expected = count_factors(expression) + 1;
    if (operands.size() != expected) {
        throw OperandCountMismatch(
            fmt::format("'{}' names {} tensors, output included, but {} were given",
                        ttgt::to_string(expression), expected, operands.size()));
    }
    Program program;
    program.tensors.push_back(
        {expression.output.name, operands[0].dtype, operands[0].layout, std::size_t{0}});
    check_operand(operands[0], fmt::format("the output '{}'", expression.output.name));
    const std::vector<std::size_t> first = first_of_same(operands, same);
    for (const Term& term : expression.terms) {
        for (const Factor& factor : term.factors) {
            const std::size_t operand = program.tensors.size();
            check_operand(operands[operand], factor_title("", factor.name, operand - 1));
            program.tensors.push_back(
                {factor.name, operands[operand].dtype, operands[operand].layout, operand});
        }
    }
    Sum sum = bind_sum(program, expression, "",
                       [&](const Factor&, std::size_t number) { return first[number] + 1; });
    if (beta_is_zero) sum.adds = !*beta_is_zero;
    sum.output.tensor = 0;
    check_output(program, sum, "");
    program.sums.push_back(std::move(sum));
    return program;
}

Program bind_statements(const std::vector<Expression>& statements,
                        const std::vector<NamedOperand>& operands, std::string_view text) {
    ProgramBinder binder(operands);
    for (std::size_t number = 0; number < statements.size(); ++number) {
        const Expression& statement = statements[number];
        binder.add(statement, number,
                   statements.size() == 1 ? "" : title_of(statement, number, text));
    }
    return std::move(binder).finish();
}

}  // namespace ttgt::network
