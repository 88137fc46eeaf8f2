// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "contraction/plan/explain.h"
#include "distributed/rank_rates.h"
#include "distributed/run/distributed_product.h"

namespace ttgt {
namespace {

using Parts = DistributedProduct::Parts;

constexpr std::array<const char*, operand_count> letters{"D", "L", "R"};

std::string describe_move(const Parts& parts, std::size_t operand) {
    const OperandStep& step = parts.plan.operands[operand];
    if (step.is_in_place) return "stays where it is";
    const Redistribution& move = *step.redistribution;
    const std::size_t summands = static_cast<std::size_t>(
        ranks_along(grid_of(parts.plan.candidate), parts.plan.candidate.sum_axes));
    std::string text = step.moves ? fmt::format("{} bytes sent, {} received", move.bytes_sent(),
                                                move.bytes_received())
                                  : "copied on each rank";
    if (operand == operand_d && summands > 1) text += fmt::format(", {} summands", summands);
    return text;
}

StepReport move_step(const Parts& parts, std::size_t operand) {
    StepReport step;
    step.kind = parts.plan.operands[operand].moves ? "redistribute" : "copy";
    step.operand = letters[operand];
    step.description = describe_move(parts, operand);
    step.predicted_ms = parts.plan.candidate.move_ms[operand];
    step.calls = parts.plan.operands[operand].is_in_place ? 0 : 1;
    if (parts.plan.operands[operand].moves) {
        step.bytes = parts.plan.operands[operand].redistribution->bytes_received();
    }
    return step;
}

StepReport product_step(const Parts& parts) {
    StepReport step;
    step.predicted_ms = parts.plan.candidate.product_ms;
    if (parts.plan.grid_product) {
        const GridProduct& product = *parts.plan.grid_product;
        step.kind = "distributed gemm";
        step.description = product.describe();
        step.calls = product.calls();
        step.bytes = product.bytes_received();
        return step;
    }
    step.kind = "contract";
    step.description = parts.plan.local ? "a plan of one device" : "nothing on this rank";
    step.calls = parts.plan.local ? 1 : 0;
    if (parts.plan.local) step.flops = parts.plan.local->prediction().flops;
    return step;
}

std::string explain_operands(const DistributedProblem& problem) {
    std::string text;
    for (std::size_t operand = 0; operand < problem.operands.size(); ++operand) {
        const SpreadOperand& of = problem.operands[operand];
        text += fmt::format("  {}: {}, this rank holds {}\n", of.title, name(of.dtype),
                            to_string(of.local));
        for (std::size_t mode = 0; mode < of.extents.size(); ++mode) {
            const ModeSpread& spread = of.given.modes[mode];
            if (spread.axes.empty()) continue;
            text += fmt::format("    {} over {} ranks in blocks of {}\n",
                                problem.labels[of.labels[mode]].name,
                                ranks_along(of.given.grid, spread.axes), spread.block);
        }
    }
    return text;
}

std::string explain_losers(const Parts& parts, std::size_t most) {
    std::vector<const DistributedLoser*> losers;
    for (const DistributedLoser& loser : parts.losers) losers.push_back(&loser);
    std::stable_sort(losers.begin(), losers.end(),
                     [](const DistributedLoser* a, const DistributedLoser* b) {
                         return a->candidate.total_ms() < b->candidate.total_ms();
                     });
    const std::size_t shown = std::min(most, losers.size());
    std::string text = fmt::format("{} candidates lost{}\n", losers.size(),
                                   shown < losers.size() ? ", the cheapest of them:" : ":");
    for (std::size_t i = 0; i < shown; ++i) {
        text += fmt::format("  {:.4g} ms  {}", losers[i]->candidate.total_ms(),
                            to_string(parts.problem, losers[i]->candidate));
        if (losers[i]->workspace_bytes > 0) {
            text += fmt::format(" (needs {} bytes of workspace)", losers[i]->workspace_bytes);
        }
        text += '\n';
    }
    return text;
}

double gigabytes_per_second(const StepReport& step) {
    return step.measured_ms > 0 ? static_cast<double>(step.bytes) / step.measured_ms * 1e-6 : 0;
}

}  // namespace

DistributedReport predict(const Parts& parts) {
    DistributedReport result;
    const DistributedProblem& problem = parts.problem;
    Report& report = result.report;
    report = report_of(problem.global);
    report.strategy = parts.plan.grid_product ? "scalapack" : "local";
    report.device = fmt::format("{} ranks of {}", problem.ranks, parts.transport->name());
    report.workspace_bytes = parts.plan.workspace_bytes;
    report.predicted_ms = parts.plan.candidate.total_ms();
    for (std::size_t operand = operand_l; operand < problem.operands.size(); ++operand) {
        report.steps.push_back(move_step(parts, operand));
    }
    report.steps.push_back(product_step(parts));
    report.steps.push_back(move_step(parts, operand_d));
    result.rank = problem.rank;
    result.ranks = problem.ranks;
    result.choice = to_string(problem, parts.plan.candidate);
    for (const StepReport& step : report.steps) result.bytes_received += step.bytes;
    for (const OperandStep& step : parts.plan.operands) {
        if (step.moves) result.bytes_sent += step.redistribution->bytes_sent();
    }
    // In ScaLAPACK's product, each rank is assumed to send as many bytes as it receives.
    if (parts.plan.grid_product) result.bytes_sent += parts.plan.grid_product->bytes_received();
    return result;
}

std::string explain(const Parts& parts, std::size_t most_losers) {
    const DistributedReport report = predict(parts);
    std::string text = fmt::format("{}  on {}, of which this is rank {}\n",
                                   report.report.expression, report.report.device, report.rank);
    text += explain_operands(parts.problem);
    text +=
        fmt::format("chosen: {}; predicted {:.4g} ms\n", report.choice, report.report.predicted_ms);
    for (const StepReport& step : report.report.steps) {
        text += fmt::format("  {} {}  {}; predicted {:.4g} ms\n", step.kind, step.operand,
                            step.description, step.predicted_ms);
    }
    text += fmt::format("workspace {} bytes on this rank, {} at most\n",
                        report.report.workspace_bytes, parts.most_workspace_bytes);
    return text + explain_rates(parts.rates) + explain_losers(parts, most_losers);
}

std::string to_text(const DistributedReport& report) {
    const Report& of = report.report;
    std::string text = fmt::format("{}  ({}, {}, rank {})\n  {}\n", of.expression, name(of.dtype),
                                   of.device, report.rank, report.choice);
    text += fmt::format("  m={} n={} k={} batch={}\n", of.m, of.n, of.k, of.batch);
    text += fmt::format("  {:<16} {:<2} {:>12} {:>12} {:>9}  {}\n", "step", "of", "predicted ms",
                        "measured ms", "link GB/s", "what");
    for (const StepReport& step : of.steps) {
        text += fmt::format("  {:<16} {:<2} {:>12.4g} {:>12.4g} {:>9.3g}  {}\n", step.kind,
                            step.operand, step.predicted_ms, step.measured_ms,
                            gigabytes_per_second(step), step.description);
    }
    text +=
        fmt::format("  total {:.4g} ms (predicted {:.4g}), {:.4g} GFLOP/s; {} bytes over links\n",
                    of.total_ms, of.predicted_ms,
                    of.total_ms > 0 ? of.flops / of.total_ms * 1e-6 : 0, report.bytes_over_links);
    text += fmt::format("  imbalance {:.3f}, efficiency {:.3f}; workspace {} bytes\n",
                        report.imbalance, report.efficiency, of.workspace_bytes);
    return text;
}

}  // namespace ttgt
