// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/plan/distributed_problem.h"

#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "contraction/problem/bind.h"
#include "src/core/memory/overlap.h"

namespace ttgt {
namespace {

/// Refuses einsum strings whose reading changes extents of 1 that they repeat.
void refuse_repeated_extents(const Statement& statement,
                             const std::vector<DistributedLayout>& operands) {
    const std::size_t count = std::min(statement.operands.size(), operands.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (statement.operands[i].layout.extents == operands[i].extents) continue;
        throw Unsupported("distributed contractions do not repeat modes of extent 1");
    }
}

std::vector<const Factor*> factors_of(const Expression& expression) {
    std::vector<const Factor*> factors{&expression.output};
    for (const Factor& factor : expression.terms.front().factors) factors.push_back(&factor);
    return factors;
}

Role role_in(const std::vector<const Factor*>& factors, const std::string& label) {
    const auto stands_in = [&](std::size_t operand) {
        if (operand >= factors.size()) return false;
        const std::vector<std::string>& labels = factors[operand]->labels;
        return std::find(labels.begin(), labels.end(), label) != labels.end();
    };
    return role_of({stands_in(operand_d), stands_in(operand_l), stands_in(operand_r)});
}

/// The label's index in problem.labels. Appends the label if it is not there yet.
std::size_t find_label(DistributedProblem& problem, const std::string& name, std::int64_t extent,
                       const std::vector<const Factor*>& factors) {
    std::vector<SpreadLabel>& labels = problem.labels;
    const auto found = std::find_if(labels.begin(), labels.end(),
                                    [&](const SpreadLabel& label) { return label.name == name; });
    if (found != labels.end()) return static_cast<std::size_t>(found - labels.begin());
    labels.push_back({name, role_in(factors, name), extent});
    return labels.size() - 1;
}

void add_operand(DistributedProblem& problem, const DistributedLayout& given,
                 const std::vector<const Factor*>& factors) {
    const std::size_t position = problem.operands.size();
    const Factor& factor = *factors[position];
    SpreadOperand operand;
    operand.title = operand_title(static_cast<Operand>(position), factor.name);
    operand.dtype = given.dtype;
    operand.is_conjugated = factor.conjugated && is_complex(given.dtype);
    operand.extents = given.extents;
    for (std::size_t mode = 0; mode < given.extents.size(); ++mode) {
        operand.labels.push_back(
            find_label(problem, factor.labels[mode], given.extents[mode], factors));
    }
    check_distributed_layout(given, problem.ranks, operand.title);
    operand.given = placement_of(given);
    operand.local = local_layout(given, problem.rank);
    check_layout(operand.local, size_bytes(operand.dtype), operand.title);
    problem.operands.push_back(std::move(operand));
}

}  // namespace

std::vector<OperandLayout> whole_layouts(const std::vector<DistributedLayout>& operands) {
    std::vector<OperandLayout> layouts;
    layouts.reserve(operands.size());
    for (const DistributedLayout& operand : operands) {
        layouts.push_back({operand.dtype, packed(operand.extents)});
    }
    return layouts;
}

Statement read_whole(std::string_view expression, const std::vector<DistributedLayout>& operands) {
    Statement statement = read_statement(expression, whole_layouts(operands));
    refuse_repeated_extents(statement, operands);
    return statement;
}

DistributedProblem bind_distributed(std::string_view expression,
                                    const std::vector<DistributedLayout>& operands,
                                    std::optional<bool> beta_is_zero, int rank, int ranks) {
    return bind_distributed(read_whole(expression, operands), operands, beta_is_zero, rank, ranks);
}

DistributedProblem bind_distributed(const Statement& statement,
                                    const std::vector<DistributedLayout>& operands,
                                    std::optional<bool> beta_is_zero, int rank, int ranks) {
    DistributedProblem problem;
    problem.rank = rank;
    problem.ranks = ranks;
    problem.expression = statement.expression;
    problem.global = bind_expression(statement.expression, statement.operands, beta_is_zero);
    const std::vector<const Factor*> factors = factors_of(problem.expression);
    for (const DistributedLayout& operand : operands) add_operand(problem, operand, factors);
    if (overlaps_itself(problem.operands[operand_d].local)) {
        throw AliasedOutput(fmt::format("what rank {} holds of the output {} overlaps itself: {}",
                                        rank, problem.operands[operand_d].title,
                                        to_string(problem.operands[operand_d].local)));
    }
    return problem;
}

std::vector<std::size_t> labels_with(const DistributedProblem& problem, Role role) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < problem.labels.size(); ++i) {
        const SpreadLabel& label = problem.labels[i];
        if (label.role == role && label.extent > 1) indices.push_back(i);
    }
    return indices;
}

int mode_of(const SpreadOperand& operand, std::size_t label) {
    const auto found = std::find(operand.labels.begin(), operand.labels.end(), label);
    return found == operand.labels.end() ? -1 : static_cast<int>(found - operand.labels.begin());
}

}  // namespace ttgt
