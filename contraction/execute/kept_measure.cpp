// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/kept_measure.h"

#include <ttgt/error.h>

#include <string>
#include <utility>

#include <fmt/format.h>

#include "contraction/execute/measure.h"
#include "src/cache/measured_choice.h"

namespace ttgt {
namespace {

std::string problem_text(const Problem& problem) {
    std::string text =
        fmt::format("{}\n{} {} {} {}, {}\n", problem.text, name(problem.dtypes[operand_d]),
                    name(problem.dtypes[operand_l]), name(problem.dtypes[operand_r]),
                    name(problem.compute), problem.beta_is_zero ? "beta = 0" : "with beta");
    for (const ProblemLabel& label : problem.labels) {
        text += fmt::format("label {} {}", label.name, label.extent);
        for (const std::int64_t stride : label.strides) text += fmt::format(" {}", stride);
        text += '\n';
    }
    return text;
}

/// The line Backend::platform() for this task. If kernels cannot be generated here, the line is
/// that of a task without generated kernels.
std::string platform_of(const MeasuringTask& task) {
    const bool generates = task.planning.generated_kernels > 0;
    try {
        return task.backend.platform(task.resources.threads, generates);
    } catch (const Unsupported&) {
        return task.backend.platform(task.resources.threads, false);
    }
}

/// The key of the task in the cache on disk: lines that name all that the fastest candidate depends
/// on.
std::string key_of(const MeasuringTask& task) {
    const PlanningTask& planning = task.planning;
    return fmt::format("contraction\n{}{}\nstrategy {}, workspace {}{}\n",
                       problem_text(planning.problem), one_line_of(platform_of(task)),
                       task.strategy.name, planning.workspace_limit,
                       planning.generated_kernels > 0 ? ", generated kernels" : "");
}

/// The seconds that the search for generated kernels may take; 0 if none are generated. The time
/// limit applies only to that search, not to measuring other candidates.
double search_seconds(const PlanningTask& planning) {
    return planning.generated_kernels > 0 ? planning.search_seconds : 0;
}

std::optional<Choice> named_by(const MeasuredChoice& kept, const MeasuringTask& task) {
    std::optional<Choice> choice = choose_named(task.planning, task.strategy, kept.name);
    if (!choice) return std::nullopt;
    choice->plan.chosen.measured_ms = 1e-3 * kept.measured_us;
    choice->plan.chosen.cache_note = origin(kept);
    return choice;
}

}  // namespace

std::optional<Choice> kept_choice(const MeasuringTask& task, const DiskCache& cache) {
    const KeptChoice kept = find_choice(cache, key_of(task));
    return kept.choice ? named_by(*kept.choice, task) : std::nullopt;
}

Choice kept_measure(const MeasuringTask& task, const DiskCache& cache) {
    const std::string key = key_of(task);
    KeptChoice kept = find_choice(cache, key);
    PlanningTask planning = task.planning;
    if (kept.choice) {
        if (kept.choice->seconds >= search_seconds(planning)) {
            if (std::optional<Choice> choice = named_by(*kept.choice, task)) return *choice;
            kept.note = "the cache's candidate is none of those there are";
        }
        planning.tried_first = kept.choice->name;
    }
    Choice choice = choose_plan(planning, task.strategy);
    measure_choice(choice, task.backend, task.resources);
    const Candidate& fastest = choice.plan.chosen;
    keep_choice(
        cache, key,
        {describe(planning.problem, fastest), 1e3 * fastest.measured_ms, search_seconds(planning)},
        kept.note);
    if (!kept.note.empty()) choice.plan.chosen.cache_note = "cache: " + kept.note;
    return choice;
}

}  // namespace ttgt
