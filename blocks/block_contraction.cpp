// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/block_contraction.h>

#include <optional>
#include <utility>

#include "blocks/execute/operand_checks.h"
#include "blocks/plan/plan_blocks.h"
#include "blocks/planned_blocks.h"

namespace ttgt {
namespace {

/// What is known of the runs of a plan: their scalars, where there is one run alone.
struct PlannedRuns {
    blocks::TableUse use = blocks::TableUse::kept;
    std::optional<Scalar> alpha{};  ///< unset: any
    std::optional<Scalar> beta{};   ///< unset with a set `alpha`: the expression's
};

blocks::ScaledBlocks scaled_blocks(const blocks::BlockProblem& problem, const PlannedRuns& runs) {
    if (!runs.alpha) return {};
    const Scalar beta = runs.beta.value_or(problem.traits.beta_is_zero ? 0.0 : 1.0);
    return blocks::scaled_blocks(*runs.alpha * problem.traits.scale, beta);
}

PlannedBlocks make_planned(const Context& context, std::string_view expression,
                           const std::vector<BlockOperand>& operands,
                           const BlockPlanOptions& options, const PlannedRuns& runs) {
    blocks::BlockProblem problem = blocks::bind_blocks(expression, operands, options.beta_is_zero);
    blocks::check_strides(problem);
    blocks::BlockPlan plan =
        blocks::plan_blocks(context, problem, options, runs.use, scaled_blocks(problem, runs));
    const ContextOptions& settings = context.options();
    return {std::move(problem),
            std::move(plan),
            settings.device,
            options.strategy,
            Resources{settings.threads, context.stream()},
            &blocks::runner_of(settings.device)};
}

/// Plans and runs a call of contract().
void contract_blocks(std::string_view expression, const BlockTensorView& d,
                     const std::vector<ConstBlockTensorView>& inputs,
                     const BlockContractOptions& options) {
    Context& context = options.context != nullptr ? *options.context : thread_context();
    std::vector<BlockOperand> operands{{d.dtype(), d.layout()}};
    for (const ConstBlockTensorView& input : inputs) {
        operands.push_back({input.dtype(), input.layout()});
    }
    BlockPlanOptions planning = options;
    if (options.beta && !options.beta_is_zero) planning.beta_is_zero = *options.beta == Scalar{};
    const PlannedBlocks planned =
        make_planned(context, expression, operands, planning,
                     {blocks::TableUse::once, options.alpha, options.beta});
    RunOptions run;
    run.alpha = options.alpha;
    run.beta = options.beta;
    run.workspace = context.workspace(planned.plan.workspace_bytes);
    if (const auto& report_sink = context.options().report_sink) {
        Report report = planned.prediction();
        planned.run(d, inputs, run, &report);
        report_sink(report);
    } else {
        planned.run(d, inputs, run, nullptr);
    }
}

}  // namespace

BlockContractionPlan::BlockContractionPlan(std::unique_ptr<const PlannedBlocks> planned)
    : planned_(std::move(planned)) {}
BlockContractionPlan::~BlockContractionPlan() = default;
BlockContractionPlan::BlockContractionPlan(BlockContractionPlan&&) noexcept = default;
BlockContractionPlan& BlockContractionPlan::operator=(BlockContractionPlan&&) noexcept = default;

BlockContractionPlan BlockContractionPlan::make(Context& context, std::string_view expression,
                                                const std::vector<BlockOperand>& operands,
                                                const BlockPlanOptions& options) {
    return BlockContractionPlan(std::make_unique<const PlannedBlocks>(
        make_planned(context, expression, operands, options, {})));
}

std::int64_t BlockContractionPlan::pairs() const noexcept { return planned_->plan.pairs; }

std::string BlockContractionPlan::explain(std::size_t most_components) const {
    return planned_->explain(most_components);
}

std::int64_t BlockContractionPlan::workspace_bytes() const noexcept {
    return planned_->plan.workspace_bytes;
}

Report BlockContractionPlan::prediction() const { return planned_->prediction(); }

void BlockContractionPlan::run(const BlockTensorView& d,
                               const std::vector<ConstBlockTensorView>& inputs,
                               const RunOptions& options) const {
    planned_->run(d, inputs, options, nullptr);
}

Report BlockContractionPlan::profile(const BlockTensorView& d,
                                     const std::vector<ConstBlockTensorView>& inputs,
                                     const RunOptions& options) const {
    Report report = prediction();
    planned_->run(d, inputs, options, &report);
    return report;
}

void contract(std::string_view expression, const BlockTensorView& d, const ConstBlockTensorView& l,
              const ConstBlockTensorView& r, const BlockContractOptions& options) {
    contract_blocks(expression, d, {l, r}, options);
}

void contract(std::string_view expression, const BlockTensorView& d, const ConstBlockTensorView& l,
              const BlockContractOptions& options) {
    contract_blocks(expression, d, {l}, options);
}

}  // namespace ttgt
