// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/planned_sum.h"

#include <ttgt/error.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "blocks/network/block_path.h"
#include "contraction/devices.h"
#include "contraction/plan/workspace.h"
#include "contraction/planner/quick_price.h"
#include "network/plan/lifetimes.h"
#include "network/program/sum_binding.h"
#include "src/core/checked.h"
#include "src/core/element.h"

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

/// What the steps of paths cost on the context's device.
network::PathCosts costs_of(const Context& context, const blocks::BlockSum& sum,
                            Minimize minimize) {
    double bytes = 0;
    for (const BlockOperand& operand : sum.operands) {
        bytes += static_cast<double>(operand.layout.elements()) *
                 static_cast<double>(size_bytes(operand.dtype));
    }
    const std::shared_ptr<const Machine> machine = make_machine(context.options(), bytes);
    const DType dtype = compute_of(sum.operands[0].dtype);
    return network::PathCosts(minimize, [machine, dtype](const network::StepVolumes& step) {
        return quick_price_ms(*machine, dtype, {step.l, step.r, step.d, step.all});
    });
}

/// Where the temporaries of steps lie in the workspace: each from the step that writes it to the
/// one that reads it.
network::WorkspaceOffsets placed_temporaries(const blocks::BlockSteps& steps, std::size_t first) {
    std::vector<network::Lifetime> lifetimes(steps.tensors.size() - first);
    for (std::size_t step = 0; step < steps.steps.size(); ++step) {
        const blocks::BlockStep& its = steps.steps[step];
        if (its.output >= first) lifetimes[its.output - first].first = step;
        for (const std::size_t tensor : its.inputs) {
            if (tensor >= first) lifetimes[tensor - first].last = step;
        }
    }
    for (std::size_t i = 0; i < lifetimes.size(); ++i) {
        const BlockOperand& tensor = steps.tensors[first + i];
        lifetimes[i].bytes = checked_multiply(tensor.layout.elements(), size_bytes(tensor.dtype),
                                              "the bytes of a temporary");
    }
    return network::place(lifetimes);
}

/// Steps whose temporaries have a place.
struct PlacedSteps {
    blocks::BlockSteps steps;
    network::WorkspaceOffsets temporaries;
    std::int64_t bytes = 0;  ///< to where the workspace of steps may begin
};

PlacedSteps placed_steps(const Context& context, const blocks::BlockSum& sum,
                         const PathOptions& path) {
    const network::PathCosts costs = costs_of(context, sum, path.minimize);
    PlacedSteps placed;
    placed.steps = blocks::steps_along(sum, blocks::find_block_paths(sum, costs, path));
    placed.temporaries = placed_temporaries(placed.steps, sum.operands.size());
    placed.bytes = align_in_workspace(placed.temporaries.bytes);
    return placed;
}

/// The steps of the path that the options ask for; of one of least memory where the temporaries of
/// that path do not fit the limit.
PlacedSteps fitting_steps(const Context& context, const blocks::BlockSum& sum,
                          const PathOptions& path, std::int64_t limit) {
    PlacedSteps placed = placed_steps(context, sum, path);
    if (placed.temporaries.bytes <= limit) return placed;
    PathOptions frugal = path;
    frugal.minimize = Minimize::memory;
    PlacedSteps least = placed_steps(context, sum, frugal);
    if (least.temporaries.bytes <= limit) return least;
    throw Unsupported(fmt::format(
        "'{}' needs at least {} bytes of workspace for its temporaries, the limit is {}",
        to_string(sum.expression), least.temporaries.bytes, limit));
}

/// "step 2, multiply": the reports of a step's stages tell the step.
void append_steps(const Report& step, std::size_t number, Report& report) {
    for (StepReport stage : step.steps) {
        stage.description = fmt::format("step {}: {}", number + 1, stage.description);
        report.steps.push_back(std::move(stage));
    }
    report.predicted_ms += step.predicted_ms;
    report.total_ms += step.total_ms;
    report.gemm_ms += step.gemm_ms;
}

}  // namespace

PlannedSum::PlannedSum(const Context& context, const blocks::BlockSum& sum,
                       const BlockSumRequest& request)
    : PlannedBlocks(context, operands_of(sum, context.options().device), request.options.strategy) {
    blocks::check_block_path_options(request.path);
    const std::int64_t limit =
        request.options.workspace_limit.value_or(context.options().workspace_limit);
    if (limit < 0) throw InvalidArgument(fmt::format("workspace limit {} is negative", limit));
    PlacedSteps placed = fitting_steps(context, sum, request.path, limit);
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
            request.use));
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
        append_steps(plans[step]->prediction(), step, report);
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
        if (report != nullptr) append_steps(its, step, measured);
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
