// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "bindings/python/groups/group_plan.h"
#include "bindings/python/groups/group_tensors.h"

namespace ttgt::python {

void bind_groups(nb::module_& module) {
    nb::class_<GroupTensors>(module, "GroupTensors")
        .def(nb::init<const nb::tuple&, std::size_t, bool, bool>(), nb::arg("arrays"),
             nb::arg("operands"), nb::arg("on_device") = false, nb::arg("writes") = true)
        .def_prop_ro("problems", &GroupTensors::problems)
        .def_prop_ro("key", &GroupTensors::key);
    nb::class_<GroupPlan>(module, "GroupPlan")
        .def_prop_ro("workspace_bytes", &GroupPlan::workspace_bytes)
        .def_prop_ro("problems", &GroupPlan::problems)
        .def("explain", &GroupPlan::explain)
        .def("check", &GroupPlan::check_layouts, nb::arg("tensors"))
        .def("run", &GroupPlan::run, nb::arg("tensors"), nb::arg("alpha").none() = nb::none(),
             nb::arg("beta").none() = nb::none());
    module.def(
        "plan_contractions",
        [](std::shared_ptr<Context> context, const std::string& expression,
           std::shared_ptr<GroupTensors> tensors, std::optional<std::string> strategy,
           std::int64_t limit, int beta_is_zero) {
            return std::make_shared<GroupPlan>(
                std::move(context), expression, std::move(tensors),
                GroupPlanSettings{std::move(strategy), limit, beta_is_zero});
        },
        nb::arg("context"), nb::arg("expression"), nb::arg("tensors"),
        nb::arg("strategy").none() = nb::none(), nb::arg("workspace_limit") = -1,
        nb::arg("beta_is_zero") = -1);
    module.def(
        "plan_transposes",
        [](std::shared_ptr<Context> context, std::shared_ptr<GroupTensors> tensors,
           std::vector<std::int32_t> perm, bool conjugate, bool beta_is_zero) {
            return std::make_shared<GroupPlan>(
                std::move(context), std::move(tensors),
                GroupTransposeSettings{std::move(perm), conjugate, beta_is_zero});
        },
        nb::arg("context"), nb::arg("tensors"), nb::arg("perm"), nb::arg("conjugate") = false,
        nb::arg("beta_is_zero") = true);
}

}  // namespace ttgt::python
