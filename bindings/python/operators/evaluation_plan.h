// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <ttgt/c_operators.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings/python/operand.h"
#include "bindings/python/plan.h"

namespace ttgt::python {

/// The arrays of a formula: arrays of NumPy, or Arrays of this module, each with the name that the
/// formula has for it. Raises DtypeError and InvalidArgument naming the array.
class FormulaArrays {
public:
    /// `writes`: the first one is the output, which must be one that can be written.
    FormulaArrays(const nb::tuple& arrays, const std::vector<std::string>& names, bool writes);

    [[nodiscard]] const std::vector<ttgt_tensor>& tensors() const { return tensors_; }
    /// The elements of all arrays.
    [[nodiscard]] std::int64_t size() const { return size_; }
    /// Everything but the addresses, as bytes that are equal where all of it is.
    [[nodiscard]] std::string key() const;
    void check_spaces(const std::vector<std::string>& names, bool is_on_device) const;

private:
    std::size_t count_;
    std::unique_ptr<Operand[]> operands_;
    std::vector<ttgt_tensor> tensors_;
    std::int64_t size_ = 0;
};

/// The scalars of a formula. Raises ScalarError.
[[nodiscard]] std::vector<ttgt_scalar> values_of(const nb::tuple& scalars);

/// A plan of a formula, and the layouts that it was made for: other arrays are refused.
class EvaluationPlan {
public:
    /// `names` and `arrays`: of the output, then of the inputs in the formula's order.
    EvaluationPlan(std::shared_ptr<Context> context, const std::string& formula,
                   std::vector<std::string> names, const nb::tuple& arrays);
    EvaluationPlan(const EvaluationPlan&) = delete;  // it owns a handle
    EvaluationPlan& operator=(const EvaluationPlan&) = delete;
    ~EvaluationPlan() { ttgt_evaluation_plan_destroy(handle_); }

    void run(const nb::tuple& arrays, const nb::tuple& scalars) const;
    [[nodiscard]] std::string explain() const;
    [[nodiscard]] std::string source() const;
    [[nodiscard]] std::int64_t bytes() const;
    [[nodiscard]] double predicted_ms() const;

private:
    std::shared_ptr<Context> context_;
    std::vector<std::string> names_;
    std::string layouts_;
    ttgt_evaluation_plan handle_{0};
};

/// Adds EvaluationPlan and the functions of formulas to the module.
void bind_operators(nb::module_& module);

}  // namespace ttgt::python
