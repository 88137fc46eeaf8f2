// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_ranks.h>
#include <ttgt/distributed.h>

#include <functional>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/profile.h"
#include "bindings/c/ranks/communicators.h"
#include "bindings/c/ranks/distributed_arguments.h"
#include "bindings/c/ranks/distributed_tensor.h"
#include "bindings/c/status.h"
#include "distributed/run/agreement.h"

namespace ttgt::c {
namespace {

/// The arguments of a contraction over ranks.
struct DistributedCall {
    ttgt_context context;
    const char* expression;
    const ttgt_distributed_tensor* output;
    const ttgt_distributed_tensor* inputs;
    std::int32_t input_count;
    const ttgt_distributed_options* options;
    /// Checks what the call writes to beside the tensors.
    std::function<void()> check_outputs = [] {};
};

/// The same, read and checked.
struct DistributedArguments : PlanningArguments {
    DistributedTensors tensors;
};

DistributedArguments read_arguments(const DistributedCall& call, int rank) {
    call.check_outputs();
    return {read_planning(call.context, call.options),
            read_tensors(call.expression, call.output, call.inputs, call.input_count, rank)};
}

/// Collective: where the arguments of one rank cannot be read, throws its error on every rank.
DistributedArguments read_together(Communicator& ranks, const DistributedCall& call) {
    DistributedArguments read =
        agreed(*ranks.transport(), [&] { return read_arguments(call, ranks.rank()); });
    set_rates(ranks, read);
    return read;
}

std::uint64_t make_plan(Communicator& ranks, const char* expression,
                        const DistributedArguments& read) {
    DistributedPlan plan = plan_contraction(ranks, context_or_own(read.context), expression,
                                            read.tensors.layouts(), read.options);
    return distributed_plans().insert(
        std::make_shared<const PlannedDistributedCall>(PlannedDistributedCall{
            std::move(plan), read.tensors.inputs.size(), ranks.transport(), read.context}));
}

/// The arguments of a run of a plan.
struct DistributedRun {
    ttgt_distributed_plan plan;
    void* output;
    const void* const* inputs;
    std::int32_t input_count;
    const ttgt_scalar* alpha;
    const ttgt_scalar* beta;
    const ttgt_run_options* options;
    /// Checks what a profile is written to.
    std::function<void()> check_outputs = [] {};
};

RunOptions run_options(const DistributedRun& call, const PlannedDistributedCall& planned) {
    call.check_outputs();
    if (!std::cmp_equal(call.input_count, planned.inputs)) {
        throw OperandCountMismatch(fmt::format("the plan has {} input(s), the run was given {}",
                                               planned.inputs, call.input_count));
    }
    check_given(static_cast<const void*>(call.inputs), "inputs");
    RunOptions options =
        place_of_run(call.options, planned.plan.workspace_bytes(), planned.context);
    options.alpha = scalar_or_one(call.alpha);
    options.beta = scalar_or_none(call.beta);
    return options;
}

/// Calls `act` with the plan and the arguments of its run() and profile(). Collective: where the
/// arguments of one rank cannot be used, throws its error on every rank.
template <class Act>
void with_run(const DistributedRun& call, Act&& act) {
    const std::shared_ptr<const PlannedDistributedCall> planned =
        distributed_plans().at(call.plan.id);
    const RunOptions options =
        agreed(*planned->transport, [&] { return run_options(call, *planned); });
    act(planned->plan, call.output, std::span(call.inputs, planned->inputs), options);
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_distributed_contract(ttgt_communicator communicator, ttgt_context context,
                                      const char* expression, const ttgt_distributed_tensor* output,
                                      const ttgt_distributed_tensor* inputs, int32_t input_count,
                                      const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                      const ttgt_distributed_options* options) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Communicator> ranks = communicators().at(communicator.id);
        const DistributedArguments read =
            read_together(*ranks, {context, expression, output, inputs, input_count, options});
        ttgt::DistributedContractOptions contract;
        static_cast<ttgt::DistributedOptions&>(contract) = read.options;
        contract.alpha = scalar_or_one(alpha);
        contract.beta = scalar_or_none(beta);
        contract.context = &context_or_own(read.context);
        ttgt::contract(*ranks, expression, read.tensors.output, read.tensors.inputs, contract);
    });
}

ttgt_status ttgt_distributed_plan_create(ttgt_communicator communicator, ttgt_context context,
                                         const char* expression,
                                         const ttgt_distributed_tensor* output,
                                         const ttgt_distributed_tensor* inputs, int32_t input_count,
                                         const ttgt_distributed_options* options,
                                         ttgt_distributed_plan* plan) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Communicator> ranks = communicators().at(communicator.id);
        const DistributedArguments read =
            read_together(*ranks, {context, expression, output, inputs, input_count, options,
                                   [&] { check_given(plan, "plan"); }});
        plan->id = make_plan(*ranks, expression, read);
    });
}

ttgt_status ttgt_distributed_plan_destroy(ttgt_distributed_plan plan) {
    return guarded([&] {
        if (plan.id != 0) (void)distributed_plans().remove(plan.id);
    });
}

ttgt_status ttgt_distributed_plan_workspace_bytes(ttgt_distributed_plan plan, int64_t* bytes) {
    return guarded([&] {
        check_given(bytes, "bytes");
        *bytes = distributed_plans().at(plan.id)->plan.workspace_bytes();
    });
}

ttgt_status ttgt_distributed_plan_explain(ttgt_distributed_plan plan, int32_t losers, char* text,
                                          size_t capacity, size_t* length) {
    return guarded([&] {
        const std::shared_ptr<const PlannedDistributedCall> planned =
            distributed_plans().at(plan.id);
        if (losers < 0) {
            throw ttgt::InvalidArgument(fmt::format("{} losers were asked for", losers));
        }
        write_text(planned->plan.explain(static_cast<std::size_t>(losers)), text, capacity, length);
    });
}

ttgt_status ttgt_distributed_plan_run(ttgt_distributed_plan plan, void* output,
                                      const void* const* inputs, int32_t input_count,
                                      const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                      const ttgt_run_options* options) {
    return guarded([&] {
        with_run({plan, output, inputs, input_count, alpha, beta, options},
                 [](const ttgt::DistributedPlan& planned, auto... arguments) {
                     planned.run(arguments...);
                 });
    });
}

ttgt_status ttgt_distributed_plan_profile(ttgt_distributed_plan plan, void* output,
                                          const void* const* inputs, int32_t input_count,
                                          const ttgt_scalar* alpha, const ttgt_scalar* beta,
                                          const ttgt_run_options* options,
                                          ttgt_distributed_profile* profile, char* text,
                                          size_t capacity, size_t* length) {
    return guarded([&] {
        with_run({plan, output, inputs, input_count, alpha, beta, options,
                  [&] { check_profile(profile, text, capacity); }},
                 [&](const ttgt::DistributedPlan& planned, auto... arguments) {
                     const ttgt::DistributedReport report = planned.profile(arguments...);
                     write_numbers(numbers_of(report), profile);
                     write_text(to_text(report), text, capacity, length);
                 });
    });
}
