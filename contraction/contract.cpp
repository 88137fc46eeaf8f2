// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "contraction/contraction_plan.h"
#include "contraction/cuda/cuda_device.h"
#include "contraction/problem/bind.h"
#include "contraction/problem/statement.h"
#include "src/context/plan_cache.h"
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
    // The number, not the context's setting: another context's look-up may find the plan.
    return std::make_shared<const ContractionPlan>(
        plan_for_threads(context, request.expression, operands, request.options, request.threads));
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

Context& context_of(const ContractOptions& options) {
    return options.context != nullptr ? *options.context : thread_context();
}

void run_in_place(std::string_view expression, const TensorView& d, const ConstTensorView& l,
                  const ConstTensorView* r, const ContractOptions& options) {
    Context& context = context_of(options);
    const ContextOptions& settings = context.options();
    PlanRequest request;
    request.expression = expression;
    request.operands = {&static_cast<const ConstTensorView&>(d), &l, r};
    request.options = options;
    if (options.beta && !options.beta_is_zero) {
        request.options.beta_is_zero = *options.beta == Scalar{};
    }
    if (!options.workspace_limit) request.options.workspace_limit = settings.workspace_limit;
    request.threads = available_threads(settings.threads);
    request.calibration = &settings.calibration;
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

/// Refuses what would be wrong with the operands where they lie; whether beta is 0.
bool check_operands(std::string_view text, const std::vector<const ConstTensorView*>& operands,
                    const std::optional<Scalar>& beta) {
    std::vector<OperandLayout> layouts;
    for (const ConstTensorView* operand : operands) {
        layouts.push_back({operand->dtype(), operand->layout()});
        if (operand->data() == nullptr && volume(operand->layout()) > 0) {
            throw InvalidArgument("the data of an operand to be copied is null");
        }
    }
    const Statement statement = read_statement(text, layouts);
    const std::optional<bool> beta_is_zero = beta ? std::optional(*beta == Scalar{}) : std::nullopt;
    return bind_expression(statement.expression, statement.operands, beta_is_zero).beta_is_zero;
}

void run_on_copies(std::string_view text, const TensorView& d, const ConstTensorView& l,
                   const ConstTensorView* r, const ContractOptions& options) {
    std::vector<const ConstTensorView*> operands{&static_cast<const ConstTensorView&>(d), &l};
    if (r != nullptr) operands.push_back(r);
    const bool beta_is_zero = check_operands(text, operands, options.beta);
    cuda::call_on_copies(d, l, r, !beta_is_zero, context_of(options),
                         [&](const TensorView& on_device_d, const ConstTensorView& on_device_l,
                             const ConstTensorView* on_device_r) {
                             run_in_place(text, on_device_d, on_device_l, on_device_r, options);
                         });
}

void run_contraction(std::string_view expression, const TensorView& d, const ConstTensorView& l,
                     const ConstTensorView* r, const ContractOptions& options) {
    const bool is_on_gpu = context_of(options).options().device.kind == Device::Kind::cuda;
    if (options.copy_host_operands && is_on_gpu) {
        return run_on_copies(expression, d, l, r, options);
    }
    run_in_place(expression, d, l, r, options);
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
