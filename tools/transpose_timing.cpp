// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/transpose_timing.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "tools/buffers.h"
#include "tools/timing.h"
#include "tools/transpose_arena.h"

namespace ttgt::tool {
namespace {

/// The first call warms up.
double median_after_first(const std::vector<double>& values) {
    return median({values.begin() + 1, values.end()});
}

}  // namespace

Layout output_layout(const std::vector<std::int64_t>& extents, const std::vector<int>& perm) {
    std::vector<std::int64_t> permuted(perm.size());
    std::transform(perm.begin(), perm.end(), permuted.begin(),
                   [&](int mode) { return extents[static_cast<std::size_t>(mode)]; });
    return packed(std::move(permuted));
}

TransposeTiming time_transpose(Context& context, const std::vector<std::int64_t>& extents,
                               const std::vector<int>& perm, DType dtype,
                               const TimingOptions& options) {
    const Layout in_layout = packed(extents);
    const Layout out_layout = output_layout(extents, perm);
    const std::int64_t bytes = tensor_bytes(in_layout, dtype);
    TransposeOptions plan_options;
    plan_options.planning = options.planning;
    const int plan_repeats = options.planning == Planning::measure ? 1 : 5;
    std::optional<TransposePlan> plan;
    std::vector<double> plan_times(static_cast<std::size_t>(plan_repeats));
    for (double& time : plan_times) {
        time = time_ms([&] {
            plan.emplace(plan_transpose(context, in_layout, out_layout, perm, dtype, plan_options));
        });
    }

    const std::unique_ptr<TransposeArena> arena = make_transpose_arena(context, in_layout, dtype);
    const auto transpose = [&] { plan->run(1.0, arena->in(), 0.0, arena->out()); };
    const TurnTimes times = arena->time_turns(options.repeats + 1, transpose);

    TransposeTiming timing;
    timing.method = plan->method();
    timing.plan_us = 1e3 * median(plan_times);
    timing.predicted_ms = plan->predicted_ms();
    timing.time_ms = median_after_first(times.transpose);
    const double moved = 2.0 * static_cast<double>(bytes);
    timing.gb_s = moved / (timing.time_ms * 1e6);
    timing.copy_gb_s = moved / (median_after_first(times.copy) * 1e6);
    timing.check = "skipped";
    if (options.check) {
        arena->poison();
        transpose();
        timing.check = arena->is_transpose(extents, perm) ? "ok" : "fail";
    }
    return timing;
}

}  // namespace ttgt::tool
