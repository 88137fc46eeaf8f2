// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/contraction_bench.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "tools/bindings.h"
#include "tools/case_list.h"
#include "tools/checker.h"
#include "tools/contraction_cells.h"
#include "tools/gemm_reference.h"
#include "tools/interrupt.h"
#include "tools/timing.h"

namespace ttgt::tool {
namespace {

void write_gemm_cells(const GemmReference& gemm, double time_ms, Row& row) {
    row["gemm_reference_ms"] = cell(gemm.median_ms());
    row["gemm_reference_min_ms"] = cell(gemm.min_ms());
    row["of_gemm"] = cell(gemm.median_ms() / time_ms);
}

}  // namespace

ContractionBench::ContractionBench(Context& context, const ContractionBenchSettings& settings,
                                   const ContractionCase& entry, DType dtype)
    : context_(context),
      settings_(settings),
      case_(entry),
      dtype_(dtype),
      expression_(parse_expression(entry.expression)),
      operands_(packed_operands(expression_, entry.extents, dtype)),
      beta_is_zero_(settings.overwrite || expression_.assignment == Assignment::assign) {}

void ContractionBench::measure(const Ceilings& ceilings, std::vector<Row>& rows) {
    describe(rows);
    plan(rows);
    fill_operands();
    throw_if_interrupted();
    run_first(rows);
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
    const int repeats = settings_.planning == Planning::measure ? 1 : 5;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        PlanOptions options;
        options.strategy = settings_.strategies[i];
        options.planning = settings_.planning;
        options.beta_is_zero = beta_is_zero_;
        std::optional<ContractionPlan> plan;
        const double plan_ms = median_ms(repeats, [&] {
            plan.emplace(plan_contraction(context_, case_.expression, operands_, options));
        });
        rows[i]["plan_us"] = cell(1e3 * plan_ms);
        write_prediction_cells(plan->prediction(), rows[i]);
        plans_.push_back(std::move(*plan));
    }
}

void ContractionBench::fill_operands() {
    std::uint64_t seed = 1;
    for (const OperandLayout& operand : operands_) {
        buffers_.push_back(allocate_tensor(operand.layout, operand.dtype));
        fill_random(buffers_.back().get(), volume(operand.layout), operand.dtype, seed++);
    }
    if (!beta_is_zero_ && (settings_.check || settings_.against_eigen)) {
        before_ = allocate_tensor(operands_.front().layout, dtype_);
    }
    std::int64_t workspace_bytes = 0;
    for (const ContractionPlan& plan : plans_) {
        workspace_bytes = std::max(workspace_bytes, plan.workspace_bytes());
    }
    options_.beta = beta_is_zero_ ? 0.0 : 1.0;
    options_.workspace = context_.workspace(workspace_bytes);
}

Report ContractionBench::call(std::size_t strategy) const {
    const ContractionPlan& plan = plans_[strategy];
    void* const d = buffers_[0].get();
    if (buffers_.size() == 2) return plan.profile(d, buffers_[1].get(), options_);
    return plan.profile(d, buffers_[1].get(), buffers_[2].get(), options_);
}

std::vector<ConstTensorView> ContractionBench::inputs() const {
    std::vector<ConstTensorView> views;
    for (std::size_t i = 1; i < operands_.size(); ++i) {
        views.emplace_back(operands_[i].dtype, operands_[i].layout, buffers_[i].get());
    }
    return views;
}

/// The calls that warm up; their results are those that are checked.
void ContractionBench::run_first(std::vector<Row>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) run_first(i, rows);
}

void ContractionBench::run_first(std::size_t strategy, std::vector<Row>& rows) {
    const Layout& layout = operands_.front().layout;
    void* const d = buffers_.front().get();
    if (before_) ByteCopy(tensor_bytes(layout, dtype_), 0).run(before_.get(), d);
    (void)call(strategy);
    Row& row = rows[strategy];
    row["check"] = "skipped";
    if (!settings_.check && !settings_.against_eigen) return;
    const reference::Problem problem =
        reference_problem(expression_, layout.extents, inputs(), options_.alpha, *options_.beta);
    const ConstTensorView before(dtype_, layout, before_ ? before_.get() : d);
    const ConstTensorView* const before_or_null = before_ ? &before : nullptr;
    if (settings_.check) {
        const reference::Comparison comparison = reference::compare(
            problem, before_or_null, ConstTensorView(dtype_, layout, d), settings_.check_options);
        row["check"] = name(comparison.outcome);
        row["error"] = cell(comparison.error_over_bound);
    }
    throw_if_interrupted();
    if (settings_.against_eigen && strategy == 0) time_eigen(problem, before_or_null, rows);
}

void ContractionBench::time_eigen(const reference::Problem& problem, const ConstTensorView* before,
                                  std::vector<Row>& rows) const {
    const double taken = time_ms([&] { (void)reference::evaluate(problem, before); });
    for (Row& row : rows) row["eigen_ms"] = cell(taken);
}

/// Strategies and rivals take turns, so that what disturbs the machine disturbs all. Every cell of
/// a row is of one call, the one of median time, so that its parts add up.
void ContractionBench::time_calls(const Ceilings& ceilings, std::vector<Row>& rows) {
    std::optional<GemmReference> gemm;
    if (settings_.against_gemm && operands_.size() == 3) {
        const Report sizes = plans_.front().prediction();
        gemm.emplace(ProductSizes{sizes.m, sizes.n, sizes.k, sizes.batch}, dtype_, !beta_is_zero_,
                     context_.options().threads);
        gemm->warm_up();
    }
    std::vector<std::vector<Report>> reports(rows.size());
    for (int repeat = 0; repeat < settings_.repeats; ++repeat) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            throw_if_interrupted();
            reports[i].push_back(call(i));
        }
        if (gemm) gemm->take_turn();
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<double> times;
        for (const Report& report : reports[i]) times.push_back(report.total_ms);
        const Report& report = reports[i][median_position(times)];
        write_time_cells(report, ceilings, rows[i]);
        if (gemm) write_gemm_cells(*gemm, report.total_ms, rows[i]);
    }
}

}  // namespace ttgt::tool
