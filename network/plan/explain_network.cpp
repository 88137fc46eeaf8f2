// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/explain_network.h"

#include <algorithm>

#include <fmt/format.h>

namespace ttgt::network {
namespace {

std::string_view name(Minimize minimize) {
    switch (minimize) {
        case Minimize::time:
            return "time";
        case Minimize::memory:
            return "memory";
        case Minimize::flops:
            break;
    }
    return "flops";
}

/// "e,a,i": the labels of a tensor of a sum, fastest in memory first.
std::string memory_order(const Program& program, const Sum& sum) {
    std::string text;
    for (const std::size_t mode : modes_by_stride(program.tensors[sum.output.tensor].layout)) {
        if (!text.empty()) text += ',';
        text += sum.labels[sum.output.labels[mode]].name;
    }
    return text;
}

std::int64_t transposes(const Report& report) {
    return std::count_if(report.steps.begin(), report.steps.end(),
                         [](const StepReport& step) { return step.kind == "transpose"; });
}

std::string explain_step(const Block& block, std::size_t number) {
    const NetworkStep& step = block.steps[number];
    const Sum& sum = block.program.sums[number];
    const ProgramTensor& output = block.program.tensors[step.output];
    const Report report = step.plan->prediction();
    std::string text = fmt::format("  {} {}\n     ", number + 1, to_string(block.program, sum));
    if (!output.operand && !sum.output.labels.empty()) {
        text += fmt::format("in memory {}, {} bytes; ", memory_order(block.program, sum),
                            packed_bytes(output.layout, size_bytes(output.dtype)));
    }
    if (step.inputs.size() > 2) text += "in one loop over all labels: ";
    if (step.operations > 0) text += fmt::format("{:.4g} operations, ", step.operations);
    text += fmt::format("{} transpose(s), {} bytes of scratch, predicted {:.4g} ms\n",
                        transposes(report), step.plan->workspace_bytes(), report.predicted_ms);
    return text;
}

}  // namespace

std::string explain(const NetworkPlan& plan) {
    const NetworkParts& parts = plan.parts();
    std::string text = fmt::format(
        "{}\non {}: {:.4g} operations, {} bytes of workspace, predicted "
        "{:.4g} ms\npath search '{}', minimising {}\n",
        parts.text, to_string(parts.device), plan.operations(), plan.workspace_bytes(),
        plan.predicted_ms(), parts.path.search, name(parts.path.minimize));
    for (const Block& block : parts.blocks) {
        for (const SliceLoop& loop : block.loops) {
            text += fmt::format("  for {} in {} slices of {}{}\n", loop.label, loop.turns,
                                loop.chunk, loop.sums ? ", adding" : "");
        }
        for (std::size_t step = 0; step < block.steps.size(); ++step) {
            text += explain_step(block, step);
        }
    }
    return text;
}

}  // namespace ttgt::network
