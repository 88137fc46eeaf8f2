// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "bindings/cutensor/plan/planned.h"

namespace ttgt::cutensor {

/// The most recently used plans of a handle. Not safe to share between threads: its owner locks.
class PlanStore {
public:
    explicit PlanStore(std::size_t capacity) : capacity_(capacity) {}

    /// A plan that was made for an equal request within at least this limit of workspace, and that
    /// needs no more than it; null where there is none.
    [[nodiscard]] std::shared_ptr<const Planned> find(const std::string& key, std::int64_t limit);
    void insert(std::string key, std::int64_t limit, std::shared_ptr<const Planned> plan);
    /// Forgets all plans.
    void resize(std::size_t capacity);
    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

private:
    struct Entry {
        std::string key;
        std::int64_t limit;
        std::shared_ptr<const Planned> plan;
    };

    std::size_t capacity_;
    std::list<Entry> entries_;  // the last used first; there are some tens
};

}  // namespace ttgt::cutensor
