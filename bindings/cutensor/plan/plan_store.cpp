// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/cutensor/plan/plan_store.h"

#include <algorithm>
#include <utility>

namespace ttgt::cutensor {

std::shared_ptr<const Planned> PlanStore::find(const std::string& key, std::int64_t limit) {
    const auto serves = [&](const Entry& entry) {
        return entry.limit >= limit && entry.plan->workspace_bytes() <= limit && entry.key == key;
    };
    const auto found = std::find_if(entries_.begin(), entries_.end(), serves);
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->plan;
}

void PlanStore::insert(std::string key, std::int64_t limit, std::shared_ptr<const Planned> plan) {
    if (capacity_ == 0) return;
    if (entries_.size() == capacity_) entries_.pop_back();
    entries_.push_front({std::move(key), limit, std::move(plan)});
}

void PlanStore::resize(std::size_t capacity) {
    entries_.clear();
    capacity_ = capacity;
}

}  // namespace ttgt::cutensor
