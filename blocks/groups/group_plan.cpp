// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>
#include <ttgt/groups.h>

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "blocks/groups/group_problem.h"
#include "blocks/planned_product.h"

namespace ttgt {

/// What a GroupPlan owns.
struct PlannedGroup {
    std::int64_t problems = 0;
    std::unique_ptr<const PlannedProduct> blocks{};  ///< null where there are no problems

    /// Runs the plan once all arguments are checked; `report` is that of PlannedProduct::run().
    void run(const std::vector<void*>& outputs, const std::vector<std::vector<const void*>>& inputs,
             const RunOptions& options, Report* report) const;
};

namespace {

PlannedGroup plan_group(const Context& context, blocks::BlockProblem problem,
                        const PlanOptions& options) {
    BlockPlanOptions planning;
    static_cast<PlanOptions&>(planning) = options;
    const std::int64_t problems = problem.layout(operand_d).blocks();
    return {problems, std::make_unique<const PlannedProduct>(context, std::move(problem), planning,
                                                             PlannedRuns{})};
}

void check_addresses(std::int64_t problems, std::size_t addresses, const std::string& of) {
    if (static_cast<std::int64_t>(addresses) == problems) return;
    throw InvalidArgument(
        fmt::format("there are {} addresses of {}, but {} problems", addresses, of, problems));
}

std::string operand_name(const blocks::BlockProblem& problem, std::size_t operand) {
    return operand_title(static_cast<Operand>(operand), problem.traits.names[operand]);
}

}  // namespace

void PlannedGroup::run(const std::vector<void*>& outputs,
                       const std::vector<std::vector<const void*>>& inputs,
                       const RunOptions& options, Report* report) const {
    if (!blocks) {
        check_addresses(problems, outputs.size(), "the output");
        for (const auto& addresses : inputs)
            check_addresses(problems, addresses.size(), "an input");
        return;
    }
    const blocks::BlockProblem& problem = blocks->problem;
    if (inputs.size() != problem.traits.inputs) {
        throw OperandCountMismatch(fmt::format("'{}' has {} inputs, but {} were given",
                                               problem.traits.text, problem.traits.inputs,
                                               inputs.size()));
    }
    check_addresses(problems, outputs.size(), operand_name(problem, operand_d));
    const MemorySpace space = blocks->operands.device.kind == Device::Kind::cuda
                                  ? MemorySpace::device
                                  : MemorySpace::host;
    const BlockOperand& d = problem.operands[operand_d];
    const BlockTensorView view_of_d(d.dtype, d.layout, outputs, space);
    std::vector<ConstBlockTensorView> views;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        check_addresses(problems, inputs[i].size(), operand_name(problem, i + 1));
        const BlockOperand& its = problem.operands[i + 1];
        views.emplace_back(its.dtype, its.layout, inputs[i], space);
    }
    blocks->run(view_of_d, views, options, report);
}

GroupPlan make_group_plan(PlannedGroup planned) {
    return GroupPlan(std::make_unique<const PlannedGroup>(std::move(planned)));
}

GroupPlan::GroupPlan(std::unique_ptr<const PlannedGroup> planned) : planned_(std::move(planned)) {}
GroupPlan::~GroupPlan() = default;
GroupPlan::GroupPlan(GroupPlan&&) noexcept = default;
GroupPlan& GroupPlan::operator=(GroupPlan&&) noexcept = default;

std::int64_t GroupPlan::problems() const noexcept { return planned_->problems; }

std::string GroupPlan::explain() const {
    constexpr std::size_t most_components = 10;
    return planned_->blocks ? planned_->blocks->explain(most_components) : "no problems\n";
}

std::int64_t GroupPlan::workspace_bytes() const noexcept {
    return planned_->blocks ? planned_->blocks->workspace_bytes() : 0;
}

Report GroupPlan::prediction() const {
    return planned_->blocks ? planned_->blocks->prediction() : Report{};
}

void GroupPlan::run(const std::vector<void*>& outputs,
                    const std::vector<std::vector<const void*>>& inputs,
                    const RunOptions& options) const {
    planned_->run(outputs, inputs, options, nullptr);
}

Report GroupPlan::profile(const std::vector<void*>& outputs,
                          const std::vector<std::vector<const void*>>& inputs,
                          const RunOptions& options) const {
    Report report = prediction();
    planned_->run(outputs, inputs, options, &report);
    return report;
}

GroupPlan plan_transposes(Context& context, const std::vector<TransposeLayouts>& problems,
                          const std::vector<int>& perm, DType dtype,
                          const TransposeGroupOptions& options) {
    if (problems.empty()) return make_group_plan({});
    return make_group_plan(
        plan_group(context, blocks::bind_transposes(problems, perm, dtype, options), {}));
}

GroupPlan plan_contractions(Context& context, std::string_view expression,
                            const std::vector<std::vector<OperandLayout>>& problems,
                            const PlanOptions& options) {
    if (problems.empty()) return make_group_plan({});
    return make_group_plan(plan_group(
        context, blocks::bind_contractions(expression, problems, options.beta_is_zero), options));
}

}  // namespace ttgt
