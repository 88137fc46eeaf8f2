// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <utility>

#include "bindings/python/array.h"
#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"
#include "bindings/python/operators/evaluation_plan.h"

namespace ttgt::python {
namespace {

/// Each line of ttgt_formula_names().
std::string formula_names(const std::string& formula) {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_formula_names(formula.c_str(), text, capacity, length);
    });
}

/// The dtype and the extents of the output that a formula has by its inputs.
std::pair<std::string, std::vector<std::int64_t>> formula_output(
    const std::string& formula, const std::vector<std::string>& names, const nb::tuple& inputs,
    bool has_complex_scalars) {
    const FormulaArrays given(inputs, names, false);
    ttgt_dtype dtype = TTGT_FLOAT64;
    std::int32_t rank = 0;
    std::array<std::int64_t, most_modes> extents{};
    check(ttgt_formula_output(formula.c_str(), given.tensors().data(),
                              static_cast<std::int32_t>(given.tensors().size()),
                              has_complex_scalars ? 1 : 0, &dtype, &rank, extents.data()));
    return {name_of_dtype(dtype), {extents.begin(), extents.begin() + rank}};
}

nb::bytes formula_key(const std::vector<std::string>& names, const nb::tuple& arrays) {
    const std::string key = FormulaArrays(arrays, names, false).key();
    return nb::bytes(key.data(), key.size());
}

}  // namespace

void bind_operators(nb::module_& module) {
    nb::class_<EvaluationPlan>(module, "EvaluationPlan")
        .def_prop_ro("bytes", &EvaluationPlan::bytes)
        .def_prop_ro("predicted_ms", &EvaluationPlan::predicted_ms)
        .def("explain", &EvaluationPlan::explain)
        .def("source", &EvaluationPlan::source)
        .def("run", &EvaluationPlan::run, nb::arg("arrays"), nb::arg("scalars"));
    module.def(
        "plan_evaluation",
        [](std::shared_ptr<Context> context, const std::string& formula,
           std::vector<std::string> names, const nb::tuple& arrays) {
            return std::make_shared<EvaluationPlan>(std::move(context), formula, std::move(names),
                                                    arrays);
        },
        nb::arg("context"), nb::arg("formula"), nb::arg("names"), nb::arg("arrays"));
    module.def("formula_names", &formula_names, nb::arg("formula"));
    module.def("formula_output", &formula_output, nb::arg("formula"), nb::arg("names"),
               nb::arg("inputs"), nb::arg("has_complex_scalars") = false);
    module.def("formula_key", &formula_key, nb::arg("names"), nb::arg("arrays"));
}

}  // namespace ttgt::python
