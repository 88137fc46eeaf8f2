// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/operators/evaluation_plan.h"

#include <optional>
#include <utility>

#include "bindings/python/c_text.h"
#include "bindings/python/calls/read_any.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
std::vector<ttgt_scalar> values_of(const nb::tuple& scalars) {
    std::vector<ttgt_scalar> values;
    values.reserve(scalars.size());
    for (const nb::handle scalar : scalars) {
        const std::optional<ttgt_scalar> value = read_scalar(scalar);
        if (!value) raise("ScalarError", "a scalar is None, which is no number");
        values.push_back(*value);
    }
    return values;
}

FormulaArrays::FormulaArrays(const nb::tuple& arrays, const std::vector<std::string>& names,
                             bool writes)
    : count_(arrays.size()), operands_(new Operand[arrays.size()]) {
    if (names.size() != count_) {
        raise("OperandCountMismatch", std::to_string(count_) + " arrays were given with " +
                                          std::to_string(names.size()) + " names");
    }
    tensors_.reserve(count_);
    for (std::size_t i = 0; i < count_; ++i) {
        read_any(operands_[i], arrays[i], names[i],
                 writes && i == 0 ? Access::write : Access::read);
        tensors_.push_back(operands_[i].tensor());
        size_ += operands_[i].size();
    }
}

std::string FormulaArrays::key() const {
    std::string key;
    for (std::size_t i = 0; i < count_; ++i) operands_[i].append_to(key);
    return key;
}

void FormulaArrays::check_spaces(const std::vector<std::string>& names, bool is_on_device) const {
    for (std::size_t i = 0; i < count_; ++i)
        check_space(tensors_[i], names[i].c_str(), is_on_device);
}

EvaluationPlan::EvaluationPlan(std::shared_ptr<Context> context, const std::string& formula,
                               std::vector<std::string> names, const nb::tuple& arrays)
    : context_(std::move(context)), names_(std::move(names)) {
    const FormulaArrays given(arrays, names_, false);
    given.check_spaces(names_, context_->is_on_device());
    layouts_ = given.key();
    const std::vector<ttgt_tensor>& tensors = given.tensors();
    check(context_->run(false, [&] {
        return ttgt_evaluation_plan_create(context_->handle(), formula.c_str(), tensors.data(),
                                           tensors.data() + 1,
                                           static_cast<std::int32_t>(tensors.size() - 1), &handle_);
    }));
}

void EvaluationPlan::run(const nb::tuple& arrays, const nb::tuple& scalars) const {
    const FormulaArrays given(arrays, names_, true);
    given.check_spaces(names_, context_->is_on_device());
    if (given.key() != layouts_) {
        raise("InvalidArgument",
              "the plan was made for arrays of other dtypes, shapes, strides or devices");
    }
    const std::vector<ttgt_scalar> values = values_of(scalars);
    std::vector<const void*> inputs;
    inputs.reserve(given.tensors().size());
    for (const ttgt_tensor& tensor : given.tensors()) inputs.push_back(tensor.data);
    check(context_->run(given.size() <= small_run, [&] {
        return ttgt_evaluation_plan_run(handle_, given.tensors()[0].data, inputs.data() + 1,
                                        static_cast<std::int32_t>(inputs.size() - 1), values.data(),
                                        static_cast<std::int32_t>(values.size()), nullptr);
    }));
}

std::string EvaluationPlan::explain() const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_evaluation_plan_explain(handle_, text, capacity, length);
    });
}

std::string EvaluationPlan::source() const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_evaluation_plan_source(handle_, text, capacity, length);
    });
}

std::int64_t EvaluationPlan::bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_evaluation_plan_bytes(handle_, &bytes));
    return bytes;
}

double EvaluationPlan::predicted_ms() const {
    double ms = 0;
    check(ttgt_evaluation_plan_predicted_ms(handle_, &ms));
    return ms;
}

}  // namespace ttgt::python
