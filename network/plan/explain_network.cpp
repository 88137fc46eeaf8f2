// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/explain_network.h"

#include <algorithm>

#include <fmt/format.h>

#include "contraction/plan/explain.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"
#include "network/plan/replay.h"
#include "network/plan/step_statement.h"
#include "network/plan/temporary_layouts.h"

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

/// The labels of a sum's output in their order in memory, fastest first, such as "e,a,i".
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

/// The transposes and the time of a program with some layouts of its temporaries.
struct Moves {
    std::int64_t transposes = 0;  ///< number of Transpose steps
    double predicted_ms = 0;      ///< predicted milliseconds of all steps

    void add(const Report& step) {
        transposes += network::transposes(step);
        predicted_ms += step.predicted_ms;
    }
};

Moves moves(const Block& block) {
    Moves result;
    for (const NetworkStep& step : block.steps) result.add(step.plan->prediction());
    return result;
}

/// The transposes and the time that the program would have if each temporary had the order of modes
/// in which a matrix product leaves it.
Moves moves_as_produced(const NetworkParts& parts, Program program) {
    lay_out_as_produced(program);
    Moves result;
    for (const Sum& sum : program.sums) {
        const Statement statement = statement_of(program, sum);
        Problem problem = bind_expression(statement.expression, statement.operands, !sum.adds,
                                          statement.converts);
        problem.compute = parts.options.compute;
        const PlanningTask task{problem, *parts.options.workspace_limit, *parts.machine,
                                Purpose::explain};
        const Choice choice = choose_plan(task, find_strategy(parts.options.strategy));
        result.add(make_report(choice.plan, parts.device));
    }
    return result;
}

/// A line on what choosing the layouts of temporaries saved. Empty if the plan has no temporaries,
/// several blocks or slices, or layouts were not chosen.
std::string explain_layouts(const NetworkParts& parts) {
    const Block& block = parts.blocks.front();
    const bool has_temporaries = block.program.tensors.size() > parts.operands.size();
    const bool is_sliced = parts.blocks.size() > 1 || !block.loops.empty();
    if (!parts.path.choose_layouts || !has_temporaries || is_sliced) return "";
    const Moves chosen = moves(block);
    const Moves produced = moves_as_produced(parts, block.program);
    return fmt::format(
        "layouts of temporaries: {} transpose(s), predicted {:.4g} ms; as their products leave "
        "them {}, "
        "{:.4g} ms\n",
        chosen.transposes, chosen.predicted_ms, produced.transposes, produced.predicted_ms);
}

std::int64_t readers(const Block& block, std::size_t tensor) {
    return std::count_if(block.steps.begin(), block.steps.end(),
                         [&](const NetworkStep& step) { return contains(step.inputs, tensor); });
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
    if (const std::int64_t count = readers(block, step.output); !output.operand && count > 1) {
        text += fmt::format("read by {} steps; ", count);
    }
    if (step.inputs.size() > 2) text += "in one loop over all labels: ";
    if (step.operations > 0) text += fmt::format("{:.4g} operations, ", step.operations);
    text += fmt::format("{} transpose(s), {} bytes of scratch, predicted {:.4g} ms\n",
                        transposes(report), step.plan->workspace_bytes(), report.predicted_ms);
    return text;
}

/// A line on the generated kernel that does all steps, or on why there is none. Empty if generated
/// kernels were not asked for.
std::string explain_fusion(const NetworkParts& parts) {
    if (const std::optional<FusedSteps>& fused = parts.blocks.front().fused) {
        return fmt::format(
            "all steps by one kernel where alpha is 1 and beta the statement's own, {}; without it "
            "predicted {:.4g} ms\n",
            fused->kernel->describe(), predicted_ms(parts.blocks.front()));
    }
    if (parts.fusion_rejection.empty()) return "";
    return fmt::format("no kernel for all steps: {}\n", parts.fusion_rejection);
}

}  // namespace

std::string explain(const NetworkPlan& plan) {
    const NetworkParts& parts = plan.parts();
    std::string text = fmt::format(
        "{}\non {}: {:.4g} operations, {} bytes of workspace, predicted "
        "{:.4g} ms\npath search '{}', minimising {}\n",
        parts.text, to_string(parts.device), plan.operations(), plan.workspace_bytes(),
        plan.predicted_ms(), parts.path.search, name(parts.path.minimize));
    if (const std::string note = plan.note(); !note.empty()) text += note + "\n";
    text += explain_fusion(parts);
    text += explain_replay(parts);
    text += explain_layouts(parts);
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
