// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/program/rank_program.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "distributed/placement/placement.h"
#include "network/path/path_cost.h"
#include "network/plan/step_statement.h"
#include "network/program/bind_program.h"
#include "network/rewrite/common_factors.h"
#include "network/rewrite/pairwise.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

/// Sets the layouts of the caller's tensors, which must fit them.
void set_layouts(RankProgram& program, const std::vector<DistributedLayout>& operands, int ranks) {
    program.layouts.resize(program.program.tensors.size());
    for (std::size_t tensor = 0; tensor < program.layouts.size(); ++tensor) {
        const network::ProgramTensor& of = program.program.tensors[tensor];
        if (is_half(of.dtype)) {
            throw Unsupported(
                fmt::format("'{}' is {}: over ranks, tensors of 16 bits are only for products of "
                            "one or two tensors",
                            of.name, name(of.dtype)));
        }
        if (!of.operand) continue;
        program.layouts[tensor] = operands[*of.operand];
        check_distributed_layout(operands[*of.operand], ranks, program.title(tensor));
    }
}

/// What steps cost where the arithmetic and each tensor are spread evenly over all ranks.
network::PathCosts costs(const RankProgram& program, const RankRates& rates, int ranks,
                         Minimize minimize) {
    const DType dtype = program.program.tensors.front().dtype;
    const double flops = (is_complex(dtype) ? 4.0 : 1.0) / ranks / rates.flops_per_second;
    const double bytes = static_cast<double>(size_bytes(dtype)) / ranks;
    const double exchange = ranks > 1 ? bytes / rates.link_bytes_per_second : 0;
    const double messages = ranks > 1 ? ranks * rates.message_seconds : 0;
    const double memory = bytes / rates.memory_bytes_per_second;
    return network::PathCosts(minimize, [=](const network::StepVolumes& step) {
        const double elements = step.l + step.r + step.d;
        return 1e3 * (std::max(step.operations() * flops, elements * memory) + elements * exchange +
                      messages);
    });
}

std::string joined(const std::vector<Expression>& statements) {
    std::string text;
    for (const Expression& statement : statements) {
        if (!text.empty()) text += '\n';
        text += to_string(statement);
    }
    return text;
}

}  // namespace

std::size_t RankProgram::operands() const { return program.operands().size(); }

bool RankProgram::is_written(std::size_t tensor) const {
    return std::any_of(program.sums.begin(), program.sums.end(),
                       [&](const network::Sum& sum) { return sum.output.tensor == tensor; });
}

std::string RankProgram::title(std::size_t tensor) const {
    const network::ProgramTensor& of = program.tensors[tensor];
    return is_written(tensor) ? fmt::format("the output '{}'", of.name)
                              : fmt::format("operand {} '{}'", of.operand.value_or(0), of.name);
}

bool needs_program(const Statement& statement) {
    const std::vector<Term>& terms = statement.expression.terms;
    return terms.size() > 1 || terms.front().factors.size() > 2;
}

RankProgram rank_program(const Statement& statement, const std::vector<DistributedLayout>& operands,
                         std::optional<bool> beta_is_zero, int ranks) {
    RankProgram result;
    result.text = to_string(statement.expression);
    result.program =
        network::bind_statement(statement.expression, statement.operands, {}, beta_is_zero);
    set_layouts(result, operands, ranks);
    return result;
}

RankProgram rank_program(std::string_view statements, const std::vector<std::string>& names,
                         const std::vector<DistributedLayout>& operands, int ranks) {
    const std::vector<Expression> parsed = parse_program(statements);
    const std::vector<OperandLayout> layouts = whole_layouts(operands);
    std::vector<NamedOperand> named;
    for (std::size_t i = 0; i < operands.size(); ++i) named.push_back({names[i], layouts[i]});
    RankProgram result;
    result.text = joined(parsed);
    result.takes_scalars = false;
    result.program = network::bind_statements(parsed, named, statements);
    set_layouts(result, operands, ranks);
    return result;
}

RankProgram in_steps(const RankProgram& program, const RankRates& rates, int ranks,
                     Minimize minimize) {
    const network::PathCosts of_steps = costs(program, rates, ranks, minimize);
    PathOptions path;
    path.minimize = minimize;
    RankProgram result = program;
    result.program = network::make_pairwise(
        network::pull_out_common_factors(program.program, of_steps), of_steps, path);
    result.layouts.resize(result.program.tensors.size());
    for (std::size_t tensor = 0; tensor < result.layouts.size(); ++tensor) {
        const network::ProgramTensor& of = result.program.tensors[tensor];
        if (!of.operand) result.layouts[tensor] = {of.dtype, of.layout.extents, {}, {}};
    }
    return result;
}

DistributedProblem problem_of(const RankProgram& program, const network::Sum& step, int rank,
                              int ranks) {
    std::vector<DistributedLayout> layouts{program.layouts[step.output.tensor]};
    for (const network::Use& factor : step.products.front().factors) {
        layouts.push_back(program.layouts[factor.tensor]);
    }
    return bind_distributed(network::statement_of(program.program, step), layouts, !step.adds, rank,
                            ranks);
}

}  // namespace ttgt
