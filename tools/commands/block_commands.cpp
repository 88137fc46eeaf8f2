// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/block_commands.h"

#include <ttgt/blocks.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "contraction/expression/einsum.h"
#include "contraction/expression/expression.h"
#include "src/core/files/text_file.h"
#include "tools/bench/cases/block_case_file.h"
#include "tools/commands/contract/contract_output.h"
#include "tools/commands/planned_case.h"
#include "tools/commands/report_json.h"
#include "tools/io/errors.h"
#include "tools/io/npy.h"
#include "tools/io/output_file.h"
#include "tools/io/progress.h"
#include "tools/io/standard_output.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"

namespace ttgt::tool {
namespace {

BlockCase read_case(const std::string& path, const std::string& name) {
    std::vector<BlockCase> cases = parse_block_cases(read_text_file(path), path);
    const auto found = std::find_if(cases.begin(), cases.end(),
                                    [&](const BlockCase& its) { return its.name == name; });
    if (found == cases.end()) {
        throw FileError(
            path, fmt::format("has {} case(s), but none called {}", cases.size(), in_quotes(name)));
    }
    return std::move(*found);
}

BlockPlanOptions block_options_of(const BlockCase& its, const PlanningChoice& choice) {
    BlockPlanOptions options;
    static_cast<PlanOptions&>(options) = plan_options_of(choice);
    options.leaves_out_missing = its.leaves_out_missing;
    return options;
}

/// All elements of the blocks as one array.
Layout pool_of(const BlockOperand& operand) { return packed({operand.layout.elements()}); }

NpyFile open_values(const std::optional<std::string>& path, const BlockOperand& operand,
                    const std::string& name) {
    NpyFile file(*path);
    const NpyHeader& header = file.header();
    if (header.shape != pool_of(operand).extents) {
        throw FileError(*path, fmt::format("is no array of one axis of {} elements, as the {} "
                                           "blocks of {} have",
                                           operand.layout.elements(), operand.layout.blocks(),
                                           in_quotes(name)));
    }
    if (header.dtype != operand.dtype) {
        throw FileError(*path, fmt::format("holds {}, but the case is of {}",
                                           ttgt::name(header.dtype), ttgt::name(operand.dtype)));
    }
    return file;
}

/// What `ttgt contract` was asked to compute on blocks, its files open.
struct BlockRequest {
    BlockCase its;
    std::vector<BlockOperand> operands;         ///< the output first
    std::vector<std::optional<NpyFile>> files;  ///< of these; none of an output that is not read
    Scalar alpha, beta;
};

/// The output's file must be given exactly where it is read.
void check_given_output(const BlockRequest& request, const std::optional<std::string>& path,
                        const std::string& output) {
    const bool is_read = request.beta != Scalar{};
    if (is_read == path.has_value()) return;
    if (!is_read) {
        throw InvalidArgument(
            fmt::format("{} would not be used: {} is only written", *path, in_quotes(output)));
    }
    throw InvalidArgument(fmt::format("{} is read: give --in {}=FILE{}", in_quotes(output), output,
                                      request.its.is_program ? "" : ", or --beta 0"));
}

/// An expression whose tensors are those of the case, by position.
Expression tensors_of_case(const BlockCase& its) {
    if (!its.is_program) return read_expression(its.expression);
    Expression tensors;
    tensors.output.name = its.output_name;
    Term& inputs = tensors.terms.emplace_back();
    for (const std::string& name : its.names) inputs.factors.emplace_back().name = name;
    return tensors;
}

BlockRequest block_request_of(const ContractCommand& command) {
    BlockRequest request;
    request.its = read_case(command.blocks, command.expression);
    request.operands = operands_of(request.its);
    request.alpha = parse_scalar(command.alpha, "--alpha");
    request.beta = command.beta.empty() ? Scalar(request.its.adds_to_output ? 1.0 : 0.0)
                                        : parse_scalar(command.beta, "--beta");
    if (request.its.is_program && (request.alpha != Scalar{1.0} || !command.beta.empty())) {
        throw InvalidArgument(fmt::format("{} is a program, which takes neither --alpha nor --beta",
                                          in_quotes(request.its.name)));
    }
    const std::vector<std::optional<std::string>> paths =
        bind_files(tensors_of_case(request.its), command.inputs);
    const std::string& output = request.its.output_name;
    check_given_output(request, paths.front(), output);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const std::string& name = i == 0 ? output : request.its.names[i - 1];
        request.files.push_back(std::nullopt);
        if (paths[i]) request.files.back() = open_values(paths[i], request.operands[i], name);
    }
    return request;
}

Buffer load_values(const NpyFile& file, const BlockOperand& operand, Progress& progress) {
    Buffer buffer = allocate_tensor(pool_of(operand), operand.dtype);
    progress.stage("reading " + file.path(), file.header().data_bytes());
    file.load(buffer.get(), [&](std::int64_t bytes) { progress.advance(bytes); });
    return buffer;
}

void write_values(OutputFile& file, const BlockOperand& operand, const void* values,
                  Progress& progress) {
    progress.stage("writing " + file.path(), tensor_bytes(pool_of(operand), operand.dtype));
    write_npy(file, ConstTensorView(operand.dtype, pool_of(operand), values), true,
              [&](std::int64_t bytes) { progress.advance(bytes); });
    file.commit();
}

std::vector<Buffer> load_all(const BlockRequest& request, Progress& progress) {
    std::vector<Buffer> values;
    values.reserve(request.operands.size());
    for (std::size_t i = 0; i < request.operands.size(); ++i) {
        const BlockOperand& operand = request.operands[i];
        values.push_back(request.files[i] ? load_values(*request.files[i], operand, progress)
                                          : allocate_tensor(pool_of(operand), operand.dtype));
    }
    return values;
}

RunOptions run_options_of(const BlockRequest& request, const PlannedCase& plan, Context& context) {
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    if (request.its.is_program) return options;
    options.alpha = request.alpha;
    options.beta = request.beta;
    return options;
}

}  // namespace

void contract_blocks(const ContractCommand& command) {
    check_paths(command);
    const BlockRequest request = block_request_of(command);
    Context context(context_options_of(command));
    Progress progress(command.quiet);
    progress.stage("planning", 0);
    BlockPlanOptions planning = block_options_of(request.its, command);
    if (!request.its.is_program) planning.beta_is_zero = request.beta == Scalar{};
    const PlannedCase plan(context, request.its, request.operands, planning);
    OutputFile out(command.out);
    std::optional<OutputFile> report_file;
    if (!command.report.empty()) report_file.emplace(command.report);

    const std::vector<Buffer> values = load_all(request, progress);
    progress.stage("contracting", 0);
    const Report report = plan.profile(values, run_options_of(request, plan, context));
    if (report_file) {
        report_file->write(to_json(report, request.alpha, request.beta, std::nullopt));
        report_file->commit();
    }
    const BlockOperand& output = request.operands.front();
    write_values(out, output, values.front().get(), progress);
    progress.erase();
    if (command.quiet) return;
    print(to_text(report));
    print(fmt::format("wrote {}: {} ({}), {} blocks\n", command.out, name(output.dtype),
                      output.layout.elements(), output.layout.blocks()));
}

void explain_blocks(const ExplainCommand& command) {
    if (!command.extents.empty() || !command.extent_options.empty()) {
        throw InvalidArgument("extents are given, but --blocks takes those of its case");
    }
    const BlockCase its = read_case(command.blocks, command.expression);
    Context context(context_options_of(command));
    Progress progress;
    progress.stage("planning", 0);
    const PlannedCase plan(context, its, operands_of(its), block_options_of(its, command));
    constexpr std::size_t largest = 10;
    const std::string text =
        plan.explain(command.all ? std::numeric_limits<std::size_t>::max() : largest);
    progress.erase();
    print(text);
}

}  // namespace ttgt::tool
