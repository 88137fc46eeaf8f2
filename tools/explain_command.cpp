// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>

#include <cstdio>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "contraction/expression.h"
#include "tools/bindings.h"
#include "tools/commands.h"
#include "tools/errors.h"
#include "tools/values.h"

namespace ttgt::tool {
namespace {

std::map<std::string, std::int64_t> parse_extents(const std::vector<std::string>& options) {
    std::map<std::string, std::int64_t> extents;
    for (const std::string& option : options) {
        const LabelExtent entry = parse_label_extent(option, '=', "--extent");
        const auto [earlier, is_new] = extents.emplace(entry.label, entry.extent);
        if (!is_new) {
            throw InvalidArgument(fmt::format("--extent: label {} has two extents, {} and {}",
                                              in_quotes(entry.label), earlier->second,
                                              entry.extent));
        }
    }
    return extents;
}

std::vector<OperandLayout> operand_layouts(const std::vector<Factor>& tensors,
                                           const std::map<std::string, std::int64_t>& extents,
                                           DType dtype) {
    std::vector<OperandLayout> layouts;
    std::set<std::string> used;
    for (const Factor& tensor : tensors) {
        std::vector<std::int64_t> shape;
        for (const std::string& label : tensor.labels) {
            const auto found = extents.find(label);
            if (found == extents.end()) {
                throw InvalidArgument(
                    fmt::format("label {} of {} has no extent: give --extent {}=N",
                                in_quotes(label), in_quotes(tensor.name), label));
            }
            used.insert(label);
            shape.push_back(found->second);
        }
        layouts.push_back({dtype, packed(shape)});
    }
    for (const auto& entry : extents) {
        if (!used.contains(entry.first)) {
            throw InvalidArgument(
                fmt::format("--extent: the expression has no label {}", in_quotes(entry.first)));
        }
    }
    return layouts;
}

}  // namespace

void run(const ExplainCommand& command) {
    const Expression expression = parse_expression(command.expression);
    const DType dtype = parse_numeric_dtype(command.dtype, "--dtype");
    const std::vector<OperandLayout> layouts =
        operand_layouts(tensors_of(expression), parse_extents(command.extents), dtype);
    ContextOptions options = context_options_of(command);
    options.workspace_limit = parse_size(command.workspace_limit, "--workspace-limit");
    Context context(options);
    PlanOptions plan_options;
    plan_options.strategy = command.strategy;
    plan_options.planning = planning_of(command.measure);
    plan_options.compute = parse_compute(command.compute, "--compute");
    if (!command.beta.empty()) {
        plan_options.beta_is_zero = parse_scalar(command.beta, "--beta") == Scalar{};
    }
    const ContractionPlan plan =
        plan_contraction(context, command.expression, layouts, plan_options);
    std::fputs(plan.explain().c_str(), stdout);
}

}  // namespace ttgt::tool
