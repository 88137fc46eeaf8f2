// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "operators/problem/natural_output.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "operators/problem/real_values.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

void check_inputs(const Formula& formula, const std::vector<OperandLayout>& inputs) {
    if (inputs.size() != formula.inputs.size()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               formula.text, formula.inputs.size(), inputs.size()));
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!is_opaque(inputs[i].dtype)) continue;
        throw Unsupported(fmt::format("{} has dtype {}, which has no arithmetic", formula.inputs[i],
                                      name(inputs[i].dtype)));
    }
    for (const TensorUse& use : formula.uses) {
        if (use.operand != 0) check_rank(formula, use, inputs[use.operand - 1].layout);
    }
}

void check_output_is_not_read(const Formula& formula) {
    const auto reads_output = [&](const Instruction& instruction) {
        return instruction.operation == Operation::load &&
               formula.uses[instruction.index].operand == 0;
    };
    if (std::none_of(formula.element.begin(), formula.element.end(), reads_output) &&
        std::none_of(formula.finish.begin(), formula.finish.end(), reads_output)) {
        return;
    }
    throw InvalidArgument(fmt::format("'{}' reads its output {}, which must be given", formula.text,
                                      formula.uses[0].factor.name));
}

std::int64_t extent_of(const std::string& label, const Formula& formula,
                       const std::vector<OperandLayout>& inputs) {
    for (const TensorUse& use : formula.uses) {
        if (use.operand == 0) continue;
        const std::vector<std::string>& labels = use.factor.labels;
        const auto found = std::find(labels.begin(), labels.end(), label);
        if (found == labels.end()) continue;
        return inputs[use.operand - 1]
            .layout.extents[static_cast<std::size_t>(found - labels.begin())];
    }
    throw InvalidArgument(
        fmt::format("no input has the label '{}' of the output {} of '{}', which must be given",
                    label, formula.uses[0].factor.name, formula.text));
}

/// Without an imaginary part.
DType widest_real(const std::vector<OperandLayout>& inputs) {
    if (inputs.empty()) return DType::float64;
    const DType first = real_of(inputs[0].dtype);
    bool is_alike = true;
    for (const OperandLayout& input : inputs) {
        const DType real = real_of(input.dtype);
        if (real == DType::float64) return real;
        is_alike = is_alike && real == first;
    }
    return is_alike ? first : DType::float32;
}

/// Whether the formula gives real values to an output of the dtype, which is real.
bool has_real_result(const Formula& formula, const std::vector<OperandLayout>& inputs,
                     const OperandLayout& output) {
    OperatorProblem problem;
    problem.text = formula.text;
    problem.operands = {output};
    problem.has_real_scalars = !is_complex(output.dtype);
    for (const TensorUse& use : formula.uses) {
        const OperandLayout& operand = use.operand == 0 ? output : inputs[use.operand - 1];
        problem.uses.push_back({use.operand, operand.dtype, use.factor.name});
    }
    problem.reduction = formula.reduction;
    problem.element = formula.element;
    problem.finish = formula.finish;
    return find_real_result(problem);
}

}  // namespace

OperandLayout natural_output(const Formula& formula, const std::vector<OperandLayout>& inputs,
                             bool has_complex_scalars) {
    check_inputs(formula, inputs);
    check_output_is_not_read(formula);
    std::vector<std::int64_t> extents;
    for (const std::string& label : formula.uses[0].factor.labels) {
        extents.push_back(extent_of(label, formula, inputs));
    }
    OperandLayout output{widest_real(inputs), packed(std::move(extents))};
    if (has_complex_scalars || !has_real_result(formula, inputs, output)) {
        const bool is_double = output.dtype == DType::float64;
        output.dtype = is_double ? DType::complex128 : DType::complex64;
    }
    return output;
}

}  // namespace ttgt
