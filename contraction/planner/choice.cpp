// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/choice.h"

#include <ttgt/error.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "contraction/plan/candidate_key.h"
#include "contraction/plan/lowering.h"
#include "src/core/native_compute.h"

namespace ttgt {
namespace {

/// Whether each element of D is a sum over some label.
bool sums_products(const Problem& problem) {
    return std::any_of(problem.labels.begin(), problem.labels.end(),
                       [](const ProblemLabel& label) { return is_summed(label.role); });
}

/// Orders candidates, the best one first.
class Ranking {
public:
    explicit Ranking(const PlanningTask& task)
        : least_gain_(task.machine.prices().least_gain(sums_products(task.problem))) {}

    bool operator()(const Plan& a, const Plan& b) const {
        if (a.chosen.preference != b.chosen.preference) {
            return a.chosen.preference < b.chosen.preference;
        }
        return credited_ms(a.chosen) < credited_ms(b.chosen);
    }

    /// Predicted milliseconds by which the candidate is compared: reduced by the least
    /// gain of StepPrices for classic candidates and for those with `dominates_classic`.
    [[nodiscard]] double credited_ms(const Candidate& candidate) const {
        const bool is_credited = candidate.is_classic || candidate.dominates_classic;
        return candidate.predicted_ms * (is_credited ? 1 - least_gain_ : 1);
    }

    [[nodiscard]] std::string loss(const Candidate& loser, const Candidate& winner) const {
        if (loser.preference != winner.preference) return "the strategy prefers the chosen one";
        const double more = loser.predicted_ms - winner.predicted_ms;
        if (more >= 0) return fmt::format("predicted {:.3g} ms more", more);
        return fmt::format(
            "predicted {:.3g} ms less, which is not {:.0f} % less than the chosen one{}", -more,
            100 * least_gain_,
            winner.is_classic ? ", the classic candidate"
                              : "; that has fewer transposes than the classic candidate");
    }

private:
    double least_gain_;
};

/// Lowers and prices the strategy's candidates and returns their plans, the best first. Candidates
/// that do not fit the workspace limit go to `unfit`. Unless the task wants all prices, candidates
/// whose estimate is above the best price are left out.
std::vector<Plan> ranked_plans(const PlanningTask& task, const Strategy& strategy,
                               const Ranking& ranking, std::vector<Candidate>& unfit) {
    std::vector<Candidate> candidates = forced_candidates(task.problem);
    if (candidates.empty()) candidates = strategy.enumerate(task);
    std::vector<Plan> plans;
    double best_ms = std::numeric_limits<double>::infinity();
    const bool prices_all = task.purpose != Purpose::run;
    for (Candidate& candidate : candidates) {
        if (!candidate.rejection.empty()) {
            unfit.push_back(std::move(candidate));
            continue;
        }
        const bool is_hopeless =
            ranking.credited_ms(candidate) > task.machine.prices().pruning_factor() * best_ms;
        if (is_hopeless && !prices_all) continue;
        Plan plan = lower(task.problem, std::move(candidate), task.machine, task.workspace_limit);
        plan.strategy = strategy.name;
        best_ms = std::min(best_ms, plan.chosen.predicted_ms);
        if (prices_all) {
            std::ranges::move(with_other_kernels(plan, task.machine, task.workspace_limit),
                              std::back_inserter(plans));
        }
        if (task.generated_kernels > 0) {
            std::ranges::move(with_generated_kernels(plan, task.machine, task.generated_kernels),
                              std::back_inserter(plans));
        }
        plans.push_back(std::move(plan));
    }
    std::stable_sort(plans.begin(), plans.end(), ranking);
    return plans;
}

void choose_first(Choice& choice) {
    choice.plan = std::move(choice.others.front());
    choice.others.erase(choice.others.begin());
}

/// The plan of one Direct step that needs no library: without products of INT8.
Plan without_library(const PlanningTask& task) {
    Problem native = task.problem;
    native.compute = native_compute(native.compute);
    Plan plan = lower(native, {}, task.machine, task.workspace_limit);
    plan.problem = task.problem;  // it says what was asked for
    return plan;
}

/// Completes the chosen plan so that it can run, and for Purpose::measure all other plans too. A
/// plan whose products the device's library refuses is moved to Choice::refused, and the next best
/// plan is chosen. If all are refused, the one that needs no library is.
void plan_products(Choice& choice, const PlanningTask& task) {
    const auto is_refused = [&](Plan& plan) {
        if (&plan != &choice.plan && lacks_kernel(plan)) {
            choice.refused.push_back(plan.chosen);
            choice.refused.back().rejection = "its kernel was not compiled within search_seconds";
            return true;
        }
        try {
            plan_products(plan, task.machine.preparation(), task.workspace_limit);
            return false;
        } catch (const Unsupported& error) {
            choice.refused.push_back(plan.chosen);
            choice.refused.back().rejection = error.what();
            return true;
        }
    };
    while (is_refused(choice.plan)) {
        if (choice.others.empty()) {
            choice.plan = without_library(task);
        } else {
            choose_first(choice);
        }
    }
    if (task.purpose != Purpose::measure) return;
    std::stable_partition(choice.others.begin(), choice.others.end(), [&](const Plan& plan) {
        return to_text(key_of(plan.chosen)) == task.tried_first;
    });
    std::vector<Plan*> others;
    for (Plan& plan : choice.others) others.push_back(&plan);
    compile_generated(others, task.machine.preparation(), task.search_seconds);
    std::erase_if(choice.others, is_refused);
}

}  // namespace

Choice choose_plan(const PlanningTask& task, const Strategy& strategy) {
    const Ranking ranking(task);
    std::vector<Candidate> unfit;
    Choice choice;
    choice.others = ranked_plans(task, strategy, ranking, unfit);
    choose_first(choice);
    if (task.purpose != Purpose::explain) {
        plan_products(choice, task);
        return choice;
    }
    for (const Plan& plan : choice.others) {
        Candidate& loser = choice.rejected.emplace_back(plan.chosen);
        loser.rejection = ranking.loss(plan.chosen, choice.plan.chosen);
    }
    std::move(unfit.begin(), unfit.end(), std::back_inserter(choice.rejected));
    return choice;
}

std::optional<Choice> choose_by_key(const PlanningTask& task, const Strategy& strategy,
                                    std::string_view key) {
    std::vector<Candidate> unfit;
    std::vector<Plan> plans = ranked_plans(task, strategy, Ranking(task), unfit);
    const auto found = std::ranges::find_if(
        plans, [&](const Plan& plan) { return to_text(key_of(plan.chosen)) == key; });
    if (found == plans.end()) return std::nullopt;
    Choice choice;
    choice.plan = std::move(*found);
    try {
        plan_products(choice.plan, task.machine.preparation(), task.workspace_limit);
    } catch (const Unsupported&) {
        return std::nullopt;
    }
    return choice;
}

}  // namespace ttgt
