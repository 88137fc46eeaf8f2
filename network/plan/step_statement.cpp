// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/step_statement.h"

namespace ttgt::network {
namespace {

Expression first_product(const Program& program, const Sum& sum) {
    if (sum.products.size() == 1) return expression_of(program, sum);
    Sum first = sum;
    first.products.resize(1);
    return expression_of(program, first);
}

}  // namespace

Statement statement_of(const Program& program, const Sum& sum) {
    Statement statement{.expression = first_product(program, sum),
                        .operands = {operand_of(program, sum.output)},
                        .converts = true};
    for (const Use& use : sum.products.front().factors) {
        statement.operands.push_back(operand_of(program, use));
    }
    return statement;
}

}  // namespace ttgt::network
