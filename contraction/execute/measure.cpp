// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/measure.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "contraction/execute/execute.h"
#include "contraction/plan/written_kernel.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

constexpr std::size_t most_plans = 8;
constexpr std::size_t most_of_a_method = 5;
constexpr int turns = 3;

/// Measured milliseconds of one run, as the mean of `calls` runs timed together.
double run_ms(const Plan& plan, const Backend& backend, const Execution& execution, int calls) {
    const std::unique_ptr<StepTimer> timer = backend.make_timer(plan, execution.resources);
    timer->start();
    for (int call = 0; call < calls; ++call) execute(plan, backend, execution);
    timer->stop();
    return timer->total_ms() / calls;
}

/// The number of runs to time together: as many as are predicted to take 0.1 milliseconds, which a
/// clock measures well, but at most 20.
int calls_together(const Plan& plan) {
    constexpr double told_ms = 0.1;
    constexpr double most_calls = 20;
    const double calls = std::min(most_calls, told_ms / std::max(plan.chosen.predicted_ms, 1e-6));
    return std::max(1, static_cast<int>(calls));
}

/// The plans to measure: the chosen one, all with compiled generated kernels, and the cheapest of
/// the other ones. At most `most_of_a_method` plans have the same method, because many GEMM
/// candidates differ only in the order of labels and take the same time.
std::vector<Plan*> likeliest(Choice& choice) {
    std::map<Method, std::size_t> counts{{choice.plan.chosen.method, 1}};
    std::vector<Plan*> plans{&choice.plan};
    std::size_t taken = is_generated(choice.plan.chosen) ? 0 : 1;
    for (Plan& plan : choice.others) {
        if (is_generated(plan.chosen)) {
            plans.push_back(&plan);
            continue;
        }
        if (taken == most_plans) continue;
        if (++counts[plan.chosen.method] > most_of_a_method) continue;
        plans.push_back(&plan);
        ++taken;
    }
    return plans;
}

std::int64_t most_workspace(const std::vector<Plan*>& plans) {
    std::int64_t most = 1;
    for (const Plan* plan : plans) most = std::max(most, plan->chosen.workspace_bytes);
    return most;
}

}  // namespace

void measure_choice(Choice& choice, const Backend& backend, const Resources& resources) {
    std::vector<Plan*> plans = likeliest(choice);
    if (plans.size() == 1) return;
    const Problem& problem = choice.plan.problem;
    const auto memory_of = [&](Operand operand) {
        return backend.make_zeroed(problem.layouts[operand], size_bytes(problem.dtypes[operand]),
                                   resources);
    };
    const std::shared_ptr<char> d = memory_of(operand_d);
    const std::shared_ptr<char> l = memory_of(operand_l);
    const std::shared_ptr<char> r = memory_of(operand_r);
    const std::shared_ptr<char> workspace =
        backend.make_zeroed(packed({most_workspace(plans)}), 1, resources);
    const Execution execution{{d.get(), l.get(), r.get(), workspace.get()},
                              1.0,
                              problem.beta_is_zero ? 0.0 : 1.0,
                              resources};
    const ThreadScope scope(resources.threads);
    const int calls = calls_together(choice.plan);
    for (const Plan* plan : plans) (void)run_ms(*plan, backend, execution, 1);
    // Each turn times every plan once. If something slows the machine for a while, it slows all
    // plans alike.
    for (int turn = 0; turn < turns; ++turn) {
        for (Plan* plan : plans) {
            const double ms = run_ms(*plan, backend, execution, calls);
            double& best = plan->chosen.measured_ms;
            best = best == 0 ? ms : std::min(best, ms);
        }
    }
    Plan** const fastest = &*std::min_element(
        plans.begin(), plans.end(),
        [](const Plan* a, const Plan* b) { return a->chosen.measured_ms < b->chosen.measured_ms; });
    if (*fastest != &choice.plan) std::swap(choice.plan, **fastest);
    choice.rejected.clear();
    for (const Plan* plan : plans) {
        if (plan == &choice.plan) continue;
        Candidate& loser = choice.rejected.emplace_back(plan->chosen);
        loser.rejection = fmt::format("measured {:.3g} ms", loser.measured_ms);
    }
}

}  // namespace ttgt
