// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/program/block_program.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "blocks/named_errors.h"
#include "blocks/problem/reached_blocks.h"
#include "network/program/bind_program.h"
#include "src/core/checked.h"
#include "src/core/element.h"

namespace ttgt::blocks {
namespace {

/// Dense tensors of one element: with them, statements are checked by the rules of dense programs.
std::vector<NamedOperand> operands_of_one_element(const std::vector<NamedBlockOperand>& operands) {
    std::vector<NamedOperand> elements;
    elements.reserve(operands.size());
    for (const NamedBlockOperand& its : operands) {
        const std::vector<std::int64_t> ones(its.operand.layout.rank(), 1);
        elements.push_back({its.name, {its.operand.dtype, packed(ones)}});
    }
    return elements;
}

/// The blocks that products of a statement reach.
BlockLayout reached_by(const BlockStatement& statement, const std::vector<BlockOperand>& tensors) {
    std::vector<BlockLayout> inputs;
    for (std::size_t i = 1; i < statement.tensors.size(); ++i) {
        inputs.push_back(tensors[statement.tensors[i]].layout);
    }
    return output_blocks(to_string(statement.expression), inputs);
}

/// Finds the blocks of a temporary, statement by statement.
void add_blocks(BlockProgram& program, const BlockStatement& statement) {
    BlockOperand& written = program.tensors[statement.tensors.front()];
    const BlockLayout reached = reached_by(statement, program.tensors);
    if (statement.expression.assignment == Assignment::assign) {
        written.layout = reached;
        return;
    }
    if (written.layout.sections() != reached.sections()) {
        throw ExtentMismatch(fmt::format("'{}' gets other sections than in statements before",
                                         statement.expression.output.name));
    }
    written.layout = blocks_of_any({written.layout, reached});
}

}  // namespace

std::string BlockProgram::text() const {
    std::string text;
    for (const BlockStatement& statement : statements) {
        if (!text.empty()) text += '\n';
        text += to_string(statement.expression);
    }
    return text;
}

std::vector<network::Lifetime> BlockProgram::lifetimes() const {
    std::vector<network::Lifetime> found(tensors.size() - operands);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const BlockOperand& its = tensors[operands + i];
        found[i].bytes = checked_multiply(its.layout.elements(), size_bytes(its.dtype),
                                          "the bytes of a temporary");
        found[i].first = statements.size();
    }
    for (std::size_t number = 0; number < statements.size(); ++number) {
        for (const std::size_t tensor : statements[number].tensors) {
            if (tensor < operands) continue;
            network::Lifetime& its = found[tensor - operands];
            its.first = std::min(its.first, number);
            its.last = number;
        }
    }
    return found;
}

BlockProgram bind_block_program(std::string_view text,
                                const std::vector<NamedBlockOperand>& operands) {
    std::vector<Expression> expressions = parse_program(text);
    const network::Program bound =
        network::bind_statements(expressions, operands_of_one_element(operands), text);
    BlockProgram program;
    program.operands = operands.size();
    for (std::size_t tensor = 0; tensor < bound.tensors.size(); ++tensor) {
        const network::ProgramTensor& its = bound.tensors[tensor];
        const bool is_given = tensor < operands.size();
        program.names.push_back(its.name);
        program.tensors.push_back(
            {its.dtype, is_given ? operands[tensor].operand.layout : BlockLayout({}, {}, 0)});
    }
    for (const network::Sum& sum : bound.sums) {
        BlockStatement statement{std::move(expressions[sum.statement]), {sum.output.tensor}};
        network::for_each_factor(
            sum, [&](const network::Use& use) { statement.tensors.push_back(use.tensor); });
        const std::size_t written = sum.output.tensor;
        if (written >= operands.size()) {
            naming_part("statement", sum.statement + 1, [&] { add_blocks(program, statement); });
        } else if (std::ranges::find(program.outputs, written) == program.outputs.end()) {
            program.outputs.push_back(written);
        }
        program.statements.push_back(std::move(statement));
    }
    return program;
}

}  // namespace ttgt::blocks
