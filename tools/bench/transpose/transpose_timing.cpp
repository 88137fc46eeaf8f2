// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/transpose/transpose_timing.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "tools/bench/timing.h"
#include "transpose/candidates.h"

namespace ttgt::tool {
namespace {

/// The first call warms up.
double median_after_first(const std::vector<double>& values) {
    return median({values.begin() + 1, values.end()});
}

class Timer {
public:
    Timer(TransposeArena& arena, const TransposeTask& task, const TimingOptions& options)
        : arena_(arena), task_(task), options_(options) {
        options_.say("filling the tensors");
        arena_.place(task);
    }

    void add(const TransposePlan& plan, TransposeTiming timing) {
        timing.method = plan.method();
        timing.predicted_ms = plan.predicted_ms();
        works_.emplace_back([this, &plan] { run(plan); });
        timings_.push_back(std::move(timing));
    }

    /// Checks and times all that was added.
    std::vector<TransposeTiming> measure() {
        if (options_.check) options_.say("checking");
        for (std::size_t i = 0; i < works_.size(); ++i) timings_[i].check = check(works_[i]);
        options_.say("timing");
        const TurnTimes times = arena_.time_turns(options_.repeats + 1, works_);
        const double copied = 2.0 * static_cast<double>(task_.elements() * size_bytes(task_.dtype));
        for (std::size_t i = 0; i < timings_.size(); ++i) {
            TransposeTiming& timing = timings_[i];
            timing.moves = copied > 0;
            timing.time_ms = median_after_first(times.works[i]);
            timing.gb_s = task_.bytes_moved() / (timing.time_ms * 1e6);
            timing.copy_gb_s = copied / (median_after_first(times.copy) * 1e6);
        }
        return std::move(timings_);
    }

private:
    void run(const TransposePlan& plan) const {
        plan.run(1.0, arena_.in(), task_.accumulates ? 1.0 : 0.0, arena_.out());
    }

    std::string check(const std::function<void()>& work) const {
        if (!options_.check) return "skipped";
        arena_.spoil();
        work();
        return arena_.is_right() ? "ok" : "fail";
    }

    TransposeArena& arena_;
    const TransposeTask& task_;
    const TimingOptions& options_;
    std::vector<std::function<void()>> works_;
    std::vector<TransposeTiming> timings_;
};

}  // namespace

TransposeTiming time_transpose(Context& context, TransposeArena& arena, const TransposeTask& task,
                               const TimingOptions& options) {
    TransposeOptions plan_options;
    plan_options.planning = options.planning;
    const int plan_repeats = options.planning == Planning::measure ? 1 : 5;
    std::optional<TransposePlan> plan;
    options.say("planning");
    std::vector<double> plan_times(static_cast<std::size_t>(plan_repeats));
    for (double& time : plan_times) {
        time = time_ms([&] {
            plan.emplace(
                plan_transpose(context, task.in, task.out, task.perm, task.dtype, plan_options));
        });
    }
    TransposeTiming timing;
    timing.plan_us = 1e3 * median(plan_times);
    Timer timer(arena, task, options);
    timer.add(*plan, timing);
    return timer.measure().front();
}

std::vector<TransposeTiming> time_candidates(Context& context, TransposeArena& arena,
                                             const TransposeTask& task,
                                             const TimingOptions& options) {
    std::vector<TransposeCandidate> candidates;
    options.say("planning");
    const double plan_ms = time_ms([&] {
        candidates = transpose_candidates(context, task.in, task.out, task.perm, task.dtype);
    });
    Timer timer(arena, task, options);
    for (const TransposeCandidate& candidate : candidates) {
        TransposeTiming timing;
        timing.parameters = candidate.parameters;
        timing.chosen = candidate.chosen;
        timing.plan_us = 1e3 * plan_ms;
        timer.add(candidate.plan, timing);
    }
    return timer.measure();
}

}  // namespace ttgt::tool
