// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/preparation.h"

#include <ttgt/error.h>

#include <utility>

namespace ttgt {

std::vector<Candidate> prepare(Choice& choice, const Backend& backend, std::int64_t workspace_limit,
                               bool all_run) {
    std::vector<Candidate> refused;
    const auto is_refused = [&](Plan& plan) {
        try {
            backend.prepare(plan, workspace_limit);
            return false;
        } catch (const Unsupported& error) {
            refused.push_back(plan.chosen);
            refused.back().rejection = error.what();
            return true;
        }
    };
    while (is_refused(choice.plan)) {
        choice.plan = std::move(choice.others.front());
        choice.others.erase(choice.others.begin());
    }
    if (all_run) std::erase_if(choice.others, is_refused);
    return refused;
}

}  // namespace ttgt
