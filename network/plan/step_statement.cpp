// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/step_statement.h"

namespace ttgt::network {

Statement statement_of(const Program& program, const Sum& sum) {
    Sum first = sum;
    first.products.resize(1);
    Statement statement{.expression = expression_of(program, first),
                        .operands = {operand_of(program, sum.output)},
                        .converts = true};
    for (const Use& use : sum.products.front().factors) {
        statement.operands.push_back(operand_of(program, use));
    }
    return statement;
}

}  // namespace ttgt::network
