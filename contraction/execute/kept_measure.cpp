// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/kept_measure.h"

#include <ttgt/error.h>

#include <string>
#include <utility>

#include <fmt/format.h>

#include "contraction/execute/measure.h"
#include "contraction/plan/candidate_key.h"

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

/// The line of the task's platform: Backend::generating_platform() or Backend::platform(). If
/// kernels cannot be generated here, the line is that of a task without generated kernels.
std::string platform_of(const MeasuringTask& task) {
    const int threads = task.resources.threads;
    if (task.planning.generated_kernels == 0) return task.backend.platform(threads);
    try {
        return task.backend.generating_platform(threads);
    } catch (const Unsupported&) {
        return task.backend.platform(threads);
    }
}

/// Lines of text that name all that the fastest candidate depends on: problem, platform, options.
std::string task_text(const MeasuringTask& task) {
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

/// The task of choosing a candidate; the chosen plan becomes `result`.
ChoiceTask choice_task(const MeasuringTask& task, std::optional<Choice>& result) {
    return {task_text(task), search_seconds(task.planning),
            [&](const MeasuredChoice& kept) {
                result = choose_by_key(task.planning, task.strategy, kept.key);
                if (result) result->plan.chosen.measured_ms = 1e-3 * kept.measured_us;
                return result.has_value();
            },
            [&](const std::string& first) {
                PlanningTask planning = task.planning;
                planning.tried_first = first;
                result = choose_plan(planning, task.strategy);
                measure_choice(*result, task.backend, task.resources);
                const Candidate& fastest = result->plan.chosen;
                return MeasuredChoice{to_text(key_of(fastest)), 1e3 * fastest.measured_ms,
                                      search_seconds(planning)};
            }};
}

}  // namespace

std::optional<Choice> kept_choice(const MeasuringTask& task, const ChoiceCache& cache) {
    std::optional<Choice> result;
    const ChoiceOutcome outcome = cache.take_kept(choice_task(task, result));
    if (result) result->plan.chosen.cache_note = titled_note(outcome);
    return result;
}

Choice kept_measure(const MeasuringTask& task, const ChoiceCache& cache) {
    std::optional<Choice> result;
    const ChoiceOutcome outcome = cache.take_or_measure(choice_task(task, result));
    result->plan.chosen.cache_note = titled_note(outcome);
    return *std::move(result);
}

}  // namespace ttgt
