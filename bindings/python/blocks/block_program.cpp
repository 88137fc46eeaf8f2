// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/blocks/block_program.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>

#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"

namespace ttgt::python {

BlockProgram::BlockProgram(std::shared_ptr<Context> context, const std::string& statements,
                           const std::vector<std::string>& names, const BlockTensors& tensors,
                           const ProgramSettings& settings, bool leaves_out_missing)
    : context_(std::move(context)) {
    if (names.size() != tensors.size()) {
        raise("OperandCountMismatch", "the program has " + std::to_string(names.size()) +
                                          " name(s) for " + std::to_string(tensors.size()) +
                                          " tensor(s)");
    }
    ttgt_contract_options planning = TTGT_CONTRACT_OPTIONS;
    if (settings.strategy) planning.strategy = settings.strategy->c_str();
    planning.workspace_limit = settings.workspace_limit;
    ttgt_block_options options = TTGT_BLOCK_OPTIONS;
    options.planning = &planning;
    options.leaves_out_missing = leaves_out_missing ? 1 : 0;
    std::vector<const char*> name_texts;
    for (const std::string& name : names) name_texts.push_back(name.c_str());
    const std::vector<ttgt_block_tensor> structs = structs_of(tensors, context_->is_on_device());
    check(context_->run(false, [&] {
        return ttgt_block_program_create(context_->handle(), statements.c_str(), name_texts.data(),
                                         structs.data(), static_cast<std::int32_t>(structs.size()),
                                         &options, &handle_);
    }));
    std::int64_t elements = 0;
    for (const BlockTensor* const tensor : tensors) elements += tensor->size();
    is_small_ = elements <= small_run;
}

void BlockProgram::run(const BlockTensors& tensors) const {
    const std::vector<ttgt_block_tensor> structs = structs_of(tensors, context_->is_on_device());
    check(context_->run(is_small_, [&] {
        return ttgt_block_program_run(handle_, structs.data(),
                                      static_cast<std::int32_t>(structs.size()), nullptr);
    }));
}

nb::dict BlockProgram::profile(const BlockTensors& tensors) const {
    const std::vector<ttgt_block_tensor> structs = structs_of(tensors, context_->is_on_device());
    return profile_of([&](ttgt_profile* numbers, char* text, std::size_t capacity) {
        check(context_->run(false, [&] {
            return ttgt_block_program_profile(handle_, structs.data(),
                                              static_cast<std::int32_t>(structs.size()), nullptr,
                                              numbers, text, capacity, nullptr);
        }));
    });
}

std::string BlockProgram::explain(int components) const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_block_program_explain(handle_, components, text, capacity, length);
    });
}

std::int64_t BlockProgram::workspace_bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_block_program_workspace_bytes(handle_, &bytes));
    return bytes;
}

std::int64_t BlockProgram::pairs() const {
    std::int64_t pairs = 0;
    check(ttgt_block_program_pairs(handle_, &pairs));
    return pairs;
}

void bind_block_program(nb::module_& module) {
    nb::class_<BlockProgram>(module, "BlockProgram")
        .def_prop_ro("workspace_bytes", &BlockProgram::workspace_bytes)
        .def_prop_ro("pairs", &BlockProgram::pairs)
        .def("explain", &BlockProgram::explain, nb::arg("components") = 10)
        .def("run", &BlockProgram::run, nb::arg("tensors"))
        .def("profile", &BlockProgram::profile, nb::arg("tensors"));
    module.def(
        "block_program",
        [](std::shared_ptr<Context> context, const std::string& statements,
           const std::vector<std::string>& names, const BlockTensors& tensors,
           std::optional<std::string> strategy, std::int64_t limit, bool leaves_out_missing) {
            return std::make_shared<BlockProgram>(std::move(context), statements, names, tensors,
                                                  ProgramSettings{std::move(strategy), limit},
                                                  leaves_out_missing);
        },
        nb::arg("context"), nb::arg("statements"), nb::arg("names"), nb::arg("tensors"),
        nb::arg("strategy").none() = nb::none(), nb::arg("workspace_limit") = -1,
        nb::arg("leaves_out_missing") = false);
}

}  // namespace ttgt::python
