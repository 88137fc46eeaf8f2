// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/operands/tiled_report.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "contraction/plan/explain.h"
#include "contraction/problem/bind.h"
#include "contraction/problem/statement.h"
#include "tools/operands/device_choice.h"

namespace ttgt::tool {

Report tiled_report(const HostContractionPlan& plan, std::string_view expression,
                    const std::vector<OperandLayout>& operands,
                    const HostContractionOptions& options) {
    const Statement statement = read_statement(expression, operands);
    Problem problem =
        bind_expression(statement.expression, statement.operands, options.beta_is_zero);
    problem.compute = options.compute;
    Report report = report_of(problem);
    report.strategy = options.strategy;
    report.device = to_string(options.devices);
    report.workspace_bytes = plan.device_bytes();
    report.predicted_ms = plan.predicted_ms();
    report.gemm_ms = std::numeric_limits<double>::quiet_NaN();
    report.overhead = std::numeric_limits<double>::quiet_NaN();
    StepReport tiles;
    tiles.kind = "tiles";
    tiles.description = fmt::format("{} bytes copied to the devices, {} page-locked on the way",
                                    plan.brought_bytes(), plan.staging_bytes());
    tiles.predicted_ms = report.predicted_ms;
    tiles.bytes = plan.brought_bytes();
    tiles.flops = report.flops;
    tiles.calls = 1;
    report.steps.push_back(std::move(tiles));
    return report;
}

Report timed(Report report, double ms) {
    report.total_ms = ms;
    report.steps.front().measured_ms = ms;
    return report;
}

std::string tiled_text(const Report& report) {
    std::string text = fmt::format("{}  ({}, {}, strategy {})\n", report.expression,
                                   name(report.dtype), report.device, report.strategy);
    text += fmt::format("  m={} n={} k={} batch={}  intensity {:.4g} flops/element\n", report.m,
                        report.n, report.k, report.batch, report.arithmetic_intensity);
    return text + fmt::format(
                      "  total {:.4g} ms (predicted {:.4g}), {:.4g} GFLOP/s; {}; {} bytes "
                      "of each device\n",
                      report.total_ms, report.predicted_ms,
                      report.total_ms > 0 ? report.flops / report.total_ms * 1e-6 : 0,
                      report.steps.front().description, report.workspace_bytes);
}

}  // namespace ttgt::tool
