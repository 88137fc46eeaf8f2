// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/planned_blocks.h"

#include <ttgt/error.h>

#include <memory>
#include <utility>
#include <vector>

#include "blocks/execute/operand_checks.h"
#include "contraction/binary/run_checks.h"
#include "src/core/counts.h"

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

std::int64_t bytes_of_operands(const blocks::BlockProblem& problem) {
    std::int64_t sum = 0;
    for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
        const std::int64_t times = operand == operand_d && !problem.traits.beta_is_zero ? 2 : 1;
        const BlockOperand& its = problem.operands[operand];
        sum = saturating_sum(
            sum, saturating_product({times, its.layout.elements(), size_bytes(its.dtype)}));
    }
    return sum;
}

double operand_elements(const blocks::BlockProblem& problem) {
    double sum = 0;
    for (const BlockOperand& operand : problem.operands) {
        sum += static_cast<double>(operand.layout.elements());
    }
    return sum;
}

blocks::BlockExecution checked_execution(const PlannedBlocks& planned, const BlockTensorView& d,
                                         std::span<const ConstBlockTensorView> inputs,
                                         const RunOptions& options) {
    const blocks::BlockProblem& problem = planned.problem;
    const Problem& traits = problem.traits;
    blocks::check_operands(problem, planned.device, d, inputs);
    const Scalar beta = options.beta.value_or(traits.beta_is_zero ? 0.0 : 1.0);
    const auto title_of_d = [&] { return operand_title(operand_d, traits.names[operand_d]); };
    check_scalar(traits.dtypes[operand_d], "alpha", options.alpha, title_of_d);
    check_scalar(traits.dtypes[operand_d], "beta", beta, title_of_d);
    check_beta(traits.text, traits.beta_is_zero, beta);
    check_workspace(planned.plan.workspace_bytes, options.workspace);
    check_stream(planned.device, options.stream);
    if (!options.unchanged.empty()) {
        throw InvalidArgument("a plan of blocks keeps nothing of inputs that are unchanged");
    }
    Resources resources = planned.resources;
    if (options.stream != Stream{}) resources.stream = options.stream;
    return {d,
            inputs,
            static_cast<char*>(options.workspace.data),
            options.alpha,
            beta,
            resources,
            planned.device,
            options.alpha * traits.scale};
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

Report PlannedBlocks::prediction() const {
    Report report;
    report.expression = problem.traits.text;
    report.strategy = strategy;
    report.device = to_string(device);
    report.dtype = problem.traits.dtypes[operand_d];
    report.flops = plan.flops;
    report.bytes = bytes_of_operands(problem);
    const double elements = operand_elements(problem);
    report.arithmetic_intensity = elements > 0 ? plan.flops / elements : 0;
    report.workspace_bytes = plan.workspace_bytes;
    for (const blocks::Stage* stage : stages_of(plan)) {
        report.predicted_ms += stage->ms;
        report.steps.push_back(
            {stage->kind, stage->operand, blocks::describe_work(*stage), stage->ms, 0.0,
             stage->bytes, stage->flops,
             static_cast<std::int64_t>(stage->calls.size() + (stage->moves ? 1 : 0))});
    }
    return report;
}

void PlannedBlocks::run(const BlockTensorView& d, std::span<const ConstBlockTensorView> inputs,
                        const RunOptions& options, Report* report) const {
    const blocks::BlockExecution execution = checked_execution(*this, d, inputs, options);
    const bool reads_inputs = options.alpha * problem.traits.scale != Scalar{};
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
