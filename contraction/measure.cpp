// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/measure.h"

#include <ttgt/tensor.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "contraction/execute.h"
#include "src/core/zeroed_memory.h"
#include "src/runtime/threads.h"

namespace ttgt {
namespace {

constexpr std::size_t most_plans = 6;
constexpr int turns = 3;

ZeroedMemory memory_of(const Problem& problem, Operand operand) {
    return {problem.layouts[operand], size_bytes(problem.dtypes[operand])};
}

double run_ms(const Plan& plan, const Backend& backend, const Execution& execution) {
    const auto start = std::chrono::steady_clock::now();
    execute(plan, backend, execution);
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    return taken.count();
}

std::int64_t most_workspace(const std::vector<Plan*>& plans) {
    std::int64_t most = 1;
    for (const Plan* plan : plans) most = std::max(most, plan->chosen.workspace_bytes);
    return most;
}

}  // namespace

void measure_choice(Choice& choice, const Backend& backend, int threads) {
    std::vector<Plan*> plans{&choice.plan};
    for (Plan& plan : choice.others) {
        if (plans.size() < most_plans) plans.push_back(&plan);
    }
    if (plans.size() == 1) return;
    const Problem& problem = choice.plan.problem;
    const ZeroedMemory d = memory_of(problem, operand_d);
    const ZeroedMemory l = memory_of(problem, operand_l);
    const ZeroedMemory r = memory_of(problem, operand_r);
    const auto workspace = allocate_host(most_workspace(plans));
    const Execution execution{
        {d.origin(), l.origin(), r.origin(), static_cast<char*>(workspace.get())},
        1.0,
        problem.beta_is_zero ? 0.0 : 1.0,
        threads};
    const ThreadScope scope(threads);
    for (const Plan* plan : plans) (void)run_ms(*plan, backend, execution);
    // One turn of all after the other: what slows the machine for a while slows all of them.
    for (int turn = 0; turn < turns; ++turn) {
        for (Plan* plan : plans) {
            const double ms = run_ms(*plan, backend, execution);
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
