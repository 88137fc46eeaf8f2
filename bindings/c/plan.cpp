// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/contraction.h>

#include <memory>
#include <span>
#include <utility>

#include "bindings/c/arguments.h"
#include "bindings/c/calls.h"
#include "bindings/c/handles.h"
#include "bindings/c/profile.h"
#include "bindings/c/status.h"

namespace ttgt::c {
namespace {

std::uint64_t make_plan(const ContractCall& call) {
    std::shared_ptr<Context> context = find_context(call.context);
    const Tensors tensors =
        read_tensors(call.expression, call.output, call.inputs, call.input_count);
    const ttgt_contract_options given =
        read_options(call.options, ttgt_contract_options TTGT_CONTRACT_OPTIONS, "options");
    ContractionPlan plan =
        plan_contraction(context_or_own(context), call.expression, tensors.layouts(),
                         plan_options(given), path_options(given.path));
    return plans().insert(std::make_shared<const PlannedCall>(
        PlannedCall{std::move(plan), tensors.inputs.size(), std::move(context)}));
}

RunOptions run_options(const RunCall& call, const PlannedCall& planned) {
    RunOptions options =
        place_of_run(call.options, planned.plan.workspace_bytes(), planned.context);
    options.alpha = scalar_or_one(call.alpha);
    options.beta = scalar_or_none(call.beta);
    return options;
}

/// Calls `act` with the pointers that ContractionPlan::run() and profile() begin with.
template <class Act>
void with_pointers(const RunCall& call, const PlannedCall& planned, Act&& act) {
    if (!std::cmp_equal(call.input_count, planned.inputs)) {
        throw OperandCountMismatch(fmt::format("the plan has {} input(s), the run was given {}",
                                               planned.inputs, call.input_count));
    }
    check_given(static_cast<const void*>(call.inputs), "inputs");
    act(call.output, std::span(call.inputs, planned.inputs));
}

}  // namespace

RunPlace run(const RunCall& call) {
    const std::shared_ptr<const PlannedCall> planned = plans().at(call.plan.id);
    const RunOptions options = run_options(call, *planned);
    with_pointers(call, *planned, [&](auto... data) { planned->plan.run(data..., options); });
    return {planned->context, options.stream};
}

}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_plan_create(ttgt_context context, const char* expression,
                             const ttgt_tensor* output, const ttgt_tensor* inputs,
                             int32_t input_count, const ttgt_contract_options* options,
                             ttgt_plan* plan) {
    return guarded([&] {
        check_given(plan, "plan");
        plan->id = make_plan(
            {context, expression, output, inputs, input_count, nullptr, nullptr, options});
    });
}

ttgt_status ttgt_plan_destroy(ttgt_plan plan) {
    return guarded([&] {
        if (plan.id != 0) (void)plans().remove(plan.id);
    });
}

ttgt_status ttgt_plan_workspace_bytes(ttgt_plan plan, int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = plans().at(plan.id)->plan.workspace_bytes();
    });
}

ttgt_status ttgt_plan_explain(ttgt_plan plan, int32_t losers, char* text, size_t capacity,
                              size_t* length) {
    return guarded([&] {
        const std::shared_ptr<const PlannedCall> planned = plans().at(plan.id);
        if (losers < 0) {
            throw ttgt::InvalidArgument(fmt::format("{} losers were asked for", losers));
        }
        write_text(planned->plan.explain(static_cast<std::size_t>(losers)), text, capacity, length);
    });
}

ttgt_status ttgt_plan_run(ttgt_plan plan, void* output, const void* const* inputs,
                          int32_t input_count, const ttgt_scalar* alpha, const ttgt_scalar* beta,
                          const ttgt_run_options* options) {
    return guarded([&] { run({plan, output, inputs, input_count, alpha, beta, options}); });
}

ttgt_status ttgt_plan_profile(ttgt_plan plan, void* output, const void* const* inputs,
                              int32_t input_count, const ttgt_scalar* alpha,
                              const ttgt_scalar* beta, const ttgt_run_options* options,
                              ttgt_profile* profile, char* text, size_t capacity, size_t* length) {
    return guarded([&] {
        const RunCall call{plan, output, inputs, input_count, alpha, beta, options};
        const std::shared_ptr<const PlannedCall> planned = plans().at(plan.id);
        check_profile(profile, text, capacity);
        const ttgt::RunOptions settings = run_options(call, *planned);
        with_pointers(call, *planned, [&](auto... data) {
            write_profile(planned->plan.profile(data..., settings), profile, text, capacity,
                          length);
        });
    });
}
