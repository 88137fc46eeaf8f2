// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_groups.h>
#include <ttgt/groups.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

/// The tensors of all problems, `operands` for each.
std::span<const ttgt_tensor> tensors_of(const ttgt_tensor* tensors, std::int32_t operands,
                                        std::int64_t problems) {
    if (operands < 2 || problems < 0) {
        throw InvalidArgument(
            fmt::format("a group of {} problems of {} operands: at least 0 and 2 are supported",
                        problems, operands));
    }
    if (problems > 0) check_given(tensors, "tensors");
    return {tensors, static_cast<std::size_t>(problems) * static_cast<std::size_t>(operands)};
}

OperandLayout layout_in_group(const ttgt_tensor& tensor, std::size_t problem, std::size_t operand) {
    const std::string title = fmt::format("operand {} of problem {}", operand, problem);
    return {dtype_of(tensor, title), layout_of(tensor, title)};
}

std::vector<std::vector<OperandLayout>> layouts_in_group(std::span<const ttgt_tensor> tensors,
                                                         std::size_t operands) {
    std::vector<std::vector<OperandLayout>> problems(tensors.size() / operands);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        problems[i / operands].push_back(layout_in_group(tensors[i], i / operands, i % operands));
    }
    return problems;
}

PlanOptions group_options(const ttgt_contract_options* options) {
    const ttgt_contract_options given =
        read_options(options, ttgt_contract_options TTGT_CONTRACT_OPTIONS, "options");
    if (given.copy_host_operands != 0) {
        throw Unsupported("tensors of groups are not copied: copy_host_operands must be 0");
    }
    return plan_options(given);
}

TransposeGroupOptions group_options(const ttgt_transpose_options* options,
                                    std::int32_t beta_is_zero) {
    const ttgt_transpose_options given =
        read_options(options, ttgt_transpose_options TTGT_TRANSPOSE_OPTIONS, "options");
    TransposeGroupOptions result;
    result.conjugate = flag(given.conjugate, "conjugate");
    if (flag(given.measure, "measure")) result.planning = Planning::measure;
    result.beta_is_zero = flag(beta_is_zero, "beta_is_zero");
    return result;
}

GroupPlan plan_group_transposes(Context& context, std::span<const ttgt_tensor> tensors,
                                const std::int32_t* perm, const TransposeGroupOptions& options) {
    const auto problems = layouts_in_group(tensors, 2);
    if (problems.empty()) return plan_transposes(context, {}, {}, DType::float64, options);
    const DType dtype = problems[0][1].dtype;
    std::vector<TransposeLayouts> layouts;
    layouts.reserve(problems.size());
    for (std::size_t i = 0; i < problems.size(); ++i) {
        for (const OperandLayout& its : problems[i]) {
            if (its.dtype == dtype) continue;
            throw InvalidArgument(
                fmt::format("problem {} has a tensor of {}, but the first input "
                            "is {}",
                            i, name(its.dtype), name(dtype)));
        }
        layouts.push_back({problems[i][1].layout, problems[i][0].layout});
    }
    const std::size_t rank = layouts[0].in.rank();
    if (rank > 0) check_given(perm, "perm");
    return plan_transposes(context, layouts, std::vector<int>(perm, perm + rank), dtype, options);
}

void keep(GroupPlan made, std::size_t operands, std::shared_ptr<Context> context,
          ttgt_group_plan* plan) {
    plan->id = group_plans().insert(std::make_shared<const PlannedGroupCall>(
        PlannedGroupCall{std::move(made), operands, std::move(context)}));
}

void run_group(const PlannedGroupCall& planned, std::span<void* const> addresses,
               const RunOptions& options) {
    std::vector<void*> outputs;
    std::vector<std::vector<const void*>> inputs(planned.operands - 1);
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        const std::size_t operand = i % planned.operands;
        if (operand == 0) {
            outputs.push_back(addresses[i]);
        } else {
            inputs[operand - 1].push_back(addresses[i]);
        }
    }
    planned.plan.run(outputs, inputs, options);
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_group_plan_create(ttgt_context context, const char* expression,
                                   const ttgt_tensor* tensors, int32_t operand_count,
                                   int64_t problem_count, const ttgt_contract_options* options,
                                   ttgt_group_plan* plan) {
    return guarded([&] {
        check_given(plan, "plan");
        check_given(expression, "expression");
        std::shared_ptr<ttgt::Context> found = find_context(context);
        const auto operands = static_cast<std::size_t>(operand_count);
        const auto problems =
            layouts_in_group(tensors_of(tensors, operand_count, problem_count), operands);
        keep(ttgt::plan_contractions(context_or_own(found), expression, problems,
                                     group_options(options)),
             operands, found, plan);
    });
}

ttgt_status ttgt_group_plan_create_transposes(ttgt_context context, const ttgt_tensor* tensors,
                                              int64_t problem_count, const int32_t* perm,
                                              int32_t beta_is_zero,
                                              const ttgt_transpose_options* options,
                                              ttgt_group_plan* plan) {
    return guarded([&] {
        check_given(plan, "plan");
        std::shared_ptr<ttgt::Context> found = find_context(context);
        keep(plan_group_transposes(context_or_own(found), tensors_of(tensors, 2, problem_count),
                                   perm, group_options(options, beta_is_zero)),
             2, found, plan);
    });
}

ttgt_status ttgt_group_plan_destroy(ttgt_group_plan plan) {
    return guarded([&] {
        if (plan.id != 0) (void)group_plans().remove(plan.id);
    });
}

ttgt_status ttgt_group_plan_workspace_bytes(ttgt_group_plan plan, int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = group_plans().at(plan.id)->plan.workspace_bytes();
    });
}

ttgt_status ttgt_group_plan_explain(ttgt_group_plan plan, char* text, size_t capacity,
                                    size_t* length) {
    return guarded(
        [&] { write_text(group_plans().at(plan.id)->plan.explain(), text, capacity, length); });
}

ttgt_status ttgt_group_plan_run(ttgt_group_plan plan, void* const* addresses, int64_t address_count,
                                const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                const ttgt_run_options* options) {
    return guarded([&] {
        const std::shared_ptr<const PlannedGroupCall> planned = group_plans().at(plan.id);
        const auto wanted = planned->plan.problems() * static_cast<std::int64_t>(planned->operands);
        if (address_count != wanted) {
            throw ttgt::InvalidArgument(
                fmt::format("there are {} addresses, but the {} problems have {} tensors",
                            address_count, planned->plan.problems(), wanted));
        }
        if (wanted > 0) check_given(addresses, "addresses");
        ttgt::RunOptions run =
            place_of_run(options, planned->plan.workspace_bytes(), planned->context);
        run.alpha = scalar_or_one(alpha);
        run.beta = scalar_or_none(beta);
        run_group(*planned, {addresses, static_cast<std::size_t>(wanted)}, run);
    });
}
