// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contraction/execute/backend.h"
#include "contraction/planner/choice.h"
#include "src/cache/disk_cache.h"

namespace ttgt {

/// What the fastest way to do a contraction depends on, and what finds it.
struct MeasuringTask {
    const PlanningTask& planning;  ///< all candidates priced
    const Strategy& strategy;
    const Backend& backend;
    const Resources& resources;
};

/// The candidate that was measured fastest on such a device before, in a search of at least as many
/// seconds; else that of measure_choice(), in which it takes part, and which the cache then keeps.
/// What the cache holds is taken only where it is one of the candidates. Throws as measuring does.
[[nodiscard]] Choice kept_measure(const MeasuringTask& task, const DiskCache& cache);

/// The first alone, of whatever search; nothing where the cache has none of the candidates.
[[nodiscard]] std::optional<Choice> kept_choice(const MeasuringTask& task, const DiskCache& cache);

}  // namespace ttgt
