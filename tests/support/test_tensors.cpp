// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_tensors.h"

#include <cstddef>
#include <limits>
#include <utility>

namespace ttgt::test {
namespace {

void fill(GuardedArray& array, Fill how, Random& random) {
    if (how == Fill::integers) {
        fill_integers(array, random);
    } else {
        fill_reals(array, random);
    }
}

}  // namespace

TestTensors make_tensors(const TestProblem& problem, Fill how) {
    constexpr double not_to_be_read = std::numeric_limits<double>::quiet_NaN();
    Random random(problem.seed);
    std::vector<GuardedArray> inputs;
    for (const TestOperand& operand : problem.inputs) {
        GuardedArray& input = inputs.emplace_back(operand.dtype, operand.layout);
        fill(input, how, random);
        if (problem.alpha == Scalar{}) test::fill(input, {not_to_be_read, not_to_be_read});
    }
    GuardedArray d(problem.d.dtype, problem.d.layout);
    fill(d, how, random);
    if (effective_beta(problem) == Scalar{}) test::fill(d, {not_to_be_read, not_to_be_read});
    GuardedArray before = d;
    return {std::move(d), std::move(before), std::move(inputs)};
}

reference::Problem reference_problem(const TestProblem& problem,
                                     const std::vector<GuardedArray>& inputs) {
    reference::Problem result;
    result.output_labels = problem.d.labels;
    result.output_extents = problem.d.layout.extents;
    for (std::size_t input = 0; input < inputs.size(); ++input) {
        result.inputs.push_back(
            {problem.inputs[input].labels, inputs[input].view(), problem.inputs[input].conjugated});
    }
    result.alpha = effective_alpha(problem);
    result.beta = effective_beta(problem);
    result.compute = problem.compute;
    return result;
}

}  // namespace ttgt::test
