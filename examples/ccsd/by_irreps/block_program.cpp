// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/by_irreps/block_program.h"

#include <cctype>
#include <cstddef>
#include <sstream>
#include <utility>

namespace ccsd {

std::vector<std::string> tensor_names(const std::string& statement) {
    std::vector<std::string> names;
    std::string word;
    for (const char c : statement) {
        if (c == '(') names.push_back(word);
        const bool is_of_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        if (is_of_word) {
            word += c;
        } else {
            word.clear();
        }
    }
    return names;
}

std::vector<std::string> statements_of(const std::string& text) {
    std::vector<std::string> statements;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        line = line.substr(0, line.find('#'));
        if (line.find_first_not_of(' ') == std::string::npos) continue;
        if (line.front() != ' ') statements.emplace_back();
        statements.back() += line;
    }
    return statements;
}

BlockProgram::BlockProgram(ttgt::Context& context, const std::string& text, BlockTensors& tensors)
    : context_(context) {
    for (const std::string& statement : statements_of(text)) {
        std::vector<std::string> names = tensor_names(statement);
        std::vector<ttgt::BlockLayout> factors;
        for (std::size_t i = 1; i < names.size(); ++i) {
            factors.push_back(tensors.at(names[i]).layout());
        }
        if (!tensors.contains(names[0])) {
            tensors.emplace(names[0], ttgt::output_blocks(statement, factors));
        }
        std::vector<ttgt::BlockOperand> operands{
            {ttgt::DType::float64, tensors.at(names[0]).layout()}};
        for (const ttgt::BlockLayout& factor : factors) {
            operands.push_back({ttgt::DType::float64, factor});
        }
        statements_.push_back(
            {std::move(names), ttgt::plan_contraction(context, statement, operands)});
    }
}

void BlockProgram::run(BlockTensors& tensors) const {
    for (const Statement& statement : statements_) {
        std::vector<ttgt::ConstBlockTensorView> factors;
        for (std::size_t i = 1; i < statement.names.size(); ++i) {
            factors.emplace_back(tensors.at(statement.names[i]));
        }
        ttgt::RunOptions options;
        options.workspace = context_.workspace(statement.plan.workspace_bytes());
        statement.plan.run(tensors.at(statement.names[0]), factors, options);
    }
}

double BlockProgram::operations() const {
    double sum = 0;
    for (const Statement& statement : statements_) sum += statement.plan.prediction().flops;
    return sum;
}

std::int64_t BlockProgram::pairs() const {
    std::int64_t sum = 0;
    for (const Statement& statement : statements_) sum += statement.plan.pairs();
    return sum;
}

}  // namespace ccsd
