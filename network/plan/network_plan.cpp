// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/plan/network_plan.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "contraction/execute/product_loops.h"
#include "network/plan/checked_operands.h"
#include "network/plan/fused_steps.h"
#include "network/plan/replay.h"
#include "network/plan/turns.h"
#include "src/core/counts.h"

namespace ttgt::network {
namespace {

/// The limit that a plan respects, in words: the one on workspace where it has both.
std::string limits_of(const NetworkParts& parts) {
    if (parts.options.workspace_limit == unlimited && parts.path.most_elements) {
        return fmt::format("the limit of {} elements", *parts.path.most_elements);
    }
    return fmt::format("the workspace limit of {} bytes", *parts.options.workspace_limit);
}

/// The report of the whole program, without steps and measured times.
Report report_of(const NetworkParts& parts) {
    Report report;
    report.expression = parts.text;
    report.strategy = "network";
    report.device = to_string(parts.device);
    report.dtype = parts.operands[parts.outputs.front()].dtype;
    report.workspace_bytes = parts.workspace_bytes;
    double elements = 0;
    for (const ProgramTensor& operand : parts.operands) {
        const std::int64_t volume = ttgt::volume(operand.layout);
        const std::int64_t bytes = saturating_product({volume, size_bytes(operand.dtype)});
        report.bytes = saturating_sum(report.bytes, bytes);
        elements += static_cast<double>(volume);
    }
    for (const Block& block : parts.blocks) {
        const auto turns = static_cast<double>(turns_of(block));
        for (const NetworkStep& step : block.steps) {
            report.flops += step.plan->prediction().flops * turns;
        }
        report.predicted_ms +=
            block.fused ? block.fused->kernel->predicted_ms() : predicted_ms(block);
    }
    report.arithmetic_intensity = elements > 0 ? report.flops / elements : 0;
    return report;
}

void append_steps(Report& report, const Block& block, const NetworkStep& step, const Report& part,
                  std::int64_t turns) {
    for (StepReport row : part.steps) {
        row.description = block.program.tensors[step.output].name + ": " + row.description;
        row.calls = saturating_product({row.calls, turns});
        row.bytes = saturating_product({row.bytes, turns});
        row.flops *= static_cast<double>(turns);
        row.predicted_ms *= static_cast<double>(turns);
        report.steps.push_back(std::move(row));
    }
}

}  // namespace

double predicted_ms(const Block& block) {
    double sum = 0;
    for (const NetworkStep& step : block.steps) sum += step.plan->prediction().predicted_ms;
    return sum * static_cast<double>(turns_of(block));
}

bool depends_only_on(const std::vector<char>& sources, const std::vector<std::size_t>& inputs) {
    for (std::size_t operand = 0; operand < sources.size(); ++operand) {
        const bool is_named = std::any_of(inputs.begin(), inputs.end(),
                                          [&](std::size_t input) { return input + 1 == operand; });
        if (sources[operand] != 0 && !is_named) return false;
    }
    return true;
}

double NetworkPlan::operations() const noexcept {
    double sum = 0;
    for (const Block& block : parts_.blocks) {
        for (const NetworkStep& step : block.steps) {
            sum += step.operations * static_cast<double>(turns_of(block));
        }
    }
    return sum;
}

double NetworkPlan::predicted_ms() const { return report_of(parts_).predicted_ms; }

std::string NetworkPlan::note() const {
    constexpr double least_ratio = 1.01;  // less than 1 % more operations are not mentioned
    const double unlimited = parts_.unlimited_operations;
    if (unlimited <= 0 || operations() < least_ratio * unlimited) return "";
    return fmt::format("{} makes {:.4g} times as many operations: {:.4g} instead of {:.4g}",
                       limits_of(parts_), operations() / unlimited, operations(), unlimited);
}

std::string NetworkPlan::source() const {
    const std::optional<FusedSteps>& fused = parts_.blocks.front().fused;
    return fused ? fused->kernel->source() : "";
}

const FusedSteps* NetworkPlan::fused_for(const RunOptions& options) const {
    const std::optional<FusedSteps>& fused = parts_.blocks.front().fused;
    const Scalar own_beta = parts_.beta_is_zero ? 0.0 : 1.0;
    const bool is_plain =
        options.alpha == Scalar{1.0} && options.beta.value_or(own_beta) == own_beta;
    return fused && is_plain ? &*fused : nullptr;
}

Report NetworkPlan::prediction() const {
    if (!parts_.blocks.front().fused) return steps_prediction();
    Report report = report_of(parts_);
    StepReport row;
    row.kind = "generated";
    row.description = parts_.blocks.front().fused->kernel->describe();
    row.predicted_ms = report.predicted_ms;
    row.bytes = report.bytes;
    row.flops = report.flops;
    row.calls = 1;
    report.steps.push_back(std::move(row));
    return report;
}

Report NetworkPlan::steps_prediction() const {
    Report report = report_of(parts_);
    for (const Block& block : parts_.blocks) {
        for (const NetworkStep& step : block.steps) {
            append_steps(report, block, step, step.plan->prediction(), turns_of(block));
        }
    }
    if (std::string text = note(); !text.empty()) {
        StepReport& row = report.steps.emplace_back();
        row.kind = "note";
        row.description = std::move(text);
    }
    return report;
}

template <class Act>
void NetworkPlan::for_each_turn(const Operands& operands, const RunOptions& options,
                                Act&& act) const {
    const bool reads_inputs = options.alpha != Scalar{};
    std::array<const void*, most_loop_inputs> inputs{};  // of a step
    for (std::size_t number = 0; number < parts_.blocks.size(); ++number) {
        const Block& block = parts_.blocks[number];
        Turn turn{};
        do {
            const Addresses address(block, operands, options.workspace.data, turn);
            const bool adds_to_output = adds(turn, block.loops);
            for (std::size_t i = 0; i < block.steps.size(); ++i) {
                const NetworkStep& step = block.steps[i];
                // If alpha = 0, only the steps that apply beta run, once: they scale the output.
                if (!reads_inputs && (!step.begins_operand || adds_to_output)) continue;
                const bool is_temporary = !block.program.tensors[step.output].operand;
                if (is_temporary && !options.unchanged.empty() &&
                    depends_only_on(parts_.sources[number][step.output], options.unchanged)) {
                    continue;
                }
                RunOptions step_options;
                step_options.stream = options.stream;
                step_options.workspace = {
                    static_cast<char*>(options.workspace.data) + step.scratch_offset,
                    step.plan->workspace_bytes()};
                if (step.ends_operand) step_options.alpha = options.alpha;
                if (step.begins_operand && !adds_to_output) step_options.beta = options.beta;
                const bool is_later = adds_to_output && step.adding_plan != nullptr;
                const PlannedContraction& plan = is_later ? *step.adding_plan : *step.plan;
                if (is_later) step_options.workspace.bytes = plan.workspace_bytes();
                for (std::size_t input = 0; input < step.inputs.size(); ++input) {
                    inputs[input] = address(step.inputs[input]);
                }
                act(block, i, plan, address(step.output),
                    InputPointers(inputs.data(), step.inputs.size()), step_options);
            }
        } while (advance(turn, block.loops));
    }
}

void NetworkPlan::run(const Operands& operands, const RunOptions& options) const {
    check_operands(parts_, operands, options);
    if (const FusedSteps* const fused = fused_for(options)) {
        return run_fused(*fused, operands, options.stream);
    }
    const auto run_steps = [&](Stream stream) {
        for_each_turn(operands, options,
                      [stream](const Block&, std::size_t, const PlannedContraction& plan, void* d,
                               InputPointers inputs, RunOptions& step_options) {
                          step_options.stream = stream;
                          plan.run(d, inputs, step_options);
                      });
    };
    if (!replay_run(parts_, operands, options, [&](Stream stream) { run_steps(stream); })) {
        run_steps(options.stream);
    }
}

Report NetworkPlan::profile(const Operands& operands, const RunOptions& options) const {
    check_operands(parts_, operands, options);
    if (const FusedSteps* const fused = fused_for(options)) {
        Report report = prediction();
        report.total_ms = time_fused_ms(*fused, operands, options.stream);
        report.gemm_ms = report.steps.front().measured_ms = report.total_ms;
        return report;
    }
    Report report = steps_prediction();
    std::vector<std::size_t> first_row;  // for each step of all blocks: its first report row
    std::size_t rows = 0;
    for (const Block& block : parts_.blocks) {
        for (const NetworkStep& step : block.steps) {
            first_row.push_back(rows);
            rows += step.plan->prediction().steps.size();
        }
    }
    for_each_turn(operands, options,
                  [&](const Block& block, std::size_t i, const PlannedContraction& plan, void* d,
                      InputPointers inputs, const RunOptions& step_options) {
                      std::size_t step = i;
                      for (const Block& before : parts_.blocks) {
                          if (&before == &block) break;
                          step += before.steps.size();
                      }
                      const Report part = plan.profile(d, inputs, step_options);
                      report.total_ms += part.total_ms;
                      report.gemm_ms += part.gemm_ms;
                      // The report has the rows of `plan`. The steps of `adding_plan` may differ
                      // and are only counted in the totals.
                      if (&plan != block.steps[i].plan.get()) return;
                      for (std::size_t row = 0; row < part.steps.size(); ++row) {
                          report.steps[first_row[step] + row].measured_ms +=
                              part.steps[row].measured_ms;
                      }
                  });
    report.overhead = report.total_ms > 0 ? 1.0 - report.gemm_ms / report.total_ms : 0;
    return report;
}

}  // namespace ttgt::network
