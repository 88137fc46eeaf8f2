// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/formula/spread_formula.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "distributed/plan/distributed_problem.h"
#include "operators/problem/real_values.h"
#include "src/core/element.h"
#include "src/core/memory/overlap.h"

namespace ttgt {
namespace {

FormulaTensor tensor_of(const DistributedLayout& layout, std::string name, int rank, int ranks) {
    check_distributed_layout(layout, ranks, name);
    return {std::move(name),
            layout.dtype,
            layout.extents,
            placement_of(layout),
            local_layout(layout, rank),
            false};
}

/// Sets the labels of the formula and of each of its uses.
void add_labels(SpreadFormula& problem) {
    for (const TensorUse& use : problem.formula.uses) {
        std::vector<std::size_t> of_use;
        for (std::size_t mode = 0; mode < use.factor.labels.size(); ++mode) {
            const std::string& name = use.factor.labels[mode];
            const auto found =
                std::find_if(problem.labels.begin(), problem.labels.end(),
                             [&](const FormulaLabel& label) { return label.name == name; });
            of_use.push_back(static_cast<std::size_t>(found - problem.labels.begin()));
            if (found != problem.labels.end()) continue;
            const std::int64_t extent = problem.tensors[use.operand].extents[mode];
            problem.labels.push_back({name, extent, !problem.uses.empty()});
        }
        problem.uses.push_back(std::move(of_use));
    }
}

void find_shared_addresses(SpreadFormula& problem, const OperatorProblem& whole) {
    const FormulaTensor& written = problem.tensors[0];
    for (std::size_t i = 1; i < problem.tensors.size(); ++i) {
        FormulaTensor& input = problem.tensors[i];
        input.may_share_output = whole.may_share_output[i] != 0 && input.given == written.given &&
                                 input.local == written.local;
    }
}

}  // namespace

SpreadFormula bind_spread_formula(const Formula& formula,
                                  const std::vector<DistributedLayout>& operands, int rank,
                                  int ranks) {
    const OperatorProblem whole = bind_formula(formula, whole_layouts(operands));
    SpreadFormula problem;
    problem.formula = formula;
    problem.types = {whole.compute, whole.has_real_scalars};
    problem.parts_dtype = has_real_sums(whole) ? real_of(whole.compute) : whole.compute;
    problem.rank = rank;
    problem.ranks = ranks;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        problem.tensors.push_back(tensor_of(operands[i], whole.names[i], rank, ranks));
    }
    const FormulaTensor& written = problem.tensors[0];
    if (overlaps_itself(written.local)) {
        throw AliasedOutput(fmt::format("what rank {} holds of the output {} overlaps itself: {}",
                                        rank, written.name, to_string(written.local)));
    }
    add_labels(problem);
    find_shared_addresses(problem, whole);
    return problem;
}

}  // namespace ttgt
