// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/contraction_bench.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "tools/bindings.h"
#include "tools/checker.h"
#include "tools/interrupt.h"
#include "tools/timing.h"

namespace ttgt::tool {
namespace {

std::string extents_cell(const std::vector<LabelExtent>& extents) {
    std::string text;
    for (const LabelExtent& entry : extents) {
        text += fmt::format("{}{}:{}", text.empty() ? "" : ",", entry.label, entry.extent);
    }
    return text;
}

Layout layout_of(const Factor& tensor, const std::vector<LabelExtent>& extents) {
    std::vector<std::int64_t> shape;
    for (const std::string& label : tensor.labels) {
        const auto entry = std::find_if(extents.begin(), extents.end(),
                                        [&](const LabelExtent& e) { return e.label == label; });
        shape.push_back(entry->extent);  // the case file's reader saw to it that there is one
    }
    return packed(shape);
}

/// Time of the steps that move one operand.
double transpose_ms(const Report& report, std::string_view operand) {
    double sum = 0;
    for (const StepReport& step : report.steps) {
        if (step.kind == "transpose" && step.operand == operand) sum += step.measured_ms;
    }
    return sum;
}

void write_step_cells(const Report& report, Row& row) {
    const double l = transpose_ms(report, "L");
    const double r = transpose_ms(report, "R");
    const double d_in = transpose_ms(report, "D in");
    const double d_out = transpose_ms(report, "D out");
    row["gemm_ms"] = cell(report.gemm_ms);
    row["transpose_l_ms"] = cell(l);
    row["transpose_r_ms"] = cell(r);
    row["transpose_d_in_ms"] = cell(d_in);
    row["transpose_d_out_ms"] = cell(d_out);
    row["other_ms"] = cell(std::max(0.0, report.total_ms - report.gemm_ms - l - r - d_in - d_out));
    row["overhead"] = cell(report.overhead);
}

}  // namespace

ContractionBench::ContractionBench(Context& context, const ContractionBenchSettings& settings,
                                   const ContractionCase& entry, DType dtype)
    : context_(context),
      settings_(settings),
      case_(entry),
      dtype_(dtype),
      expression_(parse_expression(entry.expression)),
      beta_is_zero_(settings.overwrite || expression_.assignment == Assignment::assign) {
    for (const Factor& tensor : tensors_of(expression_)) {
        operands_.push_back({dtype, layout_of(tensor, entry.extents)});
    }
}

void ContractionBench::measure(const Ceilings& ceilings, Row& row) {
    describe(row);
    plan(row);
    fill_operands();
    throw_if_interrupted();
    run_first(row);
    time_calls(ceilings, row);
}

void ContractionBench::describe(Row& row) const {
    row["expression"] = case_.expression;
    row["extents"] = extents_cell(case_.extents);
    row["dtype"] = name(dtype_);
    row["device"] = to_string(context_.options().device);
    row["strategy"] = settings_.strategy;
}

void ContractionBench::plan(Row& row) {
    constexpr int repeats = 5;
    PlanOptions options;
    options.strategy = settings_.strategy;
    options.beta_is_zero = beta_is_zero_;
    const double plan_ms = median_ms(repeats, [&] {
        plan_.emplace(plan_contraction(context_, case_.expression, operands_, options));
    });
    const Report report = plan_->prediction();
    row["m"] = std::to_string(report.m);
    row["n"] = std::to_string(report.n);
    row["k"] = std::to_string(report.k);
    row["batch"] = std::to_string(report.batch);
    row["flops"] = cell(report.flops);
    row["bytes"] = std::to_string(report.bytes);
    row["ai"] = cell(report.arithmetic_intensity);
    row["plan_us"] = cell(1e3 * plan_ms);
    row["workspace_bytes"] = std::to_string(plan_->workspace_bytes());
    row["predicted_ms"] = cell(report.predicted_ms);
}

void ContractionBench::fill_operands() {
    std::uint64_t seed = 1;
    for (const OperandLayout& operand : operands_) {
        buffers_.push_back(allocate_tensor(operand.layout, operand.dtype));
        fill_random(buffers_.back().get(), volume(operand.layout), operand.dtype, seed++);
    }
    options_.beta = beta_is_zero_ ? 0.0 : 1.0;
    options_.workspace = context_.workspace(plan_->workspace_bytes());
}

Report ContractionBench::call() const {
    void* const d = buffers_[0].get();
    if (buffers_.size() == 2) return plan_->profile(d, buffers_[1].get(), options_);
    return plan_->profile(d, buffers_[1].get(), buffers_[2].get(), options_);
}

std::vector<ConstTensorView> ContractionBench::inputs() const {
    std::vector<ConstTensorView> views;
    for (std::size_t i = 1; i < operands_.size(); ++i) {
        views.emplace_back(operands_[i].dtype, operands_[i].layout, buffers_[i].get());
    }
    return views;
}

/// The call that warms up; its result is the one that is checked.
void ContractionBench::run_first(Row& row) {
    const OperandLayout& output = operands_.front();
    Buffer before;
    if (!beta_is_zero_ && (settings_.check || settings_.against_eigen)) {
        before = allocate_tensor(output.layout, output.dtype);
        ByteCopy(tensor_bytes(output.layout, output.dtype), 0).run(before.get(), buffers_[0].get());
    }
    (void)call();
    row["check"] = "skipped";
    if (!settings_.check && !settings_.against_eigen) return;
    const reference::Problem problem = reference_problem(expression_, output.layout.extents,
                                                         inputs(), options_.alpha, *options_.beta);
    const ConstTensorView before_view(output.dtype, output.layout,
                                      before ? before.get() : buffers_[0].get());
    const ConstTensorView* const before_or_null = before ? &before_view : nullptr;
    if (settings_.check) {
        const reference::Comparison comparison =
            reference::compare(problem, before_or_null,
                               ConstTensorView(output.dtype, output.layout, buffers_[0].get()));
        row["check"] = name(comparison.outcome);
        row["error"] = cell(comparison.error_over_bound);
    }
    throw_if_interrupted();
    if (settings_.against_eigen) {
        row["eigen_ms"] =
            cell(time_ms([&] { (void)reference::evaluate(problem, before_or_null); }));
    }
}

/// Every cell of one call, the one of median time, so that its parts add up.
void ContractionBench::time_calls(const Ceilings& ceilings, Row& row) {
    std::vector<Report> reports;
    std::vector<double> times;
    for (int repeat = 0; repeat < settings_.repeats; ++repeat) {
        throw_if_interrupted();
        reports.push_back(call());
        times.push_back(reports.back().total_ms);
    }
    const Report& report = reports[median_position(times)];
    row["time_ms"] = cell(report.total_ms);
    row["gflops"] = cell(report.flops / (report.total_ms * 1e6));
    row["roofline_fraction"] =
        cell(roofline_ms(ceilings, dtype_, report.flops, static_cast<double>(report.bytes)) /
             report.total_ms);
    write_step_cells(report, row);
}

}  // namespace ttgt::tool
