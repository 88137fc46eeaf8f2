// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/explain.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "src/core/compute_text.h"
#include "src/core/counts.h"
#include "src/core/native_compute.h"

namespace ttgt {
namespace {

std::string describe(const TransposeStep& step) { return to_string(*step.kernel); }

std::string describe(const GemmStep& step) {
    const auto letter = [](MatrixOp op) {
        return op == MatrixOp::none ? 'N' : op == MatrixOp::transpose ? 'T' : 'C';
    };
    std::string text =
        fmt::format("{}{} m={} n={} k={} {}", letter(step.shape.op_a), letter(step.shape.op_b),
                    step.shape.m, step.shape.n, step.shape.k, name(step.shape.dtype));
    text += in_words(step.shape.compute);
    for (const Mode<3>& loop : step.loops) text += fmt::format(" x{}", loop.extent);
    for (const Mode<3>& sum : step.sums) text += fmt::format(" +{}", sum.extent);
    return text;
}

std::string describe(const DirectStep& step) {
    return fmt::format("{} outputs, {} products each", volume(step.outputs), volume(step.sums));
}

std::string describe(const ReduceStep& step) {
    return fmt::format("{} outputs, {} elements each", volume(step.outputs), volume(step.sums));
}

std::string describe(const ScaleStep& step) {
    return fmt::format("{} elements by {}", volume(step.modes),
                       step.beta == ScalarRole::zero ? "zero" : "beta");
}

struct KindOf {
    const char* operator()(const TransposeStep&) const { return "transpose"; }
    const char* operator()(const GemmStep&) const { return "gemm"; }
    const char* operator()(const DirectStep&) const { return "direct"; }
    const char* operator()(const ReduceStep&) const { return "reduce"; }
    const char* operator()(const ScaleStep&) const { return "scale"; }
};

std::string explain_labels(const Problem& problem) {
    std::string text;
    for (const Role role :
         {Role::free_l, Role::free_r, Role::contracted, Role::batch, Role::lone_l, Role::lone_r}) {
        std::string line;
        for (const std::size_t index : labels_of(problem, role)) {
            const ProblemLabel& label = problem.labels[index];
            line += fmt::format("  {}:{}", label.name, label.extent);
        }
        if (!line.empty()) text += fmt::format("  {:<10}{}\n", to_string(role), line);
    }
    return text;
}

std::string explain_steps(const Plan& plan) {
    std::string text;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t repetitions) {
        const StepCost& cost = step.cost;
        text +=
            fmt::format("  {} {:<9} {:<5} {}", step.id, kind(step), step.operand, describe(step));
        if (repetitions > 1) text += fmt::format(", {} times", repetitions);
        text += fmt::format("; predicted {:.4g} ms, {} bytes, {:.4g} flops\n", cost.ms, cost.bytes,
                            cost.flops);
    });
    return text.empty() ? "  nothing to do\n" : text;
}

/// Milliseconds of a candidate for sorting: measured, or else predicted. Infinite for a candidate
/// without a predicted time, which cannot run.
double time_of(const Candidate& candidate) {
    if (candidate.measured_ms > 0) return candidate.measured_ms;
    return candidate.predicted_ms > 0 ? candidate.predicted_ms
                                      : std::numeric_limits<double>::infinity();
}

std::string explain_losers(const Problem& problem, std::vector<Candidate> rejected,
                           std::size_t most) {
    std::stable_sort(rejected.begin(), rejected.end(), [](const Candidate& a, const Candidate& b) {
        return time_of(a) < time_of(b);
    });
    const std::size_t shown = std::min(most, rejected.size());
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        const Candidate& loser = rejected[i];
        text += fmt::format("rejected: {}\n  predicted {:.4g} ms, workspace {} bytes: {}\n",
                            describe(problem, loser), loser.predicted_ms, loser.workspace_bytes,
                            loser.rejection);
    }
    if (shown < rejected.size())
        text += fmt::format("rejected: {} more\n", rejected.size() - shown);
    return text;
}

bool multiplies_int8(const Candidate& candidate) {
    return candidate.kernel && candidate.kernel->key().kind == "int8";
}

/// Why a plan that may use INT8 products does not; empty where it does, or was not to.
std::string explain_native(const Plan& plan, const std::vector<Candidate>& rejected) {
    if (!is_by_int8(plan.problem.compute) || multiplies_int8(plan.chosen)) return {};
    const auto found = std::find_if(rejected.begin(), rejected.end(), multiplies_int8);
    if (found != rejected.end()) return fmt::format("int8: not chosen: {}\n", found->rejection);
    return "int8: not possible: it needs a matrix product of operands of one dtype, compute "
           "capability 8.0, and enough workspace\n";
}

}  // namespace

std::string kind(const Step& step) { return std::visit(KindOf{}, step.action); }

std::string describe(const Step& step) {
    return std::visit([](const auto& action) { return describe(action); }, step.action);
}

std::string explain(const Plan& plan, const Device& device, std::vector<Candidate> rejected,
                    std::size_t most_losers) {
    const Problem& problem = plan.problem;
    std::string text = fmt::format("{}\n", problem.text);
    text += fmt::format("  {}{} on {}, strategy {}\n", name(problem.dtypes[operand_d]),
                        in_words(problem.compute), to_string(device), plan.strategy);
    text += explain_labels(problem);
    const ProblemSizes& sizes = problem.sizes;
    text += fmt::format(
        "  m={} n={} k={} batch={}: {:.4g} flops, {} bytes, intensity {:.4g} flops/element\n",
        sizes.m, sizes.n, sizes.k, sizes.batch, flops(problem), bytes(problem),
        arithmetic_intensity(problem));
    text += fmt::format("chosen: {}\n  predicted {:.4g} ms, workspace {} bytes",
                        describe(problem, plan.chosen), plan.chosen.predicted_ms,
                        plan.chosen.workspace_bytes);
    if (plan.chosen.measured_ms > 0) {
        text += fmt::format(": measured {:.3g} ms", plan.chosen.measured_ms);
    }
    if (!plan.chosen.cache_note.empty()) text += "; " + plan.chosen.cache_note;
    text += '\n';
    text += explain_native(plan, rejected);
    text += explain_steps(plan);
    return text + explain_losers(problem, std::move(rejected), most_losers);
}

Report report_of(const Problem& problem) {
    Report report;
    report.expression = problem.text;
    report.dtype = problem.dtypes[operand_d];
    report.compute = problem.compute;
    report.m = problem.sizes.m;
    report.n = problem.sizes.n;
    report.k = problem.sizes.k;
    report.batch = problem.sizes.batch;
    report.flops = flops(problem);
    report.bytes = bytes(problem);
    report.arithmetic_intensity = arithmetic_intensity(problem);
    return report;
}

Report make_report(const Plan& plan, const Device& device) {
    Report report = report_of(plan.problem);
    report.strategy = plan.strategy;
    report.device = to_string(device);
    report.workspace_bytes = plan.chosen.workspace_bytes;
    report.predicted_ms = plan.chosen.predicted_ms;
    for_each_step(plan.nodes, [&](const Step& step, std::int64_t repetitions) {
        const StepCost& cost = step.cost;
        const double times = static_cast<double>(repetitions);
        report.steps.push_back({kind(step), step.operand, describe(step), cost.ms * times, 0.0,
                                saturating_product({cost.bytes, repetitions}), cost.flops * times,
                                repetitions});
    });
    return report;
}

}  // namespace ttgt
