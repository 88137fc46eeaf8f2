// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/program.h>

#include <utility>

#include <fmt/format.h>

#include "network/plan/explain_network.h"
#include "network/plan/plan_network.h"
#include "network/program/bind_program.h"

namespace ttgt {

struct ProgramPlan::State {
    network::NetworkPlan plan;
};

namespace {

network::Operands checked_operands(const network::NetworkPlan& plan,
                                   std::span<void* const> operands, const RunOptions& options) {
    const std::size_t expected = plan.parts().operands.size();
    if (operands.size() != expected) {
        throw OperandCountMismatch(fmt::format("the program has {} operands, the run was given {}",
                                               expected, operands.size()));
    }
    if (options.alpha != Scalar{1.0} || options.beta) {
        throw InvalidArgument(
            "a program takes neither alpha nor beta: write factors and '+=' into its statements");
    }
    return {operands.front(), operands.subspan(1)};
}

}  // namespace

ProgramPlan::ProgramPlan(std::unique_ptr<const State> state) : state_(std::move(state)) {}
ProgramPlan::~ProgramPlan() = default;
ProgramPlan::ProgramPlan(ProgramPlan&&) noexcept = default;
ProgramPlan& ProgramPlan::operator=(ProgramPlan&&) noexcept = default;

std::string ProgramPlan::explain() const { return network::explain(state_->plan); }

std::string ProgramPlan::source() const { return state_->plan.source(); }

std::int64_t ProgramPlan::workspace_bytes() const noexcept {
    return state_->plan.workspace_bytes();
}

double ProgramPlan::operations() const noexcept { return state_->plan.operations(); }

Report ProgramPlan::prediction() const { return state_->plan.prediction(); }

void ProgramPlan::run(std::span<void* const> operands, const RunOptions& options) const {
    state_->plan.run(checked_operands(state_->plan, operands, options), options);
}

Report ProgramPlan::profile(std::span<void* const> operands, const RunOptions& options) const {
    return state_->plan.profile(checked_operands(state_->plan, operands, options), options);
}

ProgramPlan plan_program(Context& context, std::string_view program,
                         const std::vector<NamedOperand>& operands, const PlanOptions& options,
                         const PathOptions& path) {
    if (!path.path.empty() || !path.same.empty() || !path.kept.empty() || options.beta_is_zero) {
        throw InvalidArgument(
            "a program takes no path, same or kept operands and no beta: these are for one "
            "product");
    }
    const std::vector<Expression> statements = parse_program(program);
    std::string text;
    for (const Expression& statement : statements) {
        if (!text.empty()) text += '\n';
        text += to_string(statement);
    }
    network::Program bound = network::bind_statements(statements, operands, program);
    return ProgramPlan(std::make_unique<const ProgramPlan::State>(ProgramPlan::State{
        network::plan_network(context, {std::move(text), std::move(bound), options, path,
                                        context.options().threads})}));
}

}  // namespace ttgt
