// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/groups/group_plan.h"

#include <nanobind/stl/string.h>

#include <utility>

#include "bindings/python/c_text.h"
#include "bindings/python/errors.h"

namespace ttgt::python {

GroupPlan::GroupPlan(std::shared_ptr<Context> context, const std::string& expression,
                     std::shared_ptr<const GroupTensors> tensors, const GroupPlanSettings& settings)
    : context_(std::move(context)), planned_for_(std::move(tensors)) {
    ttgt_contract_options options = TTGT_CONTRACT_OPTIONS;
    if (settings.strategy) options.strategy = settings.strategy->c_str();
    options.workspace_limit = settings.workspace_limit;
    options.beta_is_zero = settings.beta_is_zero;
    const std::vector<ttgt_tensor> structs = planned_for_->tensors();
    check(context_->run(false, [&] {
        return ttgt_group_plan_create(context_->handle(), expression.c_str(), structs.data(),
                                      static_cast<std::int32_t>(planned_for_->operands()),
                                      planned_for_->problems(), &options, &handle_);
    }));
}

GroupPlan::GroupPlan(std::shared_ptr<Context> context, std::shared_ptr<const GroupTensors> tensors,
                     const GroupTransposeSettings& settings)
    : context_(std::move(context)), planned_for_(std::move(tensors)) {
    ttgt_transpose_options options = TTGT_TRANSPOSE_OPTIONS;
    options.conjugate = settings.conjugate ? 1 : 0;
    const std::vector<ttgt_tensor> structs = planned_for_->tensors();
    if (!structs.empty() && settings.perm.size() != static_cast<std::size_t>(structs[1].rank)) {
        raise("InvalidArgument", "the permutation has " + std::to_string(settings.perm.size()) +
                                     " entries, the inputs have rank " +
                                     std::to_string(structs[1].rank));
    }
    check(context_->run(false, [&] {
        return ttgt_group_plan_create_transposes(context_->handle(), structs.data(),
                                                 planned_for_->problems(), settings.perm.data(),
                                                 settings.beta_is_zero ? 1 : 0, &options, &handle_);
    }));
}

void GroupPlan::check_layouts(const GroupTensors& tensors) const {
    if (planned_for_->is_like(tensors)) return;
    if (planned_for_->operands() != tensors.operands() ||
        planned_for_->problems() != tensors.problems()) {
        raise("InvalidArgument",
              "the plan was made for " + std::to_string(problems()) + " problems of " +
                  std::to_string(planned_for_->operands()) + " operands, the run has " +
                  std::to_string(tensors.problems()) + " of " + std::to_string(tensors.operands()));
    }
    raise("InvalidArgument", "problem " + std::to_string(planned_for_->first_unlike(tensors)) +
                                 ": the plan was made for arrays of other dtypes, shapes or "
                                 "strides");
}

void GroupPlan::run(const GroupTensors& tensors, nb::handle alpha, nb::handle beta) const {
    const std::optional<ttgt_scalar> of_product = read_scalar(alpha);
    const std::optional<ttgt_scalar> of_output = read_scalar(beta);
    check(context_->run(tensors.size() <= small_run, [&] {
        return ttgt_group_plan_run(handle_, tensors.addresses().data(),
                                   static_cast<std::int64_t>(tensors.addresses().size()),
                                   of_product ? &*of_product : nullptr,
                                   of_output ? &*of_output : nullptr, nullptr);
    }));
}

std::string GroupPlan::explain() const {
    return text_from([&](char* text, std::size_t capacity, std::size_t* length) {
        return ttgt_group_plan_explain(handle_, text, capacity, length);
    });
}

std::int64_t GroupPlan::workspace_bytes() const {
    std::int64_t bytes = 0;
    check(ttgt_group_plan_workspace_bytes(handle_, &bytes));
    return bytes;
}

}  // namespace ttgt::python
