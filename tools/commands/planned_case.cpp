// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/planned_case.h"

namespace ttgt::tool {
namespace {

std::variant<BlockContractionPlan, BlockProgramPlan> plan_of(
    Context& context, const BlockCase& its, const std::vector<BlockOperand>& operands,
    const BlockPlanOptions& options) {
    if (!its.is_program) return plan_contraction(context, its.expression, operands, options);
    std::vector<NamedBlockOperand> named{{its.output_name, operands.front()}};
    for (std::size_t i = 0; i < its.names.size(); ++i) {
        named.push_back({its.names[i], operands[i + 1]});
    }
    return plan_program(context, its.expression, named, options);
}

}  // namespace

PlannedCase::PlannedCase(Context& context, const BlockCase& its,
                         const std::vector<BlockOperand>& operands, const BlockPlanOptions& options)
    : operands_(operands), plan_(plan_of(context, its, operands, options)) {}

std::int64_t PlannedCase::workspace_bytes() const {
    return std::visit([](const auto& plan) { return plan.workspace_bytes(); }, plan_);
}

std::string PlannedCase::explain(std::size_t most_components) const {
    return std::visit([&](const auto& plan) { return plan.explain(most_components); }, plan_);
}

Report PlannedCase::profile(const std::vector<Buffer>& values, const RunOptions& options) const {
    std::vector<BlockTensorView> views;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        views.emplace_back(operands_[i].dtype, operands_[i].layout, values[i].get());
    }
    if (const auto* const program = std::get_if<BlockProgramPlan>(&plan_)) {
        return program->profile(views, options);
    }
    const std::vector<ConstBlockTensorView> inputs(views.begin() + 1, views.end());
    return std::get<BlockContractionPlan>(plan_).profile(views.front(), inputs, options);
}

}  // namespace ttgt::tool
