// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/program.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

void check_count(const std::vector<std::string>& names, const nb::tuple& arrays) {
    if (names.size() == arrays.size()) return;
    raise("OperandCountMismatch", "the program has " + std::to_string(names.size()) +
                                      " name(s) for " + std::to_string(arrays.size()) +
                                      " array(s)");
}

void read_numbers(Operand& operand, nb::handle array, const std::string& name) {
    if (operand.read(array, name.c_str(), Access::read, Elements::numbers)) return;
    raise("DtypeError", name + " has elements that the engine does not compute with");
}

}  // namespace

Program::Program(std::shared_ptr<Context> context, const std::string& statements,
                 std::vector<std::string> names, const nb::tuple& arrays,
                 const ProgramSettings& settings)
    : context_(std::move(context)), names_(std::move(names)) {
    check_count(names_, arrays);
    const std::unique_ptr<Operand[]> operands(new Operand[names_.size()]);
    std::vector<ttgt_tensor> tensors;
    std::vector<const char*> name_texts;
    std::int64_t elements = 0;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        read_numbers(operands[i], arrays[i], names_[i]);
        name_texts.push_back(names_[i].c_str());
        tensors.push_back(operands[i].tensor());
        check_space(tensors.back(), name_texts.back(), context_->is_on_device());
        operands[i].append_to(layouts_.emplace_back());
        elements += operands[i].size();
    }
    is_small_ = elements <= small_run;
    ttgt_contract_options options = TTGT_CONTRACT_OPTIONS;
    if (settings.strategy) options.strategy = settings.strategy->c_str();
    options.workspace_limit = settings.workspace_limit;
    check(context_->run(false, [&] {
        return ttgt_program_create(context_->handle(), statements.c_str(), name_texts.data(),
                                   tensors.data(), static_cast<std::int32_t>(tensors.size()),
                                   &options, &handle_);
    }));
}

std::vector<void*> Program::addresses_of(const nb::tuple& arrays) const {
    check_count(names_, arrays);
    std::vector<void*> addresses;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        Operand operand;
        read_numbers(operand, arrays[i], names_[i]);
        check_space(operand.tensor(), names_[i].c_str(), context_->is_on_device());
        std::string layout;
        operand.append_to(layout);
        if (layout != layouts_[i]) {
            raise("InvalidArgument",
                  "the plan was made for an array " + names_[i] +
                      " of another dtype, shape, other strides or another device");
        }
        addresses.push_back(operand.data());
    }
    return addresses;
}

void Program::run(const nb::tuple& arrays) const {
    const std::vector<void*> data = addresses_of(arrays);
    check(context_->run(is_small_, [&] {
        return ttgt_program_run(handle_, data.data(), static_cast<std::int32_t>(data.size()),
                                nullptr);
    }));
}

nb::dict Program::profile(const nb::tuple& arrays) const {
    const std::vector<void*> data = addresses_of(arrays);
    return profile_of([&](ttgt_profile* numbers, char* text, std::size_t capacity) {
        check(context_->run(false, [&] {
            return ttgt_program_profile(handle_, data.data(),
                                        static_cast<std::int32_t>(data.size()), nullptr, numbers,
                                        text, capacity, nullptr);
        }));
    });
}

void Program::run_at(const std::vector<std::uintptr_t>& addresses,
                     const RunSettings& settings) const {
    std::vector<void*> data;
    data.reserve(addresses.size());
    for (const std::uintptr_t address : addresses) data.push_back(reinterpret_cast<void*>(address));
    const ttgt_run_options options = options_of(settings);
    check(context_->run(is_small_, [&] {
        return ttgt_program_run(handle_, data.data(), static_cast<std::int32_t>(data.size()),
                                &options);
    }));
}

std::string Program::explain() const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_program_explain(handle_, text, capacity, length);
    });
}

std::int64_t Program::workspace_bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_program_workspace_bytes(handle_, &bytes));
    return bytes;
}

void bind_program(nb::module_& module) {
    nb::class_<Program>(module, "Program")
        .def_prop_ro("workspace_bytes", &Program::workspace_bytes)
        .def("explain", &Program::explain)
        .def(
            "run_at",
            [](const Program& program, const std::vector<std::uintptr_t>& addresses,
               std::uintptr_t workspace, std::int64_t bytes, std::uintptr_t stream) {
                program.run_at(addresses, {workspace, bytes, stream});
            },
            nb::arg("addresses"), nb::arg("workspace") = 0, nb::arg("workspace_bytes") = 0,
            nb::arg("stream") = 0)
        .def("run", &Program::run, nb::arg("arrays"))
        .def("profile", &Program::profile, nb::arg("arrays"));
    module.def(
        "program",
        [](std::shared_ptr<Context> context, const std::string& statements,
           std::vector<std::string> names, const nb::tuple& arrays,
           std::optional<std::string> strategy, std::int64_t limit) {
            return std::make_shared<Program>(std::move(context), statements, std::move(names),
                                             arrays, ProgramSettings{std::move(strategy), limit});
        },
        nb::arg("context"), nb::arg("statements"), nb::arg("names"), nb::arg("arrays"),
        nb::arg("strategy").none() = nb::none(), nb::arg("workspace_limit") = -1);
}

}  // namespace ttgt::python
