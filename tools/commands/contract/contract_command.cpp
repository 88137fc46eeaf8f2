// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>

#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "contraction/expression/expression.h"
#include "tools/commands/block_commands.h"
#include "tools/commands/commands.h"
#include "tools/commands/contract/contract_on_devices.h"
#include "tools/commands/contract/contract_on_ranks.h"
#include "tools/commands/contract/contract_output.h"
#include "tools/commands/contract/contract_request.h"
#include "tools/commands/report_json.h"
#include "tools/io/errors.h"
#include "tools/io/interrupt.h"
#include "tools/io/progress.h"
#include "tools/io/standard_output.h"
#include "tools/io/values.h"
#include "tools/operands/buffers.h"
#include "tools/operands/checker.h"
#include "tools/operands/placed_operands.h"
#include "tools/operands/tiled_report.h"

namespace ttgt::tool {
namespace {

/// The tensors in memory, the output first.
struct Data {
    std::vector<Buffer> buffers;
    Buffer before;  ///< the output as it was, where the check needs it
};

Buffer load(const NpyFile& file, const OperandLayout& operand, Progress& progress) {
    Buffer buffer = allocate_tensor(operand.layout, operand.dtype);
    progress.stage("reading " + file.path(), file.header().data_bytes());
    const OnBytes on_bytes = [&](std::int64_t bytes) { progress.advance(bytes); };
    const bool as_it_lies =
        file.header().layout() == operand.layout && file.header().dtype == operand.dtype;
    if (as_it_lies) {
        file.load(buffer.get(), on_bytes);
    } else {
        file.load_into(TensorView(operand.dtype, operand.layout, buffer.get()), on_bytes);
    }
    return buffer;
}

Data load(const ContractRequest& request, bool keep_before, Progress& progress) {
    Data data;
    for (std::size_t i = 0; i < request.operands.size(); ++i) {
        const OperandLayout& operand = request.operands[i];
        data.buffers.push_back(request.files[i] ? load(*request.files[i], operand, progress)
                                                : allocate_tensor(operand.layout, operand.dtype));
    }
    if (keep_before && request.beta != Scalar{}) {
        const OperandLayout& output = request.operands.front();
        data.before = allocate_tensor(output.layout, output.dtype);
        ByteCopy(tensor_bytes(output.layout, output.dtype), 0)
            .run(data.before.get(), data.buffers.front().get());
    }
    return data;
}

/// Runs the plan on the context's device; the result is in the data's output.
Report execute(const ContractionPlan& plan, const ContractRequest& request,
               const std::vector<Buffer>& buffers, Context& context) {
    std::vector<HostOperand> host;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        host.push_back({request.operands[i], buffers[i].get()});
    }
    const std::unique_ptr<PlacedOperands> placed =
        place_operands(context, host, request.beta != Scalar{});
    RunOptions options;
    options.alpha = request.alpha;
    options.beta = request.beta;
    options.workspace = context.workspace(plan.workspace_bytes());
    std::vector<const void*> inputs;
    for (std::size_t i = 1; i < host.size(); ++i) inputs.push_back(placed->data(i));
    Report report = plan.profile(placed->data(0), inputs, options);
    placed->fetch_output();
    return report;
}

reference::Comparison compare(const ContractRequest& request, const Data& data,
                              ComputeType compute) {
    const auto view = [&](std::size_t i, const void* elements) {
        return ConstTensorView(request.seen[i].dtype, request.seen[i].layout, elements);
    };
    std::vector<ConstTensorView> inputs;
    for (std::size_t i = 1; i < data.buffers.size(); ++i) {
        inputs.push_back(view(i, data.buffers[i].get()));
    }
    reference::Problem problem =
        reference_problem(request.expression, request.operands[0].layout.extents, inputs,
                          request.alpha, request.beta);
    problem.compute = compute;
    const ConstTensorView before = view(0, data.before ? data.before.get() : data.buffers[0].get());
    return reference::compare(problem, data.before ? &before : nullptr,
                              view(0, data.buffers[0].get()));
}

std::optional<reference::Comparison> check_result(const ContractCommand& command,
                                                  const ContractRequest& request, const Data& data,
                                                  ComputeType compute, Progress& progress) {
    if (!command.check) return std::nullopt;
    progress.stage("checking", 0);
    return compare(request, data, compute);
}

PlannedCall plan_on_one_device(Context& context, const ContractCommand& command,
                               const ContractRequest& request) {
    PlanOptions options = plan_options_of(command);
    options.beta_is_zero = request.beta == Scalar{};
    const auto plan = std::make_shared<const ContractionPlan>(
        plan_contraction(context, command.expression, request.operands, options));
    return [&, plan](const std::vector<Buffer>& buffers) {
        Report report = execute(*plan, request, buffers, context);
        context.release_workspace();
        return report;
    };
}

void print_written(const ContractCommand& command, const ContractRequest& request) {
    const OperandLayout& output = request.operands.front();
    print(fmt::format("wrote {}: {} ({}), {} order\n", command.out, name(output.dtype),
                      fmt::join(output.layout.extents, ", "),
                      request.order == MemoryOrder::first_fastest ? "Fortran" : "C"));
}

}  // namespace

void run(const ContractCommand& command) {
    catch_interrupts(OnInterrupt::leave_at_once);
    if (!command.blocks.empty()) return contract_blocks(command);
    if (command.ranks) return run_on_ranks(command);
    check_paths(command);
    const ContractRequest request = make_contract_request(command);
    Context context(context_options_of(command));
    const std::string expression = to_string(request.expression);
    Progress progress(command.quiet);
    progress.stage(command.measure ? "running the likeliest plans" : "planning", 0);
    const bool is_shared = !command.devices.empty();
    PlannedCall call = naming(expression, [&] {
        return is_shared ? plan_on_devices(context, command, request)
                         : plan_on_one_device(context, command, request);
    });
    ContractOutput output(command);

    const Data data = load(request, command.check, progress);
    progress.stage("contracting", 0);
    const Report report = naming(expression, [&] { return call(data.buffers); });
    call = nullptr;  // with the memory that it holds
    const std::optional<reference::Comparison> check =
        check_result(command, request, data, report.compute, progress);
    output.finish(request,
                  {data.buffers.front().get(), is_shared ? tiled_text(report) : to_text(report),
                   to_json(report, request.alpha, request.beta, check), check},
                  progress);
    if (!command.quiet) print_written(command, request);
}

}  // namespace ttgt::tool
