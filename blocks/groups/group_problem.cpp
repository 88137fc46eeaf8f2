// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/groups/group_problem.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "blocks/groups/like_the_first.h"
#include "blocks/groups/named_problem.h"
#include "contraction/expression/einsum.h"
#include "contraction/problem/bind.h"
#include "transpose/planned_transpose.h"

namespace ttgt::blocks {
namespace {

using Operands = std::vector<OperandLayout>;

/// An operand's layouts in all problems, as those of blocks.
BlockLayout layouts_as_blocks(const std::vector<const Layout*>& layouts, std::size_t rank) {
    std::vector<Sections> sections(rank + 1);
    std::vector<std::int32_t> coordinates;
    std::vector<std::int64_t> strides;
    bool is_packed = true;
    for (std::size_t problem = 0; problem < layouts.size(); ++problem) {
        const Layout& its = *layouts[problem];
        for (std::size_t mode = 0; mode < rank; ++mode) {
            sections[mode].push_back(its.extents[mode]);
        }
        sections[rank].push_back(1);
        coordinates.insert(coordinates.end(), rank + 1, static_cast<std::int32_t>(problem));
        strides.insert(strides.end(), its.strides.begin(), its.strides.end());
        strides.push_back(0);  // no step is made along the problem's label
        is_packed = is_packed && its == packed(its.extents);
    }
    BlockLayout packed_blocks(std::move(sections), std::move(coordinates),
                              static_cast<std::int64_t>(layouts.size()));
    return is_packed ? packed_blocks : packed_blocks.with_strides(std::move(strides), {});
}

void check_group_rank(std::size_t rank) {
    if (rank < max_rank) return;
    throw Unsupported(fmt::format("a group has operands of {} modes; at most {} are supported",
                                  rank, max_rank - 1));
}

/// The operands, all problems of each together. Precondition: each has one rank and one dtype.
std::vector<BlockOperand> operands_as_blocks(const std::vector<Operands>& problems) {
    std::vector<BlockOperand> found;
    for (std::size_t operand = 0; operand < problems.front().size(); ++operand) {
        std::vector<const Layout*> layouts;
        layouts.reserve(problems.size());
        for (const Operands& problem : problems) layouts.push_back(&problem[operand].layout);
        const std::size_t rank = problems.front()[operand].layout.rank();
        check_group_rank(rank);
        found.push_back({problems.front()[operand].dtype, layouts_as_blocks(layouts, rank)});
    }
    return found;
}

BlockProblem bind_group(Expression expression, const std::vector<Operands>& problems,
                        std::optional<bool> beta_is_zero) {
    const auto number = [](Factor& factor) {
        factor.labels.emplace_back(problem_label);
        factor.label_columns.push_back(0);
    };
    number(expression.output);
    for (Factor& factor : expression.terms.front().factors) number(factor);
    BlockProblem problem =
        bind_blocks(std::move(expression), operands_as_blocks(problems), beta_is_zero);
    problem.is_group = true;
    return problem;
}

void check_equal_dtypes(const Operands& first, const Operands& operands) {
    for (std::size_t operand = 0; operand < first.size(); ++operand) {
        if (operands[operand].dtype == first[operand].dtype) continue;
        throw InvalidArgument(fmt::format("operand {} is {}, but {} in problem 0", operand,
                                          name(operands[operand].dtype),
                                          name(first[operand].dtype)));
    }
}

std::vector<std::size_t> ranks_of_inputs(const Operands& operands) {
    std::vector<std::size_t> ranks;
    for (std::size_t i = 1; i < operands.size(); ++i) ranks.push_back(operands[i].layout.rank());
    return ranks;
}

Factor tensor(const char* name, const std::vector<int>& modes, bool conjugated) {
    Factor factor;
    factor.name = name;
    factor.conjugated = conjugated;
    for (const int mode : modes) {
        factor.labels.push_back(fmt::format("m{}", mode));
        factor.label_columns.push_back(0);
    }
    return factor;
}

/// out = in, with the labels m0, m1, ... of the input's modes.
Expression transpose_expression(const std::vector<int>& perm, bool conjugated) {
    std::vector<int> in(perm);
    std::ranges::sort(in);
    Expression expression;
    expression.output = tensor("out", perm, false);
    expression.terms.push_back({1.0, {tensor("in", in, conjugated)}});
    return expression;
}

}  // namespace

BlockProblem bind_transposes(const std::vector<TransposeLayouts>& problems,
                             const std::vector<int>& perm, DType dtype,
                             const TransposeGroupOptions& options) {
    if (options.planning == Planning::measure) {
        throw Unsupported("groups are planned by predicted times alone");
    }
    if (is_opaque(dtype)) {
        throw InvalidArgument(
            fmt::format("{} has no arithmetic, which groups of transposes need", name(dtype)));
    }
    std::vector<Operands> operands;
    operands.reserve(problems.size());
    for (std::size_t problem = 0; problem < problems.size(); ++problem) {
        const TransposeLayouts& its = problems[problem];
        naming_problem(problem,
                       [&] { check_transpose(its.in, its.out, perm, dtype, options.conjugate); });
        operands.push_back({{dtype, its.out}, {dtype, its.in}});
    }
    return bind_group(transpose_expression(perm, options.conjugate), operands,
                      options.beta_is_zero);
}

BlockProblem bind_contractions(std::string_view text, const std::vector<Operands>& problems,
                               std::optional<bool> beta_is_zero) {
    const Operands& first = problems.front();
    const Expression expression = read_expression(text, ranks_of_inputs(first));
    naming_problem(0, [&] { (void)bind_expression(expression, first, beta_is_zero); });
    LikeTheFirst like_first(expression, first);
    for (std::size_t problem = 1; problem < problems.size(); ++problem) {
        naming_problem(problem, [&] {
            const Operands& operands = problems[problem];
            if (like_first.accepts(operands)) return;
            (void)bind_expression(expression, operands, beta_is_zero);
            check_equal_dtypes(first, operands);
        });
    }
    return bind_group(expression, problems, beta_is_zero);
}

}  // namespace ttgt::blocks
