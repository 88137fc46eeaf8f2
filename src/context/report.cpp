// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/report.h>

#include <fmt/format.h>

#include "src/core/compute_text.h"

namespace ttgt {
namespace {

double gigabytes_per_second(std::int64_t bytes, double ms) {
    return ms > 0 ? static_cast<double>(bytes) / ms * 1e-6 : 0;
}

double gigaflops(double flops, double ms) { return ms > 0 ? flops / ms * 1e-6 : 0; }

}  // namespace

std::string to_text(const Report& report) {
    std::string text =
        fmt::format("{}  ({}{}, {}, strategy {})\n", report.expression, name(report.dtype),
                    in_words(report.compute), report.device, report.strategy);
    text += fmt::format("  m={} n={} k={} batch={}  intensity {:.4g} flops/element\n", report.m,
                        report.n, report.k, report.batch, report.arithmetic_intensity);
    text += fmt::format("  {:<10} {:<6} {:>6} {:>12} {:>12} {:>9} {:>9}  {}\n", "step", "of",
                        "calls", "predicted ms", "measured ms", "GB/s", "GFLOP/s", "what");
    for (const StepReport& step : report.steps) {
        text += fmt::format("  {:<10} {:<6} {:>6} {:>12.4g} {:>12.4g} {:>9.3g} {:>9.3g}  {}\n",
                            step.kind, step.operand, step.calls, step.predicted_ms,
                            step.measured_ms, gigabytes_per_second(step.bytes, step.measured_ms),
                            gigaflops(step.flops, step.measured_ms), step.description);
    }
    text += fmt::format("  total {:.4g} ms (predicted {:.4g}), {:.4g} GFLOP/s; ", report.total_ms,
                        report.predicted_ms, gigaflops(report.flops, report.total_ms));
    text += fmt::format("gemm {:.4g} ms, overhead {:.1f} %; workspace {} bytes\n", report.gemm_ms,
                        100.0 * report.overhead, report.workspace_bytes);
    return text;
}

}  // namespace ttgt
