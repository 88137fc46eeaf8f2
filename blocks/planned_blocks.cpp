// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/planned_blocks.h"

#include <ttgt/error.h>

#include <utility>

#include <fmt/format.h>

#include "contraction/binary/run_checks.h"
#include "src/core/counts.h"

namespace ttgt {
namespace {

std::int64_t bytes_of(const blocks::PlannedOperands& operands) {
    std::int64_t sum = 0;
    for (std::size_t operand = 0; operand < operands.operands.size(); ++operand) {
        const std::int64_t times = operand == operand_d && !operands.beta_is_zero ? 2 : 1;
        const BlockOperand& its = operands.operands[operand];
        sum = saturating_sum(
            sum, saturating_product({times, its.layout.elements(), size_bytes(its.dtype)}));
    }
    return sum;
}

double elements_of(const blocks::PlannedOperands& operands) {
    double sum = 0;
    for (const BlockOperand& operand : operands.operands) {
        sum += static_cast<double>(operand.layout.elements());
    }
    return sum;
}

}  // namespace

PlannedBlocks::PlannedBlocks(const Context& context, blocks::PlannedOperands its,
                             std::string its_strategy)
    : operands(std::move(its)),
      strategy(std::move(its_strategy)),
      resources{context.options().threads, context.stream()} {
    blocks::prepare_checks(operands);
}

Report PlannedBlocks::report_of(double flops) const {
    Report report;
    report.expression = operands.text;
    report.strategy = strategy;
    report.device = to_string(operands.device);
    report.dtype = operands.operands[operand_d].dtype;
    report.flops = flops;
    report.bytes = bytes_of(operands);
    const double elements = elements_of(operands);
    report.arithmetic_intensity = elements > 0 ? flops / elements : 0;
    report.workspace_bytes = workspace_bytes();
    return report;
}

Scalar PlannedBlocks::checked_beta(const BlockTensorView& d,
                                   std::span<const ConstBlockTensorView> inputs,
                                   const RunOptions& options) const {
    blocks::check_operands(operands, d, inputs);
    const Scalar beta = options.beta.value_or(operands.beta_is_zero ? 0.0 : 1.0);
    const auto title_of_d = [&] { return operands.titles[operand_d]; };
    check_scalar(d.dtype(), "alpha", options.alpha, title_of_d);
    check_scalar(d.dtype(), "beta", beta, title_of_d);
    check_beta(operands.text, operands.beta_is_zero, beta);
    check_workspace(workspace_bytes(), options.workspace);
    check_stream(operands.device, options.stream);
    if (!options.unchanged.empty()) {
        throw InvalidArgument("a plan of blocks keeps nothing of inputs that are unchanged");
    }
    return beta;
}

Resources PlannedBlocks::resources_of(const RunOptions& options) const {
    Resources found = resources;
    if (options.stream != Stream{}) found.stream = options.stream;
    return found;
}

void append_part(const Report& part, std::string_view name, Report& report) {
    for (StepReport stage : part.steps) {
        stage.description = fmt::format("{}: {}", name, stage.description);
        report.steps.push_back(std::move(stage));
    }
    report.predicted_ms += part.predicted_ms;
    report.total_ms += part.total_ms;
    report.gemm_ms += part.gemm_ms;
}

std::string explain_operands(const blocks::PlannedOperands& operands) {
    std::string text;
    for (std::size_t operand = 0; operand < operands.operands.size(); ++operand) {
        const BlockOperand& its = operands.operands[operand];
        text += fmt::format("  {:<10}{} blocks, {} elements of {}\n", operands.titles[operand],
                            its.layout.blocks(), its.layout.elements(), name(its.dtype));
    }
    return text;
}

}  // namespace ttgt
