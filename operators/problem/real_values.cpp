// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/problem/real_values.h"

#include <ttgt/error.h>

#include <fmt/format.h>

namespace ttgt {
namespace {

bool is_result_real(const Instruction& instruction) {
    if (instruction.operation == Operation::abs) return true;
    return instruction.left_real && (arity(instruction.operation) < 2 || instruction.right_real);
}

/// Finds out whether values are real, by dtypes and operations.
class RealValues {
public:
    explicit RealValues(const OperatorProblem& problem) : problem_(problem) {}

    /// Whether the result of the instructions is real. `is_reduced_real`: of what `reduced` gives.
    bool visit(Instructions& instructions, bool is_reduced_real);

private:
    [[nodiscard]] bool is_leaf_real(const Instruction& leaf, bool is_reduced_real) const;

    const OperatorProblem& problem_;
};

bool RealValues::is_leaf_real(const Instruction& leaf, bool is_reduced_real) const {
    switch (leaf.operation) {
        case Operation::load:
            return !is_complex(problem_.uses[leaf.index].dtype);
        case Operation::scalar:
            return problem_.has_real_scalars;
        case Operation::reduced:
            return is_reduced_real;
        default:
            return true;
    }
}

bool RealValues::visit(Instructions& instructions, bool is_reduced_real) {
    std::vector<bool> stack;
    for (Instruction& instruction : instructions) {
        const int taken = arity(instruction.operation);
        if (taken == 0) {
            stack.push_back(is_leaf_real(instruction, is_reduced_real));
            instruction.left_real = stack.back();
            continue;
        }
        instruction.right_real = stack.back();
        if (taken == 2) stack.pop_back();
        instruction.left_real = stack.back();
        const bool has_complex = !instruction.left_real || !instruction.right_real;
        if (has_complex && !takes_complex(instruction.operation)) {
            const bool orders = taken == 2;
            throw InvalidArgument(
                fmt::format("'{}' is given a complex value in '{}'{}",
                            spelling(instruction.operation), problem_.text,
                            orders ? ": complex numbers have no order" : ", but takes real ones"));
        }
        stack.back() = is_result_real(instruction);
    }
    return stack.back();
}

void check_reduction(const OperatorProblem& problem, bool is_real) {
    const bool orders = problem.reduction == Reduction::max || problem.reduction == Reduction::min;
    if (!orders || is_real) return;
    throw InvalidArgument(
        fmt::format("'{}' reduces complex values in '{}': complex numbers have no order",
                    spelling(problem.reduction), problem.text));
}

}  // namespace

bool gives_real(const Instructions& instructions) { return is_result_real(instructions.back()); }

bool has_real_sums(const OperatorProblem& problem) {
    return problem.reduction == Reduction::norm2 || gives_real(problem.element);
}

bool find_real_result(OperatorProblem& problem) {
    RealValues values(problem);
    const bool is_real = values.visit(problem.element, true);
    if (problem.reduction == Reduction::none) return is_real;
    check_reduction(problem, is_real);
    return values.visit(problem.finish, is_real || problem.reduction == Reduction::norm2);
}

void find_real_values(OperatorProblem& problem) {
    const bool is_real = find_real_result(problem);
    const DType dtype = problem.operands[0].dtype;
    if (is_real || is_complex(dtype)) return;
    throw InvalidArgument(fmt::format("{} is {}, but '{}' gives complex values", problem.names[0],
                                      name(dtype), problem.text));
}

}  // namespace ttgt
