// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>
#include <ttgt/contraction.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ttgt {

/// Everything that can change a plan. A look-up copies no operand.
struct PlanRequest {
    std::string_view expression;
    std::span<const ConstTensorView* const> operands;  ///< output first
    PlanOptions options;                ///< options of the plan; the workspace limit is set
    const PathOptions* path = nullptr;  ///< null: as it is by default
    int threads = 0;                    ///< how many a run will have, not 0
    Device device{};
    /// Told apart by address: equal files are read once. An entry owns its calibration, so that
    /// none of another has that address.
    const std::shared_ptr<const Calibration>* calibration = nullptr;
    bool use_kept_choices = false;  ///< ContextOptions::use_kept_choices
};

/// The most recently used plans, safe to share between threads. A plan handed out stays alive after
/// it is evicted.
class PlanCache {
public:
    /// Throws InvalidArgument where capacity is negative; 0 keeps nothing.
    explicit PlanCache(std::int64_t capacity);

    /// The plan of an equal request, or null. Counts a hit or a miss.
    [[nodiscard]] std::shared_ptr<const ContractionPlan> find(const PlanRequest& request);
    /// Keeps a plan for later requests; where two threads planned the same, the later one is
    /// dropped.
    void insert(const PlanRequest& request, std::shared_ptr<const ContractionPlan> plan);
    [[nodiscard]] PlanCacheStatistics statistics() const;

private:
    struct StoredOperand {
        DType dtype;
        Layout layout;
    };
    struct Entry {
        std::size_t hash;
        std::string expression;
        std::vector<StoredOperand> operands;
        PlanOptions options;
        std::optional<PathOptions> path;
        int threads;
        Device device;
        std::shared_ptr<const Calibration> calibration;
        bool use_kept_choices;
        std::shared_ptr<const ContractionPlan> plan;
    };
    using Entries = std::list<Entry>;  // most recently used first

    [[nodiscard]] static std::size_t hash(const PlanRequest& request);
    [[nodiscard]] static bool matches(const Entry& entry, const PlanRequest& request);
    [[nodiscard]] Entries::iterator locate(std::size_t hash, const PlanRequest& request);
    void evict_last();

    std::size_t capacity_;
    mutable std::mutex mutex_;
    Entries entries_;
    std::unordered_multimap<std::size_t, Entries::iterator> index_;
    PlanCacheStatistics statistics_;
};

}  // namespace ttgt
