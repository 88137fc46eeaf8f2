// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/preparation.h"

#include <ttgt/error.h>

#include <utility>

namespace ttgt {

Preparation::Preparation(const Backend& backend, std::int64_t workspace_limit)
    : backend_(backend), workspace_limit_(workspace_limit) {}

void Preparation::prepare(Choice& choice, bool all_run) {
    while (!is_prepared(choice.plan)) {
        choice.plan = std::move(choice.others.front());
        choice.others.erase(choice.others.begin());
    }
    if (!all_run) return;
    std::erase_if(choice.others, [this](Plan& plan) { return !is_prepared(plan); });
}

std::vector<Candidate> Preparation::take_refused() { return std::move(refused_); }

bool Preparation::is_prepared(Plan& plan) {
    try {
        backend_.prepare(plan, workspace_limit_);
        return true;
    } catch (const Unsupported& error) {
        refused_.push_back(plan.chosen);
        refused_.back().rejection = error.what();
        return false;
    }
}

}  // namespace ttgt
