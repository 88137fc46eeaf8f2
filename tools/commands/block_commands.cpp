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
#include "src/core/text_file.h"
#include "tools/bench/cases/block_case_file.h"
#include "tools/commands/contract/contract_output.h"
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

/// D's blocks are those that products reach.
std::vector<BlockOperand> operands_of_case(const BlockCase& its) {
    return {{its.dtype, output_blocks(its.expression, {its.a, its.b})},
            {its.dtype, its.a},
            {its.dtype, its.b}};
}

BlockPlanOptions block_options_of(const PlanningChoice& choice) {
    BlockPlanOptions options;
    static_cast<PlanOptions&>(options) = plan_options_of(choice);
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

std::vector<NpyFile> open_inputs(const BlockCase& its, const std::vector<BlockOperand>& operands,
                                 const std::vector<std::string>& options) {
    const Expression expression = read_expression(its.expression);
    const std::vector<std::optional<std::string>> paths = bind_files(expression, options);
    if (paths.front()) {
        throw InvalidArgument(fmt::format("{} would not be used: D is only written", *paths[0]));
    }
    std::vector<NpyFile> files;
    for (std::size_t i = 1; i < paths.size(); ++i) {
        files.push_back(open_values(paths[i], operands[i], i == 1 ? "A" : "B"));
    }
    return files;
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

}  // namespace

void contract_blocks(const ContractCommand& command) {
    check_paths(command);
    const BlockCase its = read_case(command.blocks, command.expression);
    const Scalar alpha = parse_scalar(command.alpha, "--alpha");
    const std::vector<BlockOperand> operands = operands_of_case(its);
    const std::vector<NpyFile> files = open_inputs(its, operands, command.inputs);
    Context context(context_options_of(command));
    Progress progress(command.quiet);
    progress.stage("planning", 0);
    const BlockContractionPlan plan =
        plan_contraction(context, its.expression, operands, block_options_of(command));
    OutputFile out(command.out);
    std::optional<OutputFile> report_file;
    if (!command.report.empty()) report_file.emplace(command.report);

    const Buffer a = load_values(files[0], operands[1], progress);
    const Buffer b = load_values(files[1], operands[2], progress);
    const Buffer d = allocate_tensor(pool_of(operands[0]), its.dtype);
    progress.stage("contracting", 0);
    RunOptions options;
    options.alpha = alpha;
    options.workspace = context.workspace(plan.workspace_bytes());
    const std::vector<ConstBlockTensorView> inputs{{its.dtype, operands[1].layout, a.get()},
                                                   {its.dtype, operands[2].layout, b.get()}};
    const Report report =
        plan.profile(BlockTensorView(its.dtype, operands[0].layout, d.get()), inputs, options);
    if (report_file) {
        report_file->write(to_json(report, alpha, Scalar{}, std::nullopt));
        report_file->commit();
    }
    write_values(out, operands[0], d.get(), progress);
    progress.erase();
    if (command.quiet) return;
    print(to_text(report));
    print(fmt::format("wrote {}: {} ({}), {} blocks\n", command.out, name(its.dtype),
                      operands[0].layout.elements(), operands[0].layout.blocks()));
}

void explain_blocks(const ExplainCommand& command) {
    if (!command.extents.empty() || !command.extent_options.empty()) {
        throw InvalidArgument("extents are given, but --blocks takes those of its case");
    }
    const BlockCase its = read_case(command.blocks, command.expression);
    Context context(context_options_of(command));
    Progress progress;
    progress.stage("planning", 0);
    const BlockContractionPlan plan =
        plan_contraction(context, its.expression, operands_of_case(its), block_options_of(command));
    constexpr std::size_t largest = 10;
    const std::string text =
        plan.explain(command.all ? std::numeric_limits<std::size_t>::max() : largest);
    progress.erase();
    print(text);
}

}  // namespace ttgt::tool
