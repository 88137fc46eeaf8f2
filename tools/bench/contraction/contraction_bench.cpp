// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/contraction_bench.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "tools/bench/cases/case_list.h"
#include "tools/bench/contraction/contraction_cells.h"
#include "tools/bench/timing.h"
#include "tools/io/interrupt.h"
#include "tools/operands/bindings.h"
#include "tools/operands/checker.h"

namespace ttgt::tool {
namespace {

/// The cells of the matrix products alone, of the way with the smaller median.
void write_gemm_cells(const std::vector<double>& straight, const std::vector<double>& mirrored,
                      std::vector<Row>& rows, const std::vector<CallTimes>& times) {
    const std::vector<double>& faster = median(mirrored) < median(straight) ? mirrored : straight;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i]["gemm_reference_ms"] = cell(median(faster));
        rows[i]["gemm_reference_min_ms"] = cell(*std::min_element(faster.begin(), faster.end()));
        rows[i]["of_gemm"] = cell(median(faster) / times[i].report.total_ms);
    }
}

}  // namespace

ContractionTask task_of(const ContractionCase& entry, DType dtype, ComputeType compute,
                        bool overwrite) {
    Expression expression = parse_expression(entry.expression);
    std::vector<OperandLayout> operands = packed_operands(expression, entry.extents, dtype);
    const bool beta_is_zero = overwrite || expression.assignment == Assignment::assign;
    return {std::move(expression), std::move(operands), beta_is_zero ? 0.0 : 1.0, compute};
}

ContractionBench::ContractionBench(Context& context, ContractionArena& arena,
                                   const ContractionBenchSettings& settings,
                                   const ContractionCase& entry, DType dtype)
    : context_(context),
      arena_(arena),
      settings_(settings),
      case_(entry),
      dtype_(dtype),
      task_(task_of(entry, dtype, settings.compute, settings.overwrite)) {}

void ContractionBench::measure(const Ceilings& ceilings, std::vector<Row>& rows, const Say& say) {
    describe(rows);
    say("planning");
    plan(rows);
    say("filling the tensors");
    place_operands();
    say(settings_.check ? "checking" : "warming up");
    run_first(rows);
    if (settings_.against_eigen) say("timing the reference");
    time_reference(rows);
    say("timing");
    time_calls(ceilings, rows);
}

void ContractionBench::describe(std::vector<Row>& rows) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Row& row = rows[i];
        row["expression"] = case_.expression;
        row["extents"] = to_string(case_.extents);
        row["dtype"] = name(dtype_);
        row["device"] = to_string(context_.options().device);
        row["strategy"] = settings_.strategies[i];
    }
}

void ContractionBench::plan(std::vector<Row>& rows) {
    const bool takes_long = settings_.planning == Planning::measure || settings_.generated_kernels;
    const int repeats = takes_long ? 1 : 5;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        PlanOptions options;
        options.strategy = settings_.strategies[i];
        options.planning = settings_.planning;
        options.generated_kernels = settings_.generated_kernels;
        options.search_seconds = settings_.search_seconds;
        options.compute = settings_.compute;
        options.beta_is_zero = task_.beta == Scalar{};
        std::optional<ContractionPlan> plan;
        const double plan_ms = median_ms(repeats, [&] {
            plan.emplace(plan_contraction(context_, case_.expression, task_.operands, options));
        });
        rows[i]["plan_us"] = cell(1e3 * plan_ms);
        write_prediction_cells(plan->prediction(), rows[i]);
        plans_.push_back(std::move(*plan));
    }
}

void ContractionBench::place_operands() {
    throw_if_interrupted();
    arena_.place(task_);
    std::int64_t workspace_bytes = 0;
    for (const ContractionPlan& plan : plans_) {
        workspace_bytes = std::max(workspace_bytes, plan.workspace_bytes());
    }
    options_.beta = task_.beta;
    options_.workspace = context_.workspace(workspace_bytes);
}

Contender ContractionBench::contender(const ContractionPlan& plan) const {
    void* const d = arena_.data(0);
    std::vector<const void*> inputs;
    for (std::size_t i = 1; i < task_.operands.size(); ++i) inputs.push_back(arena_.data(i));
    return {[=, &plan, this] { plan.run(d, inputs, options_); },
            [=, &plan, this] { return plan.profile(d, inputs, options_); }};
}

/// The calls that warm up; their results are those that are checked.
void ContractionBench::run_first(std::vector<Row>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        throw_if_interrupted();
        Row& row = rows[i];
        row["check"] = "skipped";
        if (!settings_.check) {
            contender(plans_[i]).run();
            continue;
        }
        const reference::Comparison comparison = checked(plans_[i]);
        row["check"] = name(comparison.outcome);
        row["error"] = cell(comparison.error_over_bound);
    }
    if (checks_native(settings_)) check_native(rows);
}

/// Runs a plan and looks at its result.
reference::Comparison ContractionBench::checked(const ContractionPlan& plan) const {
    arena_.reset_output();
    contender(plan).run();
    return arena_.check(settings_.check_options);
}

/// What the error would be without products of INT8.
void ContractionBench::check_native(std::vector<Row>& rows) {
    throw_if_interrupted();
    PlanOptions options;
    options.beta_is_zero = task_.beta == Scalar{};
    options.workspace_limit = options_.workspace.bytes;
    const ContractionPlan native =
        plan_contraction(context_, case_.expression, task_.operands, options);
    const std::string error = cell(checked(native).error_over_bound);
    for (Row& row : rows) row["native_error"] = error;
}

void ContractionBench::time_reference(std::vector<Row>& rows) const {
    if (!settings_.against_eigen) return;
    throw_if_interrupted();
    const double eigen_ms = arena_.time_reference();
    for (Row& row : rows) row["eigen_ms"] = cell(eigen_ms);
}

void ContractionBench::time_calls(const Ceilings& ceilings, std::vector<Row>& rows) {
    std::vector<Contender> contenders;
    for (const ContractionPlan& plan : plans_) contenders.push_back(contender(plan));
    std::unique_ptr<GemmReference> gemm;
    if (settings_.against_gemm && task_.operands.size() == 3) {
        const Report sizes = plans_.front().prediction();
        gemm = arena_.gemm_reference({sizes.m, sizes.n, sizes.k, sizes.batch}, dtype_,
                                     update_of(task_.beta));
        for (const ProductWay way : {ProductWay::straight, ProductWay::mirrored}) {
            contenders.push_back({[&gemm, way] { gemm->multiply(way); }});
            contenders.back().run();
        }
    }
    const std::vector<CallTimes> times = arena_.time_turns(settings_.turns, contenders);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        write_time_cells(times[i].report, ceilings, rows[i]);
    }
    if (gemm) write_gemm_cells(times[rows.size()].ms, times[rows.size() + 1].ms, rows, times);
}

}  // namespace ttgt::tool
