// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"
#include "bindings/python/ranks/distributed_plan.h"

namespace ttgt::python {

DistributedProgram::DistributedProgram(const Communicator& ranks, DistributedCall& call,
                                       const std::vector<std::string>& names)
    : context_(call.context), arrays_(call.parts.tensors().size()), layouts_(call.parts.layouts()) {
    const ContextInUse use = std::move(call.use);
    const std::vector<ttgt_distributed_tensor> tensors = tensors_of(call);
    std::vector<const char*> name_texts;
    name_texts.reserve(names.size());
    for (const std::string& name : names) name_texts.push_back(name.c_str());
    ttgt_distributed_options options = TTGT_DISTRIBUTED_OPTIONS;
    if (call.settings.engine) options.engine = call.settings.engine->c_str();
    options.workspace_limit = call.settings.workspace_limit;
    check(context_->run(false, [&] {
        return ttgt_distributed_program_create(
            ranks.handle(), context_->handle(), call.expression.c_str(), name_texts.data(),
            tensors.data(), static_cast<std::int32_t>(arrays_), &options, &handle_);
    }));
}

DistributedRun DistributedProgram::read_run(const nb::tuple& parts) const {
    context_->check_can_run();
    ContextInUse use(context_);
    if (parts.size() != arrays_) {
        raise("OperandCountMismatch", "the program is of " + std::to_string(arrays_) +
                                          " arrays, the run was given " +
                                          std::to_string(parts.size()));
    }
    Parts read(parts, context_->is_on_device(), Access::read);
    if (read.layouts() != layouts_) {
        raise("InvalidArgument",
              "the program was made for parts of other dtypes, shapes or strides");
    }
    return {std::move(read), std::nullopt, std::nullopt, std::move(use)};
}

void DistributedProgram::run(DistributedRun& run) const {
    const ContextInUse use = std::move(run.use);
    std::vector<void*> data;
    for (const ttgt_tensor& tensor : run.parts.tensors()) data.push_back(tensor.data);
    check(context_->run(false, [&] {
        return ttgt_distributed_program_run(handle_, data.data(),
                                            static_cast<std::int32_t>(arrays_), nullptr);
    }));
}

std::string DistributedProgram::explain() const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_distributed_program_explain(handle_, text, capacity, length);
    });
}

std::int64_t DistributedProgram::workspace_bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_distributed_program_workspace_bytes(handle_, &bytes));
    return bytes;
}

}  // namespace ttgt::python
