// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/planner/preparation.h"

#include <ttgt/error.h>

#include <utility>

#include "contraction/plan/lowering.h"

namespace ttgt {

std::vector<Candidate> prepare(Choice& choice, const PlanningTask& task, const Backend& backend,
                               bool all_run) {
    std::vector<Candidate> refused;
    const auto is_refused = [&](Plan& plan) {
        try {
            backend.prepare(plan, task.workspace_limit);
            return false;
        } catch (const Unsupported& error) {
            refused.push_back(plan.chosen);
            refused.back().rejection = error.what();
            return true;
        }
    };
    while (is_refused(choice.plan)) {
        if (choice.others.empty()) {
            choice.plan = lower(task, {});
            continue;
        }
        choice.plan = std::move(choice.others.front());
        choice.others.erase(choice.others.begin());
    }
    if (all_run) std::erase_if(choice.others, is_refused);
    return refused;
}

}  // namespace ttgt
