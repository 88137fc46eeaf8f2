// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_operators.h>
#include <ttgt/operators.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"
#include "operators/expression/formula.h"
#include "operators/problem/natural_output.h"

namespace ttgt::c {
namespace {

/// The inputs, whose number is that of the formula. No memory is read where it is not.
std::span<const ttgt_tensor> inputs_of(const Formula& formula, const ttgt_tensor* inputs,
                                       std::int32_t count) {
    if (!std::cmp_equal(count, formula.inputs.size())) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               formula.text, formula.inputs.size(), count));
    }
    if (count > 0) check_given(inputs, "inputs");
    return {inputs, formula.inputs.size()};
}

OperandLayout operand_of(const ttgt_tensor& tensor, const std::string& name_of) {
    return {dtype_of(tensor, name_of), layout_of(tensor, name_of)};
}

void evaluate_once(const std::shared_ptr<Context>& context, const Formula& formula,
                   const ttgt_tensor& output, std::span<const ttgt_tensor> inputs,
                   std::vector<Scalar> scalars) {
    std::vector<ConstTensorView> views;
    views.reserve(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        views.emplace_back(view_of(inputs[i], formula.inputs[i]));
    }
    EvaluateOptions options;
    options.scalars = std::move(scalars);
    options.context = &context_or_own(context);
    evaluate(formula.text, view_of(output, formula.uses[0].factor.name), views, options);
}

std::vector<OperandLayout> operands_of(const Formula& formula,
                                       std::span<const ttgt_tensor> inputs) {
    std::vector<OperandLayout> operands;
    operands.reserve(inputs.size() + 1);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        operands.push_back(operand_of(inputs[i], formula.inputs[i]));
    }
    return operands;
}

std::string names_of(const Formula& formula) {
    std::string text = fmt::format("output\t{}\n", formula.uses[0].factor.name);
    for (const std::string& input : formula.inputs) text += fmt::format("input\t{}\n", input);
    for (const std::string& scalar : formula.scalars) text += fmt::format("scalar\t{}\n", scalar);
    return text;
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_evaluate(ttgt_context context, const char* formula, const ttgt_tensor* output,
                          const ttgt_tensor* inputs, int32_t input_count,
                          const ttgt_scalar* scalars, int32_t scalar_count) {
    return guarded([&] {
        check_given(formula, "formula");
        check_given(output, "output");
        const ttgt::Formula parsed = ttgt::parse_formula(formula);
        evaluate_once(find_context(context), parsed, *output,
                      inputs_of(parsed, inputs, input_count), scalars_of(scalars, scalar_count));
    });
}

ttgt_status ttgt_evaluation_plan_create(ttgt_context context, const char* formula,
                                        const ttgt_tensor* output, const ttgt_tensor* inputs,
                                        int32_t input_count, ttgt_evaluation_plan* plan) {
    return guarded([&] {
        check_given(plan, "plan");
        check_given(formula, "formula");
        check_given(output, "output");
        std::shared_ptr<ttgt::Context> found = find_context(context);
        const ttgt::Formula parsed = ttgt::parse_formula(formula);
        std::vector<ttgt::OperandLayout> operands =
            operands_of(parsed, inputs_of(parsed, inputs, input_count));
        operands.insert(operands.begin(), operand_of(*output, parsed.uses[0].factor.name));
        ttgt::EvaluationPlan made = ttgt::plan_evaluation(context_or_own(found), formula, operands);
        plan->id = evaluation_plans().insert(std::make_shared<const PlannedEvaluationCall>(
            PlannedEvaluationCall{std::move(made), std::move(found)}));
    });
}

ttgt_status ttgt_evaluation_plan_destroy(ttgt_evaluation_plan plan) {
    return guarded([&] {
        if (plan.id != 0) (void)evaluation_plans().remove(plan.id);
    });
}

ttgt_status ttgt_evaluation_plan_bytes(ttgt_evaluation_plan plan, int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = evaluation_plans().at(plan.id)->plan.bytes();
    });
}

ttgt_status ttgt_evaluation_plan_predicted_ms(ttgt_evaluation_plan plan, double* ms) {
    return guarded([&] {
        check_given(ms, "ms");
        *ms = evaluation_plans().at(plan.id)->plan.predicted_ms();
    });
}

ttgt_status ttgt_evaluation_plan_explain(ttgt_evaluation_plan plan, char* text, size_t capacity,
                                         size_t* length) {
    return guarded([&] {
        write_text(evaluation_plans().at(plan.id)->plan.explain(), text, capacity, length);
    });
}

ttgt_status ttgt_evaluation_plan_source(ttgt_evaluation_plan plan, char* text, size_t capacity,
                                        size_t* length) {
    return guarded(
        [&] { write_text(evaluation_plans().at(plan.id)->plan.source(), text, capacity, length); });
}

ttgt_status ttgt_evaluation_plan_run(ttgt_evaluation_plan plan, void* output,
                                     const void* const* inputs, int32_t input_count,
                                     const ttgt_scalar* scalars, int32_t scalar_count,
                                     void* stream) {
    return guarded([&] {
        const auto planned = evaluation_plans().at(plan.id);
        if (!std::cmp_equal(input_count, planned->plan.inputs().size())) {
            throw ttgt::OperandCountMismatch(
                fmt::format("the plan has {} inputs, the run was given {}",
                            planned->plan.inputs().size(), input_count));
        }
        if (input_count > 0) check_given(inputs, "inputs");
        planned->plan.run(output, {inputs, planned->plan.inputs().size()},
                          scalars_of(scalars, scalar_count), ttgt::Stream{stream});
    });
}

ttgt_status ttgt_formula_names(const char* formula, char* text, size_t capacity, size_t* length) {
    return guarded([&] {
        check_given(formula, "formula");
        write_text(names_of(ttgt::parse_formula(formula)), text, capacity, length);
    });
}

ttgt_status ttgt_formula_output(const char* formula, const ttgt_tensor* inputs, int32_t input_count,
                                int32_t has_complex_scalars, ttgt_dtype* dtype, int32_t* rank,
                                int64_t* extents) {
    return guarded([&] {
        check_given(formula, "formula");
        check_given(dtype, "dtype");
        check_given(rank, "rank");
        check_given(extents, "extents");
        const ttgt::Formula parsed = ttgt::parse_formula(formula);
        const ttgt::OperandLayout found =
            natural_output(parsed, operands_of(parsed, inputs_of(parsed, inputs, input_count)),
                           flag(has_complex_scalars, "has_complex_scalars"));
        *dtype = static_cast<ttgt_dtype>(found.dtype);
        *rank = static_cast<int32_t>(found.layout.rank());
        std::copy(found.layout.extents.begin(), found.layout.extents.end(), extents);
    });
}
