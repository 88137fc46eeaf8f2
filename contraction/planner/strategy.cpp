// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/strategy.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "contraction/plan/lowering.h"
#include "contraction/planner/auto.h"
#include "contraction/planner/classic.h"

namespace ttgt {
namespace {

constexpr std::array<Strategy, 2> strategies{{
    {"auto", auto_candidates},
    {"classic", classic_candidates},
}};

Candidate only(Method method) {
    Candidate candidate;
    candidate.method = method;
    return candidate;
}

/// Whether D's elements are more than single products.
bool sums_products(const Problem& problem) {
    return std::any_of(problem.labels.begin(), problem.labels.end(),
                       [](const ProblemLabel& label) { return is_summed(label.role); });
}

/// Orders candidates, the best one first.
class Ranking {
public:
    explicit Ranking(const PlanningTask& task)
        : least_gain_(task.machine.least_gain(sums_products(task.problem))) {}

    bool operator()(const Plan& a, const Plan& b) const {
        if (a.chosen.preference != b.chosen.preference) {
            return a.chosen.preference < b.chosen.preference;
        }
        return credited_ms(a.chosen) < credited_ms(b.chosen);
    }

    [[nodiscard]] std::string loss(const Candidate& loser, const Candidate& winner) const {
        if (loser.preference != winner.preference) return "the strategy prefers the chosen one";
        const double more = loser.predicted_ms - winner.predicted_ms;
        if (more >= 0) return fmt::format("predicted {:.3g} ms more", more);
        return fmt::format("predicted {:.3g} ms less, not {:.0f} % less than the classic one",
                           -more, 100 * least_gain_);
    }

private:
    [[nodiscard]] double credited_ms(const Candidate& candidate) const {
        return candidate.predicted_ms * (candidate.is_classic ? 1 - least_gain_ : 1);
    }

    double least_gain_;
};

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
    const bool converts = problem.dtypes[operand_d] != problem.dtypes[operand_l];
    return {only(sums || converts ? Method::reduce : Method::transpose)};
}

Choice choose_plan(const PlanningTask& task, const Strategy& strategy) {
    std::vector<Candidate> candidates = forced_candidates(task.problem);
    if (candidates.empty()) candidates = strategy.enumerate(task);
    Choice choice;
    std::vector<Candidate> unfit;
    double best_ms = std::numeric_limits<double>::infinity();
    const bool prices_all = task.explains || task.prices_all;
    for (Candidate& candidate : candidates) {
        if (!candidate.rejection.empty()) {
            unfit.push_back(std::move(candidate));
            continue;
        }
        const bool is_hopeless = candidate.predicted_ms > task.machine.estimate_margin() * best_ms;
        if (is_hopeless && !prices_all) continue;
        Plan& plan = choice.others.emplace_back(lower(task, std::move(candidate)));
        plan.strategy = strategy.name;
        best_ms = std::min(best_ms, plan.chosen.predicted_ms);
    }
    const Ranking ranking(task);
    std::stable_sort(choice.others.begin(), choice.others.end(), ranking);
    choice.plan = std::move(choice.others.front());
    choice.others.erase(choice.others.begin());
    if (!task.explains) return choice;
    for (const Plan& plan : choice.others) {
        Candidate& loser = choice.rejected.emplace_back(plan.chosen);
        loser.rejection = ranking.loss(plan.chosen, choice.plan.chosen);
    }
    std::move(unfit.begin(), unfit.end(), std::back_inserter(choice.rejected));
    return choice;
}

}  // namespace ttgt
