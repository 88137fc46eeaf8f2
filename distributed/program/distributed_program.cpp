// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/program/distributed_program.h"

#include <ttgt/error.h>

#include <fmt/format.h>

#include "distributed/placement/placement.h"
#include "distributed/run/agreement.h"
#include "distributed/run/held_memory.h"
#include "distributed/run/run_agreement.h"
#include "network/plan/network_plan.h"

namespace ttgt {
namespace {

using ProgramParts = DistributedProgram::Parts;

/// The arguments of a run of a program, after they were checked.
struct ProgramRun {
    network::Operands operands;
    char* workspace = nullptr;
    Scalar alpha;
    Scalar beta;
    Stream stream;
};

void check_pointers(const ProgramParts& parts, const network::Operands& operands) {
    const RankProgram& program = parts.program;
    const int rank = parts.transport->rank();
    std::vector<Layout> parts_held;
    for (std::size_t tensor = 0; tensor < operands.size(); ++tensor) {
        parts_held.push_back(local_layout(program.layouts[tensor], rank));
    }
    std::vector<HeldMemory> held;
    for (std::size_t tensor = 0; tensor < operands.size(); ++tensor) {
        const DistributedLayout& layout = program.layouts[tensor];
        held.push_back({{&parts_held[tensor], size_bytes(layout.dtype), operands[tensor]},
                        holds_elements(layout.distribution.grid, parts_held[tensor], rank),
                        program.is_written(tensor)});
    }
    check_memory(held, rank, [&](std::size_t tensor) { return program.title(tensor); });
}

ProgramRun checked_run(const ProgramParts& parts, const network::Operands& operands,
                       const RunOptions& options) {
    const std::string& text = parts.program.text;
    if (operands.size() != parts.program.operands()) {
        throw OperandCountMismatch(fmt::format("'{}' has {} operands, but {} were given", text,
                                               parts.program.operands(), operands.size()));
    }
    if (!parts.program.takes_scalars && (options.alpha != Scalar{1.0} || options.beta)) {
        throw InvalidArgument(
            "a program takes neither alpha nor beta: write factors and '+=' into its statements");
    }
    ProgramRun run{operands, static_cast<char*>(options.workspace.data), options.alpha,
                   options.beta.value_or(parts.beta_is_zero ? 0.0 : 1.0),
                   options.stream != Stream{} ? options.stream : parts.stream};
    check_pointers(parts, operands);
    check_run({text, parts.program.layouts.front().dtype, parts.beta_is_zero, parts.workspace_bytes,
               parts.device},
              options, run.beta, [&] { return parts.program.title(0); });
    return run;
}

ProgramRun agreed_run(const ProgramParts& parts, const network::Operands& operands,
                      const RunOptions& options) {
    const ProgramRun run =
        agreed(*parts.transport, [&] { return checked_run(parts, operands, options); });
    check_scalars(*parts.transport, run.alpha, run.beta);
    return run;
}

char* address(const ProgramParts& parts, const ProgramRun& run, std::size_t tensor) {
    if (!parts.program.is_temporary(tensor)) return run.operands[tensor];
    return run.workspace == nullptr ? nullptr : run.workspace + parts.offsets[tensor];
}

/// Calls act(step, output, inputs, options of the step) for each step. Where alpha = 0, only for
/// the first to write an operand, which scales it by beta.
template <class Act>
void for_each_step(const ProgramParts& parts, const ProgramRun& run, Act&& act) {
    for (const ProgramStep& step : parts.steps) {
        if (run.alpha == Scalar{} && !step.begins_operand) continue;
        std::vector<const void*> inputs;
        for (const std::size_t input : step.inputs) inputs.push_back(address(parts, run, input));
        RunOptions options;
        if (step.ends_operand) options.alpha = run.alpha;
        if (step.begins_operand && parts.program.takes_scalars) options.beta = run.beta;
        options.stream = run.stream;
        if (run.workspace != nullptr) {
            options.workspace = {run.workspace + step.scratch_offset, step.plan->workspace_bytes()};
        }
        act(step, address(parts, run, step.output), inputs, options);
    }
}

/// A report of the whole program without the numbers of steps.
DistributedReport begun_report(const ProgramParts& parts) {
    DistributedReport report;
    report.rank = parts.transport->rank();
    report.ranks = parts.transport->ranks();
    report.choice = fmt::format("a program of {} steps", parts.steps.size());
    report.report.expression = parts.program.text;
    report.report.strategy = "program";
    report.report.device = fmt::format("{} ranks of {}", report.ranks, parts.transport->name());
    report.report.dtype = parts.program.layouts.front().dtype;
    report.report.workspace_bytes = parts.workspace_bytes;
    return report;
}

/// Adds the report of a step to that of its program.
void add_step(const ProgramStep& step, const DistributedReport& of_step,
              DistributedReport& report) {
    report.bytes_sent += of_step.bytes_sent;
    report.bytes_received += of_step.bytes_received;
    report.report.flops += of_step.report.flops;
    report.report.bytes += of_step.report.bytes;
    report.report.predicted_ms += of_step.report.predicted_ms;
    report.report.gemm_ms += of_step.report.gemm_ms;
    report.report.total_ms += of_step.report.total_ms;
    for (StepReport part : of_step.report.steps) {
        part.description = fmt::format("{}: {}", step.text, part.description);
        report.report.steps.push_back(std::move(part));
    }
}

DistributedReport prediction(const ProgramParts& parts) {
    DistributedReport report = begun_report(parts);
    for (const ProgramStep& step : parts.steps) {
        add_step(step, predict(step.plan->parts()), report);
    }
    return report;
}

std::string explain_temporaries(const ProgramParts& parts) {
    std::string text;
    const RankProgram& program = parts.program;
    for (std::size_t tensor = 0; tensor < program.layouts.size(); ++tensor) {
        if (!program.is_temporary(tensor)) continue;
        const DistributedLayout& layout = program.layouts[tensor];
        const Layout held = local_layout(layout, parts.transport->rank());
        const bool is_whole = held.extents == layout.extents && parts.transport->ranks() > 1;
        text += fmt::format("  temporary {}: {}; {} bytes on this rank{}\n",
                            program.program.tensors[tensor].name, to_string(layout),
                            packed_bytes(held, size_bytes(layout.dtype)),
                            is_whole ? ", which holds all of it" : "");
    }
    return text;
}

}  // namespace

std::string DistributedProgram::explain(std::size_t most_losers) const {
    const DistributedReport report = prediction(parts_);
    std::string text = fmt::format("{}\non {}, of which this is rank {}: {}; predicted {:.4g} ms\n",
                                   report.report.expression, report.report.device, report.rank,
                                   report.choice, report.report.predicted_ms);
    text += explain_temporaries(parts_);
    text += fmt::format("workspace {} bytes on this rank, {} at most\n", parts_.workspace_bytes,
                        parts_.most_workspace_bytes);
    for (const ProgramStep& step : parts_.steps) text += step.plan->explain(most_losers);
    return text;
}

void DistributedProgram::run(void* d, std::span<const void* const> inputs,
                             const RunOptions& options) const {
    const ProgramRun run = agreed_run(parts_, {d, inputs}, options);
    for_each_step(parts_, run,
                  [](const ProgramStep& step, void* to, const auto& of_step,
                     const RunOptions& with) { step.plan->run_step(to, of_step, with); });
}

DistributedReport DistributedProgram::profile(void* d, std::span<const void* const> inputs,
                                              const RunOptions& options) const {
    const ProgramRun run = agreed_run(parts_, {d, inputs}, options);
    DistributedReport report = begun_report(parts_);
    for_each_step(
        parts_, run,
        [&](const ProgramStep& step, void* to, const auto& of_step, const RunOptions& with) {
            add_step(step, step.plan->time_step(to, of_step, with), report);
        });
    add_measurements(*parts_.transport, parts_.rates.rates,
                     {report.report.gemm_ms, report.report.total_ms}, report);
    return report;
}

}  // namespace ttgt
