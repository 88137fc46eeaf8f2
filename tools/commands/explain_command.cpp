// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/contraction.h>
#include <ttgt/error.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "contraction/expression/einsum.h"
#include "contraction/expression/expression.h"
#include "contraction/problem/bind.h"
#include "tools/commands/block_commands.h"
#include "tools/commands/commands.h"
#include "tools/io/errors.h"
#include "tools/io/interrupt.h"
#include "tools/io/progress.h"
#include "tools/io/standard_output.h"
#include "tools/io/values.h"
#include "tools/operands/bindings.h"
#include "tools/operands/label_extents.h"

namespace ttgt::tool {
namespace {

/// Gives the tensors that `--strides` names the strides it says; planning judges them.
void set_strides(const std::vector<std::string>& options, const std::vector<Factor>& tensors,
                 std::vector<OperandLayout>& operands) {
    constexpr const char* what = "--strides";
    for (const std::string& option : options) {
        const TensorOption given = parse_tensor_option(option, tensors, what, "1,24");
        Layout& layout = operands[given.position].layout;
        layout.strides =
            parse_integers(given.value, std::numeric_limits<std::int64_t>::min(), what);
        if (layout.strides.size() != layout.rank()) {
            throw InvalidArgument(fmt::format("{}: {} has {} labels, but {} strides are given",
                                              what, in_quotes(tensors[given.position].name),
                                              layout.rank(), layout.strides.size()));
        }
    }
}

std::vector<OperandLayout> operands_of(const ExplainCommand& command,
                                       const Expression& expression) {
    std::vector<std::string> texts = command.extents;
    texts.insert(texts.end(), command.extent_options.begin(), command.extent_options.end());
    const std::vector<LabelExtent> extents = parse_label_extents(texts, "--extent");
    check_labels(expression, extents, "--extent");
    std::vector<OperandLayout> operands =
        packed_operands(expression, extents, parse_numeric_dtype(command.dtype, "--dtype"),
                        parse_order(command.order, "--order"));
    set_strides(command.strides, tensors_of(expression), operands);
    return operands;
}

PlanOptions options_of(const ExplainCommand& command) {
    PlanOptions options = plan_options_of(command);
    if (!command.beta.empty()) {
        options.beta_is_zero = parse_scalar(command.beta, "--beta") == Scalar{};
    }
    return options;
}

PathOptions path_options_of(const ExplainCommand& command) {
    PathOptions path;
    path.search = command.search;
    if (command.minimize == "flops") path.minimize = Minimize::flops;
    if (command.minimize == "memory") path.minimize = Minimize::memory;
    return path;
}

}  // namespace

void run(const ExplainCommand& command) {
    catch_interrupts(OnInterrupt::leave_at_once);
    if (!command.blocks.empty()) return explain_blocks(command);
    if (has_ellipsis(command.expression)) {
        throw InvalidArgument("an ellipsis needs tensors to say what it stands for: write labels");
    }
    const Expression expression = read_expression(command.expression);
    const std::vector<OperandLayout> operands =
        naming(to_string(expression), [&] { return operands_of(command, expression); });
    Context context(context_options_of(command));
    Progress progress;
    progress.stage(command.measure ? "running the likeliest plans" : "planning", 0);
    const ContractionPlan plan = naming(to_string(expression), [&] {
        return plan_contraction(context, command.expression, operands, options_of(command),
                                path_options_of(command));
    });
    constexpr std::size_t nearest = 10;
    const std::string text = command.all ? plan.explain() : plan.explain(nearest);
    progress.erase();
    print(text);
    if (command.source) print(plan.source());
}

}  // namespace ttgt::tool
