// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <array>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "contraction/plan_cache.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

void check_spaces(const PlanRequest& request) {
    const MemorySpace wanted =
        request.device.kind == Device::Kind::cpu ? MemorySpace::host : MemorySpace::device;
    constexpr std::array<const char*, 3> letters{"D", "L", "R"};
    for (std::size_t operand = 0; operand < request.operands.size(); ++operand) {
        const ConstTensorView* view = request.operands[operand];
        if (view != nullptr && view->space() != wanted) {
            throw InvalidArgument(fmt::format(
                "{} lies in {} memory, which {} does not work on", letters[operand],
                view->space() == MemorySpace::host ? "host" : "device", to_string(request.device)));
        }
    }
}

std::shared_ptr<const ContractionPlan> make_plan(Context& context, const PlanRequest& request) {
    std::vector<OperandLayout> operands;
    for (const ConstTensorView* view : request.operands) {
        if (view != nullptr) operands.push_back({view->dtype(), view->layout()});
    }
    PlanOptions options;
    options.strategy = request.strategy;
    options.planning = request.planning;
    options.compute = request.compute;
    options.beta_is_zero = request.beta_is_zero;
    return std::make_shared<const ContractionPlan>(
        plan_contraction(context, request.expression, operands, options));
}

std::shared_ptr<const ContractionPlan> find_or_make_plan(Context& context,
                                                         const PlanRequest& request) {
    PlanCache& cache = context.plan_cache();
    if (auto plan = cache.find(request)) return plan;
    auto plan = make_plan(context, request);
    cache.insert(request, plan);
    return plan;
}

/// Calls run or profile with one or two inputs.
template <class Call>
auto with_inputs(const PlanRequest& request, Call&& call) {
    const void* l = request.operands[1]->data();
    if (request.operands[2] == nullptr) return call(l);
    return call(l, request.operands[2]->data());
}

void run_contraction(std::string_view expression, const TensorView& d, const ConstTensorView& l,
                     const ConstTensorView* r, const ContractOptions& options) {
    Context& context = options.context != nullptr ? *options.context : thread_context();
    const ContextOptions& settings = context.options();
    PlanRequest request;
    request.expression = expression;
    request.operands = {&static_cast<const ConstTensorView&>(d), &l, r};
    request.strategy = options.strategy;
    request.planning = options.planning;
    request.compute = options.compute;
    if (options.beta) request.beta_is_zero = *options.beta == Scalar{};
    request.workspace_limit = settings.workspace_limit;
    request.threads = available_threads(settings.threads);
    request.calibration = settings.calibration.get();
    request.device = settings.device;
    check_spaces(request);
    const std::shared_ptr<const ContractionPlan> plan = find_or_make_plan(context, request);

    RunOptions run;
    run.alpha = options.alpha;
    run.beta = options.beta;
    run.workspace = context.workspace(plan->workspace_bytes());
    run.stream = context.stream();  // cached plans may outlive the context that planned them
    if (settings.report_sink) {
        settings.report_sink(with_inputs(
            request, [&](auto... inputs) { return plan->profile(d.data(), inputs..., run); }));
    } else {
        with_inputs(request, [&](auto... inputs) { plan->run(d.data(), inputs..., run); });
    }
}

}  // namespace

void contract(std::string_view expression, const TensorView& d, const ConstTensorView& l,
              const ConstTensorView& r, const ContractOptions& options) {
    run_contraction(expression, d, l, &r, options);
}

void contract(std::string_view expression, const TensorView& d, const ConstTensorView& l,
              const ContractOptions& options) {
    run_contraction(expression, d, l, nullptr, options);
}

}  // namespace ttgt
