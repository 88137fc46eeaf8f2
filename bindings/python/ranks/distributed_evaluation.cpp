// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"
#include "bindings/python/operators/evaluation_plan.h"
#include "bindings/python/ranks/distributed_plan.h"

namespace ttgt::python {

DistributedEvaluation::DistributedEvaluation(const Communicator& ranks, DistributedCall& call)
    : context_(call.context), arrays_(call.parts.tensors().size()), layouts_(call.parts.layouts()) {
    const ContextInUse use = std::move(call.use);
    const std::vector<ttgt_distributed_tensor> tensors = tensors_of(call);
    ttgt_distributed_options options = TTGT_DISTRIBUTED_OPTIONS;
    options.workspace_limit = call.settings.workspace_limit;
    check(context_->run(false, [&] {
        return ttgt_distributed_evaluation_create(
            ranks.handle(), context_->handle(), call.expression.c_str(), tensors.data(),
            tensors.data() + 1, static_cast<std::int32_t>(arrays_) - 1, &options, &handle_);
    }));
}

DistributedFormulaRun DistributedEvaluation::read_run(const nb::tuple& parts,
                                                      const nb::tuple& scalars) const {
    context_->check_can_run();
    ContextInUse use(context_);
    if (parts.size() != arrays_) {
        raise("OperandCountMismatch", "the plan is of " + std::to_string(arrays_) +
                                          " arrays, the run was given " +
                                          std::to_string(parts.size()));
    }
    Parts read(parts, context_->is_on_device(), Access::write);
    if (read.layouts() != layouts_) {
        raise("InvalidArgument", "the plan was made for parts of other dtypes, shapes or strides");
    }
    return {std::move(read), values_of(scalars), std::move(use)};
}

void DistributedEvaluation::run(DistributedFormulaRun& run) const {
    const ContextInUse use = std::move(run.use);
    std::vector<const void*> inputs;
    for (const ttgt_tensor& tensor : run.parts.tensors()) inputs.push_back(tensor.data);
    check(context_->run(false, [&] {
        return ttgt_distributed_evaluation_run(
            handle_, run.parts.tensors().front().data, inputs.data() + 1,
            static_cast<std::int32_t>(arrays_) - 1, run.scalars.data(),
            static_cast<std::int32_t>(run.scalars.size()), nullptr);
    }));
}

std::string DistributedEvaluation::explain(int losers) const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_distributed_evaluation_explain(handle_, losers, text, capacity, length);
    });
}

std::int64_t DistributedEvaluation::workspace_bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_distributed_evaluation_workspace_bytes(handle_, &bytes));
    return bytes;
}

std::int64_t DistributedEvaluation::bytes_received() const {
    std::int64_t bytes = 0;
    check(ttgt_distributed_evaluation_bytes_received(handle_, &bytes));
    return bytes;
}

}  // namespace ttgt::python
