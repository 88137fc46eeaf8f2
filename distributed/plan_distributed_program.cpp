// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed_program.h>
#include <ttgt/error.h>

#include <utility>

#include <fmt/ranges.h>

#include "distributed/begin_planning.h"
#include "distributed/program/plan_program.h"

namespace ttgt {
namespace {

/// Operands as a PlannedDistribution takes them: the first, and the others. None are one null
/// operand, so that the run refuses them on every rank.
struct SplitOperands {
    explicit SplitOperands(std::span<void* const> operands)
        : first(operands.empty() ? nullptr : operands.front()),
          others(operands.empty() ? operands : operands.subspan(1)) {}

    void* first;
    std::span<void* const> others;
};

std::vector<std::string> names_of(const std::vector<NamedDistributedOperand>& operands) {
    std::vector<std::string> names;
    names.reserve(operands.size());
    for (const NamedDistributedOperand& operand : operands) names.push_back(operand.name);
    return names;
}

std::vector<DistributedLayout> layouts_of(const std::vector<NamedDistributedOperand>& operands) {
    std::vector<DistributedLayout> layouts;
    layouts.reserve(operands.size());
    for (const NamedDistributedOperand& operand : operands) layouts.push_back(operand.layout);
    return layouts;
}

}  // namespace

DistributedProgramPlan::DistributedProgramPlan(std::shared_ptr<const PlannedDistribution> planned)
    : planned_(std::move(planned)) {}
DistributedProgramPlan::~DistributedProgramPlan() = default;
DistributedProgramPlan::DistributedProgramPlan(DistributedProgramPlan&&) noexcept = default;
DistributedProgramPlan& DistributedProgramPlan::operator=(DistributedProgramPlan&&) noexcept =
    default;

std::string DistributedProgramPlan::explain(std::size_t most_losers) const {
    return planned_->explain(most_losers);
}

std::int64_t DistributedProgramPlan::workspace_bytes() const noexcept {
    return planned_->workspace_bytes();
}

std::int64_t DistributedProgramPlan::most_workspace_bytes() const noexcept {
    return planned_->most_workspace_bytes();
}

void DistributedProgramPlan::run(std::span<void* const> operands, const RunOptions& options) const {
    const SplitOperands split(operands);
    planned_->run(split.first, split.others, options);
}

DistributedReport DistributedProgramPlan::profile(std::span<void* const> operands,
                                                  const RunOptions& options) const {
    const SplitOperands split(operands);
    return planned_->profile(split.first, split.others, options);
}

DistributedProgramPlan plan_program(Communicator& communicator, Context& context,
                                    std::string_view program,
                                    const std::vector<NamedDistributedOperand>& operands,
                                    const DistributedOptions& options) {
    const std::vector<std::string> names = names_of(operands);
    const std::vector<DistributedLayout> layouts = layouts_of(operands);
    const PlanningSetup setup =
        begin_planning(communicator, context,
                       {{"the program", std::string(program)},
                        {"the names of the operands", fmt::format("{}", fmt::join(names, " "))}},
                       layouts, options);
    const RankProgram bound = agreed(*setup.transport, [&] {
        if (options.beta_is_zero) {
            throw InvalidArgument("a program takes no beta: write '=' or '+=' into its statements");
        }
        return rank_program(program, names, layouts, setup.transport->ranks());
    });
    return DistributedProgramPlan(plan_rank_program(setup, bound, context, options));
}

}  // namespace ttgt
