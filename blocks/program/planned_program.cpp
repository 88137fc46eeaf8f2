// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/program/planned_program.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "blocks/make_planned.h"
#include "blocks/named_errors.h"
#include "contraction/binary/run_checks.h"
#include "contraction/plan/workspace.h"
#include "src/context/workspace_limit.h"

namespace ttgt {

PlannedBlockProgram::PlannedBlockProgram(const Context& context, blocks::BlockProgram its_program,
                                         const BlockPlanOptions& options, const PathOptions& path)
    : program(std::move(its_program)),
      strategy(options.strategy),
      device(context.options().device) {
    const std::int64_t limit = checked_workspace_limit(options.workspace_limit, context.options());
    network::WorkspaceOffsets placed = network::place(program.lifetimes());
    if (placed.bytes > limit) {
        throw Unsupported(
            fmt::format("the program needs at least {} bytes of workspace for its "
                        "temporaries, the limit is {}",
                        placed.bytes, limit));
    }
    offsets = std::move(placed.offsets);
    temporary_bytes = placed.bytes;
    const std::int64_t behind = align_in_workspace(placed.bytes);
    BlockPlanOptions its = options;
    if (limit != unlimited) its.workspace_limit = std::max<std::int64_t>(0, limit - behind);
    plan_statements(context, its, path);
    if (statement_bytes > 0) temporary_bytes = behind;
    for (const std::size_t written : program.outputs) checks.push_back(checks_of(written));
}

void PlannedBlockProgram::plan_statements(const Context& context, const BlockPlanOptions& options,
                                          const PathOptions& path) {
    for (std::size_t number = 0; number < program.statements.size(); ++number) {
        const blocks::BlockStatement& statement = program.statements[number];
        std::vector<BlockOperand> operands;
        operands.reserve(statement.tensors.size());
        for (const std::size_t tensor : statement.tensors) {
            operands.push_back(program.tensors[tensor]);
        }
        plans.push_back(blocks::naming_part("statement", number + 1, [&] {
            return make_planned(context, statement.expression, operands, {options, path, {}});
        }));
        statement_bytes = std::max(statement_bytes, plans.back()->workspace_bytes());
    }
}

std::int64_t PlannedBlockProgram::pairs() const noexcept {
    std::int64_t sum = 0;
    for (const auto& plan : plans) sum += plan->pairs();
    return sum;
}

std::string PlannedBlockProgram::explain(std::size_t most_components) const {
    std::string text =
        fmt::format("{} statements, {} pairs: workspace {} bytes, {} of them for temporaries\n",
                    plans.size(), pairs(), workspace_bytes(), temporary_bytes);
    for (std::size_t number = 0; number < plans.size(); ++number) {
        text +=
            fmt::format("statement {}: {}", number + 1, plans[number]->explain(most_components));
    }
    return text;
}

Report PlannedBlockProgram::prediction() const {
    Report report;
    report.expression = program.text();
    report.strategy = strategy;
    report.device = to_string(device);
    report.dtype = program.tensors[program.outputs.front()].dtype;
    report.workspace_bytes = workspace_bytes();
    for (std::size_t number = 0; number < plans.size(); ++number) {
        const Report its = plans[number]->prediction();
        report.flops += its.flops;
        report.bytes += its.bytes;
        append_part(its, fmt::format("statement {}", number + 1), report);
    }
    return report;
}

blocks::PlannedOperands PlannedBlockProgram::checks_of(std::size_t written) const {
    blocks::PlannedOperands planned{program.text(), {}, {}, true, device};
    const auto add = [&](std::size_t operand) {
        planned.titles.push_back(fmt::format("'{}'", program.names[operand]));
        planned.operands.push_back(program.tensors[operand]);
    };
    add(written);
    for (std::size_t operand = 0; operand < program.operands; ++operand) {
        if (operand != written) add(operand);
    }
    blocks::prepare_checks(planned);
    return planned;
}

void PlannedBlockProgram::check_output(std::size_t number,
                                       std::span<const BlockTensorView> operands) const {
    const std::size_t written = program.outputs[number];
    std::vector<ConstBlockTensorView> others;
    for (std::size_t operand = 0; operand < program.operands; ++operand) {
        if (operand != written) others.push_back(operands[operand]);
    }
    blocks::check_operands(checks[number], operands[written], others);
}

void PlannedBlockProgram::check_run(std::span<const BlockTensorView> operands,
                                    const RunOptions& options) const {
    if (operands.size() != program.operands) {
        throw OperandCountMismatch(fmt::format("the program has {} operands, the run was given {}",
                                               program.operands, operands.size()));
    }
    if (options.alpha != Scalar{1.0} || options.beta) {
        throw InvalidArgument(
            "a program takes neither alpha nor beta: write factors and '+=' into its statements");
    }
    if (!options.unchanged.empty()) {
        throw InvalidArgument("a plan of blocks keeps nothing of inputs that are unchanged");
    }
    for (std::size_t number = 0; number < checks.size(); ++number) check_output(number, operands);
    check_workspace(workspace_bytes(), options.workspace);
    check_stream(device, options.stream);
}

void PlannedBlockProgram::run(std::span<const BlockTensorView> operands, const RunOptions& options,
                              Report* report) const {
    check_run(operands, options);
    Report measured;
    for (std::size_t number = 0; number < plans.size(); ++number) {
        Report its;
        if (report != nullptr) its = plans[number]->prediction();
        run_statement(number, operands, options, report == nullptr ? nullptr : &its);
        if (report != nullptr) append_part(its, fmt::format("statement {}", number + 1), measured);
    }
    if (report == nullptr) return;
    report->steps = std::move(measured.steps);
    report->total_ms = measured.total_ms;
    report->gemm_ms = measured.gemm_ms;
    report->overhead = report->total_ms > 0 ? 1.0 - report->gemm_ms / report->total_ms : 0;
}

void PlannedBlockProgram::run_statement(std::size_t number,
                                        std::span<const BlockTensorView> operands,
                                        const RunOptions& options, Report* report) const {
    const bool is_cuda = device.kind == Device::Kind::cuda;
    auto* const workspace = static_cast<char*>(options.workspace.data);
    const auto view = [&](std::size_t tensor) {
        if (tensor < program.operands) return operands[tensor];
        const BlockOperand& its = program.tensors[tensor];
        void* const pool =
            workspace == nullptr ? nullptr : workspace + offsets[tensor - program.operands];
        return BlockTensorView(its.dtype, its.layout, pool,
                               is_cuda ? MemorySpace::device : MemorySpace::host);
    };
    const std::vector<std::size_t>& tensors = program.statements[number].tensors;
    std::vector<ConstBlockTensorView> inputs;
    for (std::size_t i = 1; i < tensors.size(); ++i) inputs.push_back(view(tensors[i]));
    RunOptions its = options;
    if (workspace != nullptr) {
        its.workspace.data = workspace + temporary_bytes;
        its.workspace.bytes = options.workspace.bytes - temporary_bytes;
    }
    plans[number]->run(view(tensors.front()), inputs, its, report);
}

}  // namespace ttgt
