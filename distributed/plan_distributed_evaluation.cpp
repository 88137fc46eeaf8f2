// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed_operators.h>
#include <ttgt/error.h>

#include <string>
#include <utility>

#include <fmt/format.h>

#include "distributed/begin_planning.h"
#include "distributed/formula/planned_formula.h"

namespace ttgt {

DistributedEvaluationPlan::DistributedEvaluationPlan(std::unique_ptr<const PlannedFormula> planned)
    : planned_(std::move(planned)) {}
DistributedEvaluationPlan::~DistributedEvaluationPlan() = default;
DistributedEvaluationPlan::DistributedEvaluationPlan(DistributedEvaluationPlan&&) noexcept =
    default;
DistributedEvaluationPlan& DistributedEvaluationPlan::operator=(
    DistributedEvaluationPlan&&) noexcept = default;

const std::vector<std::string>& DistributedEvaluationPlan::inputs() const noexcept {
    return planned_->parts().problem.formula.inputs;
}

const std::vector<std::string>& DistributedEvaluationPlan::scalars() const noexcept {
    return planned_->parts().problem.formula.scalars;
}

std::string DistributedEvaluationPlan::explain(std::size_t most_losers) const {
    return planned_->explain(most_losers);
}

std::int64_t DistributedEvaluationPlan::workspace_bytes() const noexcept {
    return planned_->parts().plan.workspace_bytes;
}

std::int64_t DistributedEvaluationPlan::most_workspace_bytes() const noexcept {
    return planned_->parts().most_workspace_bytes;
}

std::int64_t DistributedEvaluationPlan::bytes_sent() const noexcept {
    return planned_->bytes_sent();
}

std::int64_t DistributedEvaluationPlan::bytes_received() const noexcept {
    return planned_->bytes_received();
}

void DistributedEvaluationPlan::run(void* out, std::span<const void* const> inputs,
                                    std::span<const Scalar> scalars, const Workspace& workspace,
                                    Stream stream) const {
    planned_->run(out, inputs, scalars, workspace, stream);
}

DistributedEvaluationPlan plan_evaluation(Communicator& communicator, Context& context,
                                          std::string_view formula,
                                          const std::vector<DistributedLayout>& operands,
                                          const DistributedEvaluationOptions& options) {
    DistributedOptions planning;
    planning.workspace_limit = options.workspace_limit;
    planning.rates = options.rates;
    planning.int_limit = options.int_limit;
    PlannedFormula::Parts parts;
    static_cast<PlanningSetup&>(parts) = begin_planning(
        communicator, context, {{"the formula", std::string(formula)}}, operands, planning);
    choose_formula_candidate(parts, formula, operands, context);
    return DistributedEvaluationPlan(std::make_unique<const PlannedFormula>(std::move(parts)));
}

void evaluate(Communicator& communicator, std::string_view formula, const DistributedView& d,
              const std::vector<ConstDistributedView>& inputs,
              const DistributedEvaluateOptions& options) {
    Transport& transport = *communicator.transport();
    std::vector<DistributedLayout> layouts{d.layout};
    std::vector<const void*> data;
    Context& context = *agreed(transport, [&] {
        Context* const chosen = options.context != nullptr ? options.context : &thread_context();
        const Device& device = chosen->options().device;
        check_space("the output", d.space, device);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            check_space(fmt::format("input {}", i + 1), inputs[i].space, device);
            layouts.push_back(inputs[i].layout);
            data.push_back(inputs[i].data);
        }
        return chosen;
    });
    const DistributedEvaluationPlan plan =
        plan_evaluation(communicator, context, formula, layouts, options);
    const Workspace workspace =
        agreed(transport, [&] { return context.workspace(plan.workspace_bytes()); });
    plan.run(d.data, data, options.scalars, workspace);
}

}  // namespace ttgt
