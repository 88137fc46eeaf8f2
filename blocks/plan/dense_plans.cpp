// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/plan/dense_plans.h"

#include <cstddef>
#include <utility>

#include "contraction/devices.h"
#include "contraction/plan/lowering.h"
#include "contraction/planner/choice.h"
#include "contraction/problem/bind.h"

namespace ttgt::blocks {
namespace {

void append(std::string& key, std::int64_t value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// All that a plan depends on. Expressions are told apart by their addresses.
std::string key_of_problem(const DenseProblem& problem) {
    std::string key;
    append(key, static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(problem.expression)));
    append(key, (problem.beta_is_zero ? 1 : 0) + (problem.is_wide ? 2 : 0) +
                    (problem.only_scales ? 4 : 0));
    for (const OperandLayout& operand : problem.operands) {
        append(key, static_cast<std::int64_t>(operand.dtype));
        for (const std::int64_t extent : operand.layout.extents) append(key, extent);
        for (const std::int64_t stride : operand.layout.strides) append(key, stride);
    }
    return key;
}

ContextOptions with_threads(ContextOptions options, int threads) {
    options.threads = threads;
    return options;
}

}  // namespace

DensePlans::DensePlans(const Context& context, const PlanOptions& options, double footprint_bytes,
                       int threads, std::int64_t workspace_limit)
    : narrow_(make_machine(with_threads(context.options(), 1), footprint_bytes)),
      wide_(make_machine(with_threads(context.options(), threads), footprint_bytes)),
      strategy_(find_strategy(options.strategy)),
      workspace_limit_(workspace_limit) {}

std::uint32_t DensePlans::number_of(const DenseProblem& problem) {
    const auto [found, is_new] =
        numbers_.try_emplace(key_of_problem(problem), static_cast<std::uint32_t>(plans_.size()));
    if (is_new) plans_.push_back(make(problem));
    return found->second;
}

Plan DensePlans::make(const DenseProblem& problem) const {
    const Problem bound =
        bind_expression(*problem.expression, problem.operands, problem.beta_is_zero, true);
    const Machine& its_machine = machine(problem.is_wide);
    if (problem.only_scales) {
        Candidate scale;
        scale.method = bound.output_empty ? Method::nothing : Method::scale;
        return lower(bound, std::move(scale), its_machine, workspace_limit_);
    }
    const PlanningTask task{bound, workspace_limit_, its_machine, Purpose::run, 0, 0};
    return choose_plan(task, strategy_).plan;
}

}  // namespace ttgt::blocks
