// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "bindings/python/errors.h"
#include "bindings/python/ranks/distributed_plan.h"
#include "bindings/python/ranks/whole_arrays.h"

namespace ttgt::python {
namespace {

/// The communicator that `create` makes, which waits for the other ranks: other threads of Python
/// run meanwhile.
template <class Create>
std::shared_ptr<Communicator> make_communicator(Create&& create) {
    ttgt_communicator made{};
    ttgt_status status = TTGT_SUCCESS;
    {
        const nb::gil_scoped_release released;
        status = create(&made);
    }
    check(status);
    return std::make_shared<Communicator>(made);
}

std::shared_ptr<Communicator> world() { return make_communicator(ttgt_communicator_create_world); }

std::shared_ptr<Communicator> from_mpi(int fortran_handle) {
    return make_communicator([&](ttgt_communicator* made) {
        return ttgt_communicator_create_mpi(fortran_handle, made);
    });
}

std::vector<std::shared_ptr<Communicator>> local(int count,
                                                 const std::vector<std::string>& devices) {
    std::vector<const char*> names;
    for (const std::string& device : devices) names.push_back(device.c_str());
    if (!names.empty() && names.size() != static_cast<std::size_t>(count)) {
        raise("InvalidArgument",
              std::to_string(count) + " ranks on " + std::to_string(names.size()) + " devices");
    }
    std::vector<ttgt_communicator> made(count > 0 ? static_cast<std::size_t>(count) : 1);
    check(
        ttgt_communicator_create_local(count, names.empty() ? nullptr : names.data(), made.data()));
    std::vector<std::shared_ptr<Communicator>> ranks;
    for (const ttgt_communicator each : made) ranks.push_back(std::make_shared<Communicator>(each));
    return ranks;
}

void bind_distributed_plan(nb::module_& module) {
    nb::class_<DistributedCall>(module, "DistributedCall");
    nb::class_<DistributedRun>(module, "DistributedRun");
    nb::class_<DistributedPlan>(module, "DistributedPlan")
        .def_prop_ro("workspace_bytes", &DistributedPlan::workspace_bytes)
        .def("explain", &DistributedPlan::explain, nb::arg("losers") = 3)
        .def("read_run", &DistributedPlan::read_run, nb::arg("parts"),
             nb::arg("alpha").none() = nb::none(), nb::arg("beta").none() = nb::none())
        .def("run", &DistributedPlan::run, nb::arg("run"));
    module.def(
        "read_call",
        [](std::shared_ptr<Context> context, std::string expression,
           std::vector<std::shared_ptr<Distribution>> distributions, const nb::tuple& parts,
           std::optional<std::string> engine, std::int64_t limit, int beta_is_zero) {
            return read_call(std::move(context), std::move(expression), std::move(distributions),
                             parts, {std::move(engine), limit, beta_is_zero});
        },
        nb::arg("context"), nb::arg("expression"), nb::arg("distributions"), nb::arg("parts"),
        nb::arg("engine").none() = nb::none(), nb::arg("workspace_limit") = -1,
        nb::arg("beta_is_zero") = -1);
    module.def(
        "plan_over_ranks",
        [](const Communicator& ranks, DistributedCall& call) {
            return std::make_shared<DistributedPlan>(ranks, call);
        },
        nb::arg("ranks"), nb::arg("call"));
}

void bind_distributed_program(nb::module_& module) {
    nb::class_<DistributedProgram>(module, "DistributedProgram")
        .def_prop_ro("workspace_bytes", &DistributedProgram::workspace_bytes)
        .def("explain", &DistributedProgram::explain)
        .def("read_run", &DistributedProgram::read_run, nb::arg("parts"))
        .def("run", &DistributedProgram::run, nb::arg("run"));
    module.def(
        "program_over_ranks",
        [](const Communicator& ranks, DistributedCall& call,
           const std::vector<std::string>& names) {
            return std::make_shared<DistributedProgram>(ranks, call, names);
        },
        nb::arg("ranks"), nb::arg("call"), nb::arg("names"));
}

void bind_distributed_evaluation(nb::module_& module) {
    nb::class_<DistributedFormulaRun>(module, "DistributedFormulaRun");
    nb::class_<DistributedEvaluation>(module, "DistributedEvaluation")
        .def_prop_ro("workspace_bytes", &DistributedEvaluation::workspace_bytes)
        .def_prop_ro("bytes_received", &DistributedEvaluation::bytes_received)
        .def("explain", &DistributedEvaluation::explain, nb::arg("losers") = 3)
        .def("read_run", &DistributedEvaluation::read_run, nb::arg("parts"), nb::arg("scalars"))
        .def("run", &DistributedEvaluation::run, nb::arg("run"));
    module.def(
        "evaluation_over_ranks",
        [](const Communicator& ranks, DistributedCall& call) {
            return std::make_shared<DistributedEvaluation>(ranks, call);
        },
        nb::arg("ranks"), nb::arg("call"));
}

}  // namespace

void bind_ranks(nb::module_& module) {
    nb::class_<Communicator>(module, "Communicator")
        .def_static("world", &world)
        .def_static("from_mpi", &from_mpi, nb::arg("fortran_handle"))
        .def_static("local", &local, nb::arg("count"),
                    nb::arg("devices") = std::vector<std::string>())
        .def("rank", &Communicator::rank)
        .def("set_timeout", &Communicator::set_timeout, nb::arg("seconds"))
        .def("fail", &Communicator::fail, nb::arg("type"), nb::arg("text"));
    nb::class_<Distribution>(module, "Distribution")
        .def(nb::init<std::vector<std::int64_t>, std::vector<std::int32_t>,
                      std::vector<std::int32_t>, std::vector<std::int64_t>>(),
             nb::arg("shape"), nb::arg("grid"), nb::arg("axes"), nb::arg("blocks"))
        .def("part", &Distribution::part, nb::arg("rank"))
        .def("indices", &Distribution::indices, nb::arg("axis"), nb::arg("rank"));
    bind_distributed_plan(module);
    bind_distributed_program(module);
    bind_distributed_evaluation(module);
    bind_whole_arrays(module);
}

}  // namespace ttgt::python
