// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/execute/profile.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "contraction/plan/explain.h"

namespace ttgt {

Report profile(const Plan& plan, const Device& device, const Backend& backend,
               const Execution& execution) {
    return profile(plan, device, backend, execution,
                   [&](StepTimer& timer) { execute(plan, backend, execution, &timer); });
}

Report profile(const Plan& plan, const Device& device, const Backend& backend,
               const Execution& execution, FunctionRef<void(StepTimer&)> run) {
    Report report = make_report(plan, device);
    const std::unique_ptr<StepTimer> timer = backend.make_timer(plan, execution.resources);
    run(*timer);
    report.total_ms = timer->total_ms();
    const std::vector<double> step_ms = timer->step_ms();
    std::size_t position = 0;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t) {
        StepReport& row = report.steps[position++];
        row.measured_ms = step_ms[static_cast<std::size_t>(step.id)];
        if (row.kind == "gemm" || row.kind == "direct") report.gemm_ms += row.measured_ms;
    });
    report.overhead = report.total_ms > 0 ? 1.0 - report.gemm_ms / report.total_ms : 0;
    return report;
}

}  // namespace ttgt
