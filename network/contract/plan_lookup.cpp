// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/contract/plan_lookup.h"

#include "network/network_contraction.h"
#include "src/context/plan_cache.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

PlanRequest request_of(const Call& call, const Views& operands, const ContextOptions& settings) {
    PlanRequest request;
    request.expression = call.expression;
    request.operands = operands;
    request.options = planning_options(call);
    if (!request.options.workspace_limit) {
        request.options.workspace_limit = settings.workspace_limit;
    }
    request.path = call.path;
    // The number, not the context's setting: another context's look-up may find the plan.
    request.threads = available_threads(settings.threads);
    request.device = settings.device;
    request.calibration = &settings.calibration;
    request.use_kept_choices = settings.use_kept_choices;
    return request;
}

ContractionPlan make_plan(Context& context, const PlanRequest& request) {
    return plan_text(context, request.expression, layouts_of(request.operands), request.options,
                     request.path == nullptr ? PathOptions{} : *request.path, request.threads);
}

}  // namespace

std::shared_ptr<const ContractionPlan> find_or_make_plan(const Call& call, const Views& operands) {
    Context& context = context_of(call.options);
    PlanCache& cache = context.plan_cache();
    const PlanRequest request = request_of(call, operands, context.options());
    if (auto plan = cache.find(request)) return plan;
    auto plan = std::make_shared<const ContractionPlan>(make_plan(context, request));
    cache.insert(request, plan);
    return plan;
}

}  // namespace ttgt
