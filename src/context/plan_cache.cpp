// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/plan_cache.h"

#include <ttgt/error.h>

#include <utility>

#include <fmt/format.h>

#include "src/core/hash.h"

namespace ttgt {
namespace {

void mix(std::size_t& hash, std::size_t value) { hash = mixed(hash, value); }

std::shared_ptr<const Calibration> owned_calibration(const PlanRequest& request) {
    return request.calibration == nullptr ? nullptr : *request.calibration;
}

const Calibration* calibration_of(const PlanRequest& request) {
    return request.calibration == nullptr ? nullptr : request.calibration->get();
}

bool same_path(const std::optional<PathOptions>& stored, const PathOptions* path) {
    if (path == nullptr || !stored) return path == nullptr && !stored;
    return *stored == *path;
}

}  // namespace

PlanCache::PlanCache(std::int64_t capacity) : capacity_(static_cast<std::size_t>(capacity)) {
    if (capacity < 0) {
        throw InvalidArgument(fmt::format("the plan cache's capacity {} is negative", capacity));
    }
}

std::shared_ptr<const ContractionPlan> PlanCache::find(const PlanRequest& request) {
    const std::size_t key = hash(request);
    const std::lock_guard lock(mutex_);
    const auto entry = locate(key, request);
    if (entry == entries_.end()) {
        ++statistics_.misses;
        return nullptr;
    }
    ++statistics_.hits;
    entries_.splice(entries_.begin(), entries_, entry);
    return entry->plan;
}

void PlanCache::insert(const PlanRequest& request, std::shared_ptr<const ContractionPlan> plan) {
    if (capacity_ == 0) return;
    Entry entry{hash(request),
                std::string(request.expression),
                {},
                request.options,
                request.path == nullptr ? std::nullopt : std::optional(*request.path),
                request.threads,
                request.device,
                owned_calibration(request),
                request.use_kept_choices,
                std::move(plan)};
    for (const ConstTensorView* view : request.operands) {
        entry.operands.push_back({view->dtype(), view->layout()});
    }
    const std::lock_guard lock(mutex_);
    if (locate(entry.hash, request) != entries_.end()) return;
    if (entries_.size() == capacity_) evict_last();
    entries_.push_front(std::move(entry));
    index_.emplace(entries_.front().hash, entries_.begin());
}

PlanCacheStatistics PlanCache::statistics() const {
    const std::lock_guard lock(mutex_);
    PlanCacheStatistics statistics = statistics_;
    statistics.entries = static_cast<std::int64_t>(entries_.size());
    return statistics;
}

std::size_t PlanCache::hash(const PlanRequest& request) {
    std::size_t hash = std::hash<std::string_view>{}(request.expression);
    mix(hash, std::hash<std::string>{}(request.options.strategy));
    for (const ConstTensorView* view : request.operands) {
        mix(hash, static_cast<std::size_t>(view->dtype()));
        for (const std::int64_t extent : view->layout().extents) {
            mix(hash, static_cast<std::size_t>(extent));
        }
        for (const std::int64_t stride : view->layout().strides) {
            mix(hash, static_cast<std::size_t>(stride));
        }
    }
    mix(hash, static_cast<std::size_t>(request.options.workspace_limit.value_or(unlimited)));
    return hash;
}

bool PlanCache::matches(const Entry& entry, const PlanRequest& request) {
    if (entry.expression != request.expression || entry.options != request.options ||
        entry.threads != request.threads || entry.device != request.device ||
        entry.calibration.get() != calibration_of(request) ||
        entry.use_kept_choices != request.use_kept_choices ||
        entry.operands.size() != request.operands.size() || !same_path(entry.path, request.path)) {
        return false;
    }
    for (std::size_t operand = 0; operand < entry.operands.size(); ++operand) {
        const ConstTensorView& view = *request.operands[operand];
        const StoredOperand& stored = entry.operands[operand];
        if (stored.dtype != view.dtype() || stored.layout != view.layout()) return false;
    }
    return true;
}

PlanCache::Entries::iterator PlanCache::locate(std::size_t hash, const PlanRequest& request) {
    const auto [first, last] = index_.equal_range(hash);
    for (auto position = first; position != last; ++position) {
        if (matches(*position->second, request)) return position->second;
    }
    return entries_.end();
}

void PlanCache::evict_last() {
    const auto victim = std::prev(entries_.end());
    const auto [first, last] = index_.equal_range(victim->hash);
    for (auto position = first; position != last; ++position) {
        if (position->second == victim) {
            index_.erase(position);
            break;
        }
    }
    entries_.erase(victim);
    ++statistics_.evictions;
}

std::shared_ptr<PlanCache> make_plan_cache(std::int64_t capacity) {
    return std::make_shared<PlanCache>(capacity);
}

}  // namespace ttgt
