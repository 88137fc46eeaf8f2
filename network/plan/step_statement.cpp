// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/step_statement.h"

namespace ttgt::network {
namespace {

Factor factor_of(const Program& program, const Sum& sum, const Use& use) {
    Factor factor;
    factor.name = program.tensors[use.tensor].name;
    factor.conjugated = use.conjugated;
    for (const std::size_t label : use.labels) factor.labels.push_back(sum.labels[label].name);
    return factor;
}

OperandLayout operand_of(const Program& program, const Use& use) {
    const ProgramTensor& tensor = program.tensors[use.tensor];
    return {tensor.dtype, tensor.layout};
}

}  // namespace

Statement statement_of(const Program& program, const Sum& sum) {
    const Product& product = sum.products.front();
    Statement statement;
    statement.expression.output = factor_of(program, sum, sum.output);
    statement.expression.assignment = sum.adds ? Assignment::add : Assignment::assign;
    Term& term = statement.expression.terms.emplace_back();
    term.scale = product.scale;
    statement.operands.push_back(operand_of(program, sum.output));
    for (const Use& use : product.factors) {
        term.factors.push_back(factor_of(program, sum, use));
        statement.operands.push_back(operand_of(program, use));
    }
    return statement;
}

}  // namespace ttgt::network
