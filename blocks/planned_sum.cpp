// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/planned_sum.h"

#include <ttgt/error.h>

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "blocks/network/block_path.h"
#include "blocks/placed_steps.h"
#include "network/program/sum_binding.h"
#include "src/context/workspace_limit.h"

namespace ttgt {
namespace {

blocks::PlannedOperands operands_of(const blocks::BlockSum& sum, const Device& device) {
    blocks::PlannedOperands found{
        to_string(sum.expression), {}, sum.operands, !sum.sum().adds, device};
    const std::vector<network::ProgramTensor>& tensors = sum.program.tensors;
    found.titles.push_back(operand_title(operand_d, tensors[0].name));
    for (std::size_t tensor = 1; tensor < tensors.size(); ++tensor) {
        found.titles.push_back(network::factor_title("", tensors[tensor].name, tensor - 1));
    }
    blocks::check_strides(found);
    return found;
}

}  // namespace

PlannedSum::PlannedSum(const Context& context, const blocks::BlockSum& sum,
                       const BlockSumRequest& request)
    : PlannedBlocks(context, operands_of(sum, context.options().device), request.options.strategy) {
    blocks::check_block_path_options(request.path);
    const std::int64_t limit =
        checked_workspace_limit(request.options.workspace_limit, context.options());
    blocks::PlacedSteps placed = blocks::fitting_steps(context, sum, request.path, limit);
    steps = std::move(placed.steps);
    offsets = std::move(placed.temporaries.offsets);
    temporary_bytes = placed.temporaries.bytes;
    BlockPlanOptions options = request.options;
    if (limit != unlimited)
        options.workspace_limit = std::max<std::int64_t>(0, limit - placed.bytes);
    for (const blocks::BlockStep& step : steps.steps) {
        std::vector<BlockOperand> its{steps.tensors[step.output]};
        for (const std::size_t tensor : step.inputs) its.push_back(steps.tensors[tensor]);
        options.beta_is_zero = step.output != operand_d || (step.begins_d && operands.beta_is_zero);
        plans.push_back(std::make_unique<const PlannedProduct>(
            context, blocks::bind_blocks(step.expression, its, options.beta_is_zero), options,
            PlannedRuns{request.runs.use, {}, {}}));
        step_bytes = std::max(step_bytes, plans.back()->workspace_bytes());
    }
    if (step_bytes > 0) temporary_bytes = placed.bytes;
}

std::int64_t PlannedSum::pairs() const noexcept {
    std::int64_t sum = 0;
    for (const auto& plan : plans) sum += plan->pairs();
    return sum;
}

std::int64_t PlannedSum::workspace_bytes() const noexcept { return temporary_bytes + step_bytes; }

std::string PlannedSum::explain(std::size_t most_components) const {
    double flops = 0;
    for (const auto& plan : plans) flops += plan->plan.flops;
    std::string text =
        fmt::format("{}\n  {} on {}, strategy {}\n", operands.text,
                    name(operands.operands[operand_d].dtype), to_string(operands.device), strategy);
    text += explain_operands(operands);
    text += fmt::format(
        "  {} steps, {} pairs: {:.4g} flops, workspace {} bytes, {} of them for "
        "temporaries\n",
        plans.size(), pairs(), flops, workspace_bytes(), temporary_bytes);
    for (std::size_t step = 0; step < plans.size(); ++step) {
        text += fmt::format("step {}: {}", step + 1, plans[step]->explain(most_components));
    }
    return text;
}

Report PlannedSum::prediction() const {
    double flops = 0;
    for (const auto& plan : plans) flops += plan->plan.flops;
    Report report = report_of(flops);
    for (std::size_t step = 0; step < plans.size(); ++step) {
        append_part(plans[step]->prediction(), fmt::format("step {}", step + 1), report);
    }
    return report;
}

void PlannedSum::run(const BlockTensorView& d, std::span<const ConstBlockTensorView> inputs,
                     const RunOptions& options, Report* report) const {
    const Scalar beta = checked_beta(d, inputs, options);
    Report measured;
    for (std::size_t step = 0; step < plans.size(); ++step) {
        Report its;
        if (report != nullptr) its = plans[step]->prediction();
        // For alpha = 0, D is multiplied by beta, and no temporary is needed.
        const bool is_needed = options.alpha != Scalar{} || steps.steps[step].begins_d;
        if (is_needed) run_step(step, d, inputs, options, beta, report == nullptr ? nullptr : &its);
        if (report != nullptr) append_part(its, fmt::format("step {}", step + 1), measured);
    }
    if (report == nullptr) return;
    report->steps = std::move(measured.steps);
    report->total_ms = measured.total_ms;
    report->gemm_ms = measured.gemm_ms;
    report->overhead = report->total_ms > 0 ? 1.0 - report->gemm_ms / report->total_ms : 0;
}

void PlannedSum::run_step(std::size_t number, const BlockTensorView& d,
                          std::span<const ConstBlockTensorView> inputs, const RunOptions& options,
                          const Scalar& beta, Report* report) const {
    const blocks::BlockStep& step = steps.steps[number];
    auto* const workspace = static_cast<char*>(options.workspace.data);
    const auto temporary = [&](std::size_t tensor) {
        const BlockOperand& its = steps.tensors[tensor];
        const std::int64_t offset = offsets[tensor - operands.operands.size()];
        void* const pool = workspace == nullptr ? nullptr : workspace + offset;
        return BlockTensorView(its.dtype, its.layout, pool, d.space());
    };
    const bool writes_d = step.output == operand_d;
    const BlockTensorView written = writes_d ? d : temporary(step.output);
    std::vector<ConstBlockTensorView> read;
    for (const std::size_t tensor : step.inputs) {
        const bool is_given = tensor < operands.operands.size();
        read.push_back(is_given ? inputs[tensor - 1]
                                : static_cast<const ConstBlockTensorView&>(temporary(tensor)));
    }
    const Scalar old_output = step.begins_d ? beta : Scalar(writes_d ? 1.0 : 0.0);
    plans[number]->run_checked({written,
                                read,
                                workspace == nullptr ? nullptr : workspace + temporary_bytes,
                                writes_d ? options.alpha : Scalar{1.0},
                                old_output,
                                resources_of(options),
                                operands.device,
                                {}},
                               report);
}

}  // namespace ttgt
