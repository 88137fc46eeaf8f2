// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "contraction/execute/backend.h"
#include "contraction/planner/choice.h"
#include "src/cache/choice_cache.h"

namespace ttgt {

/// The arguments for measuring the candidates of a contraction.
struct MeasuringTask {
    const PlanningTask& planning;  ///< the problem; `prices_all` must be set
    const Strategy& strategy;      ///< lists the candidates of the problem
    const Backend& backend;        ///< runs the candidates on the device
    const Resources& resources;    ///< threads and stream of these runs
};

/// The choice of Planning::measure. The cache may have the fastest candidate of an earlier
/// measurement of this problem on the same kind of device. If the earlier search for generated
/// kernels had at least as many seconds, that candidate is chosen and nothing is run. Otherwise,
/// measure_choice() runs the candidates, the cached one among them, and the cache keeps the
/// fastest. A cached candidate that the strategy does not enumerate is ignored. Throws what
/// measure_choice() throws.
[[nodiscard]] Choice kept_measure(const MeasuringTask& task, const ChoiceCache& cache);

/// The candidate that the cache has for this problem on the same kind of device, however long the
/// earlier search for generated kernels was. Runs nothing. Empty if the cache has no candidate, or
/// one that the strategy does not enumerate.
[[nodiscard]] std::optional<Choice> kept_choice(const MeasuringTask& task,
                                                const ChoiceCache& cache);

}  // namespace ttgt
