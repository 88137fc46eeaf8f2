// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/contraction_plan.h"

#include <ttgt/error.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "contraction/checked_execution.h"
#include "contraction/execute/profile.h"
#include "contraction/plan/explain.h"
#include "contraction/planner/choice.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

/// The plan to run: the inputs of alpha = 0 must not be read.
const Plan& plan_for(const PlannedContraction& planned, const Scalar& alpha) {
    const bool reads_inputs = alpha * planned.plan.problem.scale != Scalar{};
    return reads_inputs || planned.plan.problem.output_empty ? planned.plan : planned.scale_only;
}

void run_plan(const PlannedContraction& planned, const Pointers& data, const RunOptions& options) {
    const Execution execution = checked_execution(planned, data, options);
    const ThreadScope scope(planned.resources.threads);
    execute(plan_for(planned, options.alpha), *planned.backend, execution);
}

Report profile_plan(const PlannedContraction& planned, const Pointers& data,
                    const RunOptions& options) {
    const Execution execution = checked_execution(planned, data, options);
    const ThreadScope scope(planned.resources.threads);
    return profile(plan_for(planned, options.alpha), planned.device, *planned.backend, execution);
}

/// The losers beside the plan that runs, although it may not be the cheapest now that all are
/// priced: some were left out when planning, some the library refused.
std::vector<Candidate> losers(const PlannedContraction& planned, Choice choice) {
    const Problem& problem = planned.plan.problem;
    const auto is = [&](const Candidate& candidate) {
        return [&problem, text = describe(problem, candidate)](const Candidate& other) {
            return describe(problem, other) == text;
        };
    };
    std::vector<Candidate> found = std::move(choice.rejected);
    if (!is(planned.plan.chosen)(choice.plan.chosen)) {
        std::erase_if(found, is(planned.plan.chosen));
        found.insert(found.begin(), choice.plan.chosen);
        found.front().rejection = "its estimate was beyond the price of the chosen one";
    }
    for (const Candidate& refused : planned.refused) {
        const auto same = std::find_if(found.begin(), found.end(), is(refused));
        if (same != found.end()) same->rejection = refused.rejection;
    }
    return found;
}

void check_inputs(const PlannedContraction& planned, std::size_t given) {
    if (planned.plan.problem.inputs != given) {
        throw OperandCountMismatch(fmt::format("'{}' has {} input(s), the run was given {}",
                                               planned.plan.problem.text,
                                               planned.plan.problem.inputs, given));
    }
}

}  // namespace

ContractionPlan::ContractionPlan(std::unique_ptr<const PlannedContraction> planned)
    : planned_(std::move(planned)) {}
ContractionPlan::~ContractionPlan() = default;
ContractionPlan::ContractionPlan(ContractionPlan&&) noexcept = default;
ContractionPlan& ContractionPlan::operator=(ContractionPlan&&) noexcept = default;

std::string ContractionPlan::explain(std::size_t most_losers) const {
    // What ran when planning says more than a prediction, and may have won against it.
    if (!planned_->measured.empty()) {
        return ttgt::explain(planned_->plan, planned_->device, planned_->measured, most_losers);
    }
    const PlanningTask task{planned_->plan.problem, planned_->workspace_limit, *planned_->machine,
                            true};
    return ttgt::explain(planned_->plan, planned_->device,
                         losers(*planned_, choose_plan(task, *planned_->strategy)), most_losers);
}

std::int64_t ContractionPlan::workspace_bytes() const noexcept {
    return planned_->plan.chosen.workspace_bytes;
}

Report ContractionPlan::prediction() const { return make_report(planned_->plan, planned_->device); }

void ContractionPlan::run(void* d, const void* l, const void* r, const RunOptions& options) const {
    check_inputs(*planned_, 2);
    run_plan(*planned_, {d, l, r}, options);
}

void ContractionPlan::run(void* d, const void* l, const RunOptions& options) const {
    check_inputs(*planned_, 1);
    run_plan(*planned_, {d, l, nullptr}, options);
}

Report ContractionPlan::profile(void* d, const void* l, const void* r,
                                const RunOptions& options) const {
    check_inputs(*planned_, 2);
    return profile_plan(*planned_, {d, l, r}, options);
}

Report ContractionPlan::profile(void* d, const void* l, const RunOptions& options) const {
    check_inputs(*planned_, 1);
    return profile_plan(*planned_, {d, l, nullptr}, options);
}

}  // namespace ttgt
