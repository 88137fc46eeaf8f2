// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/strategy.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "contraction/assemble.h"
#include "contraction/classic.h"
#include "contraction/cost.h"

namespace ttgt {
namespace {

constexpr std::array<Strategy, 1> strategies{{
    {"classic", classic_candidates},
}};

Candidate only(Method method) {
    Candidate candidate;
    candidate.method = method;
    return candidate;
}

bool is_better(const Candidate& a, const Candidate& b) {
    if (a.preference != b.preference) return a.preference < b.preference;
    return a.predicted_ms < b.predicted_ms;
}

std::string loss(const Candidate& loser, const Candidate& winner) {
    if (loser.preference != winner.preference) return "the strategy prefers the chosen one";
    return fmt::format("predicted {:.3g} ms more", loser.predicted_ms - winner.predicted_ms);
}

}  // namespace

const Strategy& find_strategy(std::string_view name) {
    const auto found = std::find_if(strategies.begin(), strategies.end(),
                                    [&](const Strategy& s) { return s.name == name; });
    if (found != strategies.end()) return *found;
    std::string known;
    for (const Strategy& strategy : strategies) known += fmt::format(" '{}'", strategy.name);
    throw InvalidArgument(fmt::format("there is no strategy '{}'; known:{}", name, known));
}

std::vector<Candidate> forced_candidates(const Problem& problem) {
    if (problem.output_empty) return {only(Method::nothing)};
    if (problem.sum_empty) return {only(Method::scale)};
    if (problem.inputs == 2) return {};
    const bool sums = !labels_of(problem, Role::lone_l).empty();
    const bool widens = problem.dtypes[operand_d] != problem.dtypes[operand_l];
    return {only(sums || widens ? Method::reduce : Method::transpose)};
}

Plan choose_plan(const Problem& problem, const Strategy& strategy, std::int64_t workspace_limit) {
    std::vector<Candidate> candidates = forced_candidates(problem);
    if (candidates.empty()) candidates = strategy.enumerate(problem, workspace_limit);
    std::vector<Plan> plans;
    plans.reserve(candidates.size());
    for (Candidate& candidate : candidates) {
        Plan& plan = plans.emplace_back(assemble(problem, std::move(candidate)));
        plan.chosen.predicted_ms = predict_ms(plan);
    }
    auto winner = plans.end();
    for (auto plan = plans.begin(); plan != plans.end(); ++plan) {
        if (!plan->chosen.rejection.empty()) continue;
        if (winner == plans.end() || is_better(plan->chosen, winner->chosen)) winner = plan;
    }
    Plan plan = std::move(*winner);
    plans.erase(winner);
    plan.rejected.reserve(plans.size());
    for (Plan& loser : plans) {
        Candidate& lost = plan.rejected.emplace_back(std::move(loser.chosen));
        if (lost.rejection.empty()) lost.rejection = loss(lost, plan.chosen);
    }
    plan.strategy = strategy.name;
    return plan;
}

}  // namespace ttgt
