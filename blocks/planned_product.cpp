// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/planned_product.h"

#include <memory>
#include <utility>
#include <vector>

#include "blocks/plan/plan_blocks.h"

namespace ttgt {
namespace {

/// The stages of a run that reads its inputs, in their order.
std::vector<const blocks::Stage*> stages_of(const blocks::BlockPlan& plan) {
    std::vector<const blocks::Stage*> stages;
    for (const std::vector<blocks::Stage>& pass : plan.passes) {
        for (const blocks::Stage& stage : pass) stages.push_back(&stage);
    }
    if (!plan.scale_rest.is_empty()) stages.push_back(&plan.scale_rest);
    return stages;
}

blocks::PlannedOperands operands_of(const blocks::BlockProblem& problem, const Device& device) {
    blocks::PlannedOperands found{problem.traits.text,         {},     problem.operands,
                                  problem.traits.beta_is_zero, device, problem.is_group};
    for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
        found.titles.push_back(
            operand_title(static_cast<Operand>(operand), problem.traits.names[operand]));
    }
    blocks::check_strides(found);
    return found;
}

blocks::ScaledBlocks scaled_blocks(const blocks::BlockProblem& problem, const PlannedRuns& runs) {
    if (!runs.alpha) return {};
    const Scalar beta = runs.beta.value_or(problem.traits.beta_is_zero ? 0.0 : 1.0);
    return blocks::scaled_blocks(*runs.alpha * problem.traits.scale, beta);
}

/// Ends a run when it is destroyed.
class EndedRun {
public:
    EndedRun(const blocks::StageRunner& runner, const blocks::BlockPlan& plan,
             const blocks::BlockExecution& execution)
        : runner_(runner), plan_(plan), execution_(execution) {}
    ~EndedRun() { runner_.end(plan_, execution_); }
    EndedRun(const EndedRun&) = delete;
    EndedRun& operator=(const EndedRun&) = delete;

private:
    const blocks::StageRunner& runner_;
    const blocks::BlockPlan& plan_;
    const blocks::BlockExecution& execution_;
};

}  // namespace

PlannedProduct::PlannedProduct(const Context& context, blocks::BlockProblem its_problem,
                               const BlockPlanOptions& options, const PlannedRuns& runs)
    : PlannedBlocks(context, operands_of(its_problem, context.options().device), options.strategy),
      problem(std::move(its_problem)),
      plan(blocks::plan_blocks(context, problem, options, runs.use, scaled_blocks(problem, runs))),
      runner(&blocks::runner_of(context.options().device)) {}

Report PlannedProduct::prediction() const {
    Report report = report_of(plan.flops);
    for (const blocks::Stage* stage : stages_of(plan)) {
        report.predicted_ms += stage->ms;
        report.steps.push_back(
            {stage->kind, stage->operand, blocks::describe_work(*stage), stage->ms, 0.0,
             stage->bytes, stage->flops,
             static_cast<std::int64_t>(stage->calls.size() + (stage->moves ? 1 : 0))});
    }
    return report;
}

void PlannedProduct::run(const BlockTensorView& d, std::span<const ConstBlockTensorView> inputs,
                         const RunOptions& options, Report* report) const {
    const Scalar beta = checked_beta(d, inputs, options);
    run_checked({d,
                 inputs,
                 static_cast<char*>(options.workspace.data),
                 options.alpha,
                 beta,
                 resources_of(options),
                 operands.device,
                 {}},
                report);
}

void PlannedProduct::run_checked(blocks::BlockExecution execution, Report* report) const {
    execution.scaled_alpha = execution.alpha * problem.traits.scale;
    const bool reads_inputs = execution.scaled_alpha != Scalar{};
    const std::vector<const blocks::Stage*> stages =
        reads_inputs ? stages_of(plan) : std::vector<const blocks::Stage*>{&plan.scale_all};
    const EndedRun ended(*runner, plan, execution);
    runner->begin(plan, execution);
    const auto timer = report == nullptr ? nullptr : runner->make_timer(stages.size(), execution);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool changes_nothing =
            stages[i]->kind == "scale" && execution.beta == Scalar{1.0, 0.0};
        if (timer != nullptr) timer->before(i);
        if (!changes_nothing) runner->run(plan, *stages[i], execution);
        if (timer != nullptr) timer->after(i);
    }
    if (report == nullptr) return;
    report->total_ms = timer->total_ms();
    for (std::size_t i = 0; reads_inputs && i < stages.size(); ++i) {
        report->steps[i].measured_ms = timer->ms(i);
        if (stages[i]->kind == "multiply") report->gemm_ms += report->steps[i].measured_ms;
    }
    report->overhead = report->total_ms > 0 ? 1.0 - report->gemm_ms / report->total_ms : 0;
}

}  // namespace ttgt
