// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/tiled/tile_problem.h"

#include <algorithm>
#include <utility>

#include "contraction/problem/by_stride.h"

namespace ttgt {

TiledProblem make_tiled(Problem problem) {
    TiledProblem tiled{std::move(problem), {}};
    const std::vector<ProblemLabel>& labels = tiled.problem.labels;
    for (std::size_t operand = 0; operand < operands_of(tiled.problem); ++operand) {
        std::vector<std::size_t>& modes = tiled.modes[operand];
        for (std::size_t label = 0; label < labels.size(); ++label) {
            if (stands_in(labels[label].role, static_cast<Operand>(operand))) {
                modes.push_back(label);
            }
        }
        modes = by_stride(tiled.problem, std::move(modes), operand);
    }
    return tiled;
}

Layout host_layout(const TiledProblem& tiled, std::size_t operand, const PerLabel& extents) {
    Layout layout;
    for (const std::size_t label : tiled.modes[operand]) {
        layout.extents.push_back(extents[label]);
        layout.strides.push_back(tiled.problem.labels[label].strides[operand]);
    }
    return layout;
}

Layout tile_layout(const TiledProblem& tiled, std::size_t operand, const PerLabel& extents) {
    return packed(host_layout(tiled, operand, extents).extents);
}

std::int64_t tile_bytes(const TiledProblem& tiled, std::size_t operand, const PerLabel& extents) {
    return packed_bytes(tile_layout(tiled, operand, extents),
                        size_bytes(tiled.problem.dtypes[operand]));
}

Statement tile_statement(const TiledProblem& tiled, const PerLabel& extents) {
    const Problem& problem = tiled.problem;
    const auto factor = [&](std::size_t operand) {
        Factor result;
        result.name = problem.names[operand];
        result.conjugated = problem.conjugated[operand];
        for (const std::size_t label : tiled.modes[operand]) {
            result.labels.push_back(problem.labels[label].name);
        }
        result.label_columns.assign(result.labels.size(), 0);
        return result;
    };
    Statement statement;
    statement.expression.text = problem.text;
    statement.expression.output = factor(operand_d);
    Term term;
    term.scale = problem.scale;
    for (std::size_t operand = operand_l; operand < operands_of(problem); ++operand) {
        term.factors.push_back(factor(operand));
    }
    statement.expression.terms.push_back(std::move(term));
    for (std::size_t operand = 0; operand < operands_of(problem); ++operand) {
        statement.operands.push_back(
            {problem.dtypes[operand], tile_layout(tiled, operand, extents)});
    }
    return statement;
}

double tile_flops(const TiledProblem& tiled, const PerLabel& extents) {
    double whole = 1;
    double part = 1;
    for (std::size_t label = 0; label < extents.size(); ++label) {
        whole *= static_cast<double>(std::max<std::int64_t>(tiled.problem.labels[label].extent, 1));
        part *= static_cast<double>(extents[label]);
    }
    return flops(tiled.problem) * part / whole;
}

}  // namespace ttgt
