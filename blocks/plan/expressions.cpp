// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/expressions.h"

#include <utility>

namespace ttgt::blocks {
namespace {

/// D = factors, without literal factors: those of a run stand in products alone.
Expression assignment(Factor output, std::vector<Factor> factors, double scale = 1) {
    Expression expression;
    expression.output = std::move(output);
    expression.terms.push_back({scale, std::move(factors)});
    return expression;
}

Factor named(const char* name, std::vector<std::string> labels) {
    Factor factor;
    factor.name = name;
    factor.labels = std::move(labels);
    return factor;
}

}  // namespace

Expressions::Expressions(const BlockProblem& problem)
    : problem_(problem),
      rows_(problem.labels_of({Role::free_l})),
      inners_(problem.labels_of({Role::contracted})),
      columns_(problem.labels_of({Role::free_r})),
      batch_(problem.labels_of({Role::batch})) {
    const Factor& output = problem.expression.output;
    std::vector<Factor> inputs = problem.expression.terms.front().factors;
    as_written_ = assignment(output, inputs, problem.traits.scale);
    scale_ = assignment(output, {output});
    clear_ = assignment(named("zeros", {"element"}), {named("zeros", {"element"})});
    if (problem.traits.inputs == 1) return;
    gather_l_ = assignment(gathered("gathered", rows_, inners_), {inputs[0]});
    gather_r_ = assignment(gathered("gathered", inners_, columns_), {inputs[1]});
    scatter_ = assignment(output, {gathered("product", rows_, columns_)});
}

void Expressions::append(std::vector<std::string>& labels,
                         const std::vector<std::size_t>& group) const {
    for (const std::size_t label : group) labels.push_back(problem_.labels[label].name);
}

Factor Expressions::gathered(const char* name, const std::vector<std::size_t>& first,
                             const std::vector<std::size_t>& second) const {
    std::vector<std::string> labels;
    append(labels, first);
    append(labels, second);
    append(labels, batch_);
    return named(name, std::move(labels));
}

const Expression& Expressions::product(const ProductForm& form) {
    const auto [found, is_new] = products_.try_emplace(form);
    if (!is_new) return found->second;
    // Names that no label of an expression can have.
    const auto group = [&](std::vector<std::string>& labels, bool merges, const char* merged,
                           const std::vector<std::size_t>& its) {
        if (merges) {
            labels.emplace_back(merged);
        } else {
            append(labels, its);
        }
    };
    std::array<std::vector<std::string>, operand_count> labels;
    group(labels[operand_d], form.merges_rows, "<rows>", rows_);
    group(labels[operand_d], form.merges_columns, "<columns>", columns_);
    group(labels[operand_l], form.merges_rows, "<rows>", rows_);
    group(labels[operand_l], form.merges_inners, "<inner>", inners_);
    group(labels[operand_r], form.merges_inners, "<inner>", inners_);
    group(labels[operand_r], form.merges_columns, "<columns>", columns_);
    for (auto& list : labels) append(list, batch_);
    const bool writes_d = !form.merges_rows && !form.merges_columns;
    const std::vector<Factor>& inputs = problem_.expression.terms.front().factors;
    found->second =
        assignment(writes_d ? problem_.expression.output : named("product", labels[operand_d]),
                   {form.gathers_l ? named("L", labels[operand_l]) : inputs[0],
                    form.gathers_r ? named("R", labels[operand_r]) : inputs[1]},
                   problem_.traits.scale);
    return found->second;
}

}  // namespace ttgt::blocks
