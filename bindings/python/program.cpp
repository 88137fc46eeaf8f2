// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/program.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"

namespace ttgt::python {

Program::Program(std::shared_ptr<Context> context, const std::string& statements,
                 const std::vector<std::string>& names, const nb::tuple& arrays)
    : context_(std::move(context)) {
    if (names.size() != arrays.size()) {
        raise("OperandCountMismatch", "the program has " + std::to_string(names.size()) +
                                          " name(s) for " + std::to_string(arrays.size()) +
                                          " array(s)");
    }
    const std::unique_ptr<Operand[]> operands(new Operand[names.size()]);
    std::vector<ttgt_tensor> tensors;
    std::vector<const char*> name_texts;
    std::int64_t elements = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const char* const name = names[i].c_str();
        if (!operands[i].read(arrays[i], name, Access::read, Elements::numbers)) {
            raise("DtypeError", names[i] + " has elements that the engine does not compute with");
        }
        name_texts.push_back(name);
        tensors.push_back(operands[i].tensor());
        check_space(tensors.back(), name, context_->is_on_device());
        elements += operands[i].size();
    }
    is_small_ = elements <= small_run;
    check(context_->run(false, [&] {
        return ttgt_program_create(context_->handle(), statements.c_str(), name_texts.data(),
                                   tensors.data(), static_cast<std::int32_t>(tensors.size()),
                                   nullptr, &handle_);
    }));
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
            nb::arg("stream") = 0);
    module.def(
        "program",
        [](std::shared_ptr<Context> context, const std::string& statements,
           const std::vector<std::string>& names, const nb::tuple& arrays) {
            return std::make_shared<Program>(std::move(context), statements, names, arrays);
        },
        nb::arg("context"), nb::arg("statements"), nb::arg("names"), nb::arg("arrays"));
}

}  // namespace ttgt::python
