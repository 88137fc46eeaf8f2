// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/blocks/block_plan.h"

#include <nanobind/stl/string.h>

#include <utility>

#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"

namespace ttgt::python {
namespace {

std::vector<ttgt_block_tensor> structs_of_plan(const BlockTensors& tensors, bool is_on_device) {
    if (tensors.size() < 2) raise("InvalidArgument", "an output and at least one input are needed");
    return structs_of(tensors, is_on_device);
}

struct Factor {
    explicit Factor(nb::handle object) : value(read_scalar(object)) {}
    [[nodiscard]] const ttgt_scalar* address() const { return value ? &*value : nullptr; }

    std::optional<ttgt_scalar> value;
};

}  // namespace

BlockPlan::BlockPlan(std::shared_ptr<Context> context, const std::string& expression,
                     const BlockTensors& tensors, const BlockPlanSettings& settings)
    : context_(std::move(context)) {
    ttgt_contract_options planning = TTGT_CONTRACT_OPTIONS;
    if (settings.strategy) planning.strategy = settings.strategy->c_str();
    planning.workspace_limit = settings.workspace_limit;
    planning.beta_is_zero = settings.beta_is_zero;
    ttgt_path_options path = TTGT_PATH_OPTIONS;
    path.step_count = static_cast<std::int32_t>(settings.path.size() / 2);
    if (!settings.path.empty()) path.steps = settings.path.data();
    planning.path = &path;
    ttgt_block_options options = TTGT_BLOCK_OPTIONS;
    options.planning = &planning;
    options.leaves_out_missing = settings.leaves_out_missing ? 1 : 0;
    const std::vector<ttgt_block_tensor> structs =
        structs_of_plan(tensors, context_->is_on_device());
    check(context_->run(false, [&] {
        return ttgt_block_plan_create(
            context_->handle(), expression.c_str(), structs.data(), structs.data() + 1,
            static_cast<std::int32_t>(structs.size() - 1), &options, &handle_);
    }));
    std::int64_t elements = 0;
    for (const BlockTensor* const tensor : tensors) elements += tensor->size();
    is_small_ = elements <= small_run;
}

void BlockPlan::run(const BlockTensors& tensors, nb::handle alpha, nb::handle beta) const {
    const std::vector<ttgt_block_tensor> structs =
        structs_of_plan(tensors, context_->is_on_device());
    const Factor of_product(alpha);
    const Factor of_output(beta);
    check(context_->run(is_small_, [&] {
        return ttgt_block_plan_run(handle_, structs.data(), structs.data() + 1,
                                   static_cast<std::int32_t>(structs.size() - 1),
                                   of_product.address(), of_output.address(), nullptr);
    }));
}

nb::dict BlockPlan::profile(const BlockTensors& tensors, nb::handle alpha, nb::handle beta) const {
    const std::vector<ttgt_block_tensor> structs =
        structs_of_plan(tensors, context_->is_on_device());
    const Factor of_product(alpha);
    const Factor of_output(beta);
    return profile_of([&](ttgt_profile* numbers, char* text, std::size_t capacity) {
        check(context_->run(false, [&] {
            return ttgt_block_plan_profile(handle_, structs.data(), structs.data() + 1,
                                           static_cast<std::int32_t>(structs.size() - 1),
                                           of_product.address(), of_output.address(), nullptr,
                                           numbers, text, capacity, nullptr);
        }));
    });
}

std::string BlockPlan::explain(int components) const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_block_plan_explain(handle_, components, text, capacity, length);
    });
}

std::int64_t BlockPlan::workspace_bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_block_plan_workspace_bytes(handle_, &bytes));
    return bytes;
}

std::int64_t BlockPlan::pairs() const {
    std::int64_t pairs = 0;
    check(ttgt_block_plan_pairs(handle_, &pairs));
    return pairs;
}

}  // namespace ttgt::python
