// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <fmt/format.h>

#include "distributed/begin_planning.h"
#include "distributed/program/plan_program.h"
#include "distributed/run/agreement.h"
#include "distributed/run/plan_product.h"

namespace ttgt {
DistributedPlan::DistributedPlan(std::unique_ptr<const PlannedDistribution> planned)
    : planned_(std::move(planned)) {}
DistributedPlan::~DistributedPlan() = default;
DistributedPlan::DistributedPlan(DistributedPlan&&) noexcept = default;
DistributedPlan& DistributedPlan::operator=(DistributedPlan&&) noexcept = default;

std::string DistributedPlan::explain(std::size_t most_losers) const {
    return planned_->explain(most_losers);
}

std::int64_t DistributedPlan::workspace_bytes() const noexcept {
    return planned_->workspace_bytes();
}

std::int64_t DistributedPlan::most_workspace_bytes() const noexcept {
    return planned_->most_workspace_bytes();
}

void DistributedPlan::run(void* d, std::span<const void* const> inputs,
                          const RunOptions& options) const {
    planned_->run(d, inputs, options);
}

DistributedReport DistributedPlan::profile(void* d, std::span<const void* const> inputs,
                                           const RunOptions& options) const {
    return planned_->profile(d, inputs, options);
}

DistributedPlan plan_contraction(Communicator& communicator, Context& context,
                                 std::string_view expression,
                                 const std::vector<DistributedLayout>& operands,
                                 const DistributedOptions& options) {
    const PlanningSetup setup = begin_planning(
        communicator, context, {{"the expression", std::string(expression)}}, operands, options);
    Transport& transport = *setup.transport;
    const Statement statement = agreed(transport, [&] { return read_whole(expression, operands); });
    if (needs_program(statement)) {
        const RankProgram program = agreed(transport, [&] {
            return rank_program(statement, operands, options.beta_is_zero, transport.ranks());
        });
        return DistributedPlan(plan_rank_program(setup, program, context, options));
    }
    DistributedProduct::Parts parts = product_parts(setup);
    const auto bind = [&] {
        return bind_distributed(statement, operands, options.beta_is_zero, transport.rank(),
                                transport.ranks());
    };
    choose_candidate(parts, bind, context, options);
    return DistributedPlan(std::make_unique<const DistributedProduct>(std::move(parts)));
}

void contract(Communicator& communicator, std::string_view expression, const DistributedView& d,
              const std::vector<ConstDistributedView>& inputs,
              const DistributedContractOptions& options) {
    Transport& transport = *communicator.transport();
    std::vector<DistributedLayout> layouts{d.layout};
    std::vector<const void*> data;
    DistributedOptions planning = options;
    if (options.beta && !options.beta_is_zero) planning.beta_is_zero = *options.beta == Scalar{};
    Context& context = *agreed(transport, [&] {
        Context* const chosen = options.context != nullptr ? options.context : &thread_context();
        const Device& device = chosen->options().device;
        check_space("the output", d.space, device);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            layouts.push_back(inputs[i].layout);
            data.push_back(inputs[i].data);
            check_space(fmt::format("input {}", i + 1), inputs[i].space, device);
        }
        return chosen;
    });
    const DistributedPlan plan =
        plan_contraction(communicator, context, expression, layouts, planning);
    RunOptions run;
    run.alpha = options.alpha;
    run.beta = options.beta;
    run.workspace = agreed(transport, [&] { return context.workspace(plan.workspace_bytes()); });
    plan.run(d.data, data, run);
}

}  // namespace ttgt
