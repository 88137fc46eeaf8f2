// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/problem/operator_problem.h"

#include <algorithm>

#include "src/core/counts.h"

namespace ttgt {

bool OperatorProblem::reads_output() const {
    const auto reads = [&](const Instructions& instructions) {
        return std::any_of(instructions.begin(), instructions.end(), [&](const Instruction& each) {
            return each.operation == Operation::load && uses[each.index].operand == 0;
        });
    };
    return reads(element) || reads(finish);
}

double tuple_count(const OperatorProblem& problem, bool is_reduced) {
    double product = 1;
    for (const OperatorMode& mode : problem.modes) {
        if (mode.is_reduced == is_reduced) product *= static_cast<double>(mode.extent);
    }
    return product;
}

std::int64_t elements_of(const OperatorProblem& problem, std::size_t use) {
    std::int64_t product = 1;
    for (const OperatorMode& mode : problem.modes) {
        if (mode.strides[use] != 0) product = saturating_product({product, mode.extent});
    }
    return product;
}

std::int64_t bytes_of(const OperatorProblem& problem) {
    if (!problem.has_output) return 0;
    std::vector<char> is_read(problem.uses.size(), 0);
    for (const Instructions* instructions : {&problem.element, &problem.finish}) {
        for (const std::size_t use : loads_of(*instructions)) is_read[use] = 1;
    }
    std::int64_t bytes = 0;
    for (std::size_t use = 0; use < problem.uses.size(); ++use) {
        const int times = (use == 0 ? 1 : 0) + (is_read[use] != 0 ? 1 : 0);
        bytes =
            saturating_sum(bytes, saturating_product({elements_of(problem, use),
                                                      size_bytes(problem.uses[use].dtype), times}));
    }
    return bytes;
}

}  // namespace ttgt
