// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_contraction.h>
#include <ttgt/c_blocks.h>

#include <memory>
#include <utility>

#include "bindings/c/arguments.h"
#include "bindings/c/block_tensors.h"
#include "bindings/c/handles.h"
#include "bindings/c/profile.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

/// The arguments of ttgt_block_plan_run().
struct BlockRunCall {
    ttgt_block_plan plan;
    const ttgt_block_tensor* output;
    const ttgt_block_tensor* inputs;
    std::int32_t input_count;
    const ttgt_scalar* alpha;
    const ttgt_scalar* beta;
    const ttgt_run_options* options;
};

/// Calls `act` with the plan and the arguments of BlockContractionPlan::run().
template <class Act>
void with_run(const BlockRunCall& call, Act&& act) {
    const std::shared_ptr<const PlannedBlockCall> planned = block_plans().at(call.plan.id);
    const BlockViews views =
        views_of(block_operands(call.output, call.inputs, planned->inputs, call.input_count));
    RunOptions options =
        place_of_run(call.options, planned->plan.workspace_bytes(), planned->context);
    options.alpha = scalar_or_one(call.alpha);
    options.beta = scalar_or_none(call.beta);
    act(planned->plan, views.output, views.inputs, options);
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_block_contract(ttgt_context context, const char* expression,
                                const ttgt_block_tensor* output, const ttgt_block_tensor* inputs,
                                int32_t input_count, const ttgt_scalar* alpha,
                                const ttgt_scalar* beta, const ttgt_block_options* options) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Context> found = find_context(context);
        const BlockOperands operands = block_operands(expression, output, inputs, input_count);
        ttgt::BlockContractOptions call;
        static_cast<ttgt::BlockPlanOptions&>(call) = block_plan_options(options);
        call.alpha = scalar_or_one(alpha);
        call.beta = scalar_or_none(beta);
        call.context = &context_or_own(found);
        const BlockViews views = views_of(operands);
        contract(expression, views.output, views.inputs, call, block_path_options(options));
    });
}

ttgt_status ttgt_block_plan_create(ttgt_context context, const char* expression,
                                   const ttgt_block_tensor* output, const ttgt_block_tensor* inputs,
                                   int32_t input_count, const ttgt_block_options* options,
                                   ttgt_block_plan* plan) {
    return guarded([&] {
        check_given(plan, "plan");
        std::shared_ptr<ttgt::Context> found = find_context(context);
        const BlockOperands operands = block_operands(expression, output, inputs, input_count);
        ttgt::BlockContractionPlan made =
            ttgt::plan_contraction(context_or_own(found), expression, shapes_of(operands),
                                   block_plan_options(options), block_path_options(options));
        plan->id = block_plans().insert(std::make_shared<const PlannedBlockCall>(PlannedBlockCall{
            std::move(made), static_cast<std::size_t>(input_count), std::move(found)}));
    });
}

ttgt_status ttgt_block_plan_destroy(ttgt_block_plan plan) {
    return guarded([&] {
        if (plan.id != 0) (void)block_plans().remove(plan.id);
    });
}

ttgt_status ttgt_block_plan_workspace_bytes(ttgt_block_plan plan, int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = block_plans().at(plan.id)->plan.workspace_bytes();
    });
}

ttgt_status ttgt_block_plan_pairs(ttgt_block_plan plan, int64_t* pairs) {
    return guarded([&] {
        check_given(pairs, "pairs");
        *pairs = block_plans().at(plan.id)->plan.pairs();
    });
}

ttgt_status ttgt_block_plan_explain(ttgt_block_plan plan, int32_t components, char* text,
                                    size_t capacity, size_t* length) {
    return guarded([&] {
        const std::size_t most = component_count(components);
        write_text(block_plans().at(plan.id)->plan.explain(most), text, capacity, length);
    });
}

ttgt_status ttgt_block_plan_run(ttgt_block_plan plan, const ttgt_block_tensor* output,
                                const ttgt_block_tensor* inputs, int32_t input_count,
                                const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                const ttgt_run_options* options) {
    return guarded([&] {
        with_run({plan, output, inputs, input_count, alpha, beta, options},
                 [](const auto& planned, const auto&... arguments) { planned.run(arguments...); });
    });
}

ttgt_status ttgt_block_plan_profile(ttgt_block_plan plan, const ttgt_block_tensor* output,
                                    const ttgt_block_tensor* inputs, int32_t input_count,
                                    const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                    const ttgt_run_options* options, ttgt_profile* profile,
                                    char* text, size_t capacity, size_t* length) {
    return guarded([&] {
        check_profile(profile, text, capacity);
        with_run({plan, output, inputs, input_count, alpha, beta, options},
                 [&](const auto& planned, const auto&... arguments) {
                     write_profile(planned.profile(arguments...), profile, text, capacity, length);
                 });
    });
}
