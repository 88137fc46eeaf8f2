// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/contraction/contraction_cells.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ttgt::tool {
namespace {

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

std::vector<std::string> case_columns() {
    return {"id", "expression", "extents", "dtype", "device", "strategy"};
}

std::vector<std::string> size_columns() {
    return {"m", "n", "k", "batch", "flops", "bytes", "ai", "plan_us", "workspace_bytes"};
}

std::vector<std::string> contraction_columns(bool against_eigen, bool against_gemm,
                                             bool checks_native) {
    std::vector<std::string> names = case_columns();
    for (std::string& name : size_columns()) names.push_back(std::move(name));
    for (const char* name : {"predicted_ms", "time_ms", "gflops", "gemm_ms", "transpose_l_ms",
                             "transpose_r_ms", "transpose_d_in_ms", "transpose_d_out_ms",
                             "other_ms", "overhead", "roofline_fraction", "check", "error"}) {
        names.emplace_back(name);
    }
    if (checks_native) names.emplace_back("native_error");
    if (against_eigen) names.emplace_back("eigen_ms");
    if (against_gemm) {
        for (const char* name : {"gemm_reference_ms", "gemm_reference_min_ms", "of_gemm"}) {
            names.emplace_back(name);
        }
    }
    names.emplace_back("message");
    return names;
}

void write_prediction_cells(const Report& report, Row& row) {
    row["m"] = std::to_string(report.m);
    row["n"] = std::to_string(report.n);
    row["k"] = std::to_string(report.k);
    row["batch"] = std::to_string(report.batch);
    row["flops"] = cell(report.flops);
    row["bytes"] = std::to_string(report.bytes);
    row["ai"] = cell(report.arithmetic_intensity);
    row["workspace_bytes"] = std::to_string(report.workspace_bytes);
    row["predicted_ms"] = cell(report.predicted_ms);
}

void write_time_cells(const Report& report, const Ceilings& ceilings, Row& row) {
    row["time_ms"] = cell(report.total_ms);
    row["gflops"] = cell(report.flops / (report.total_ms * 1e6));
    row["roofline_fraction"] =
        cell(roofline_ms(ceilings, report.dtype, report.flops, static_cast<double>(report.bytes)) /
             report.total_ms);
    write_step_cells(report, row);
}

}  // namespace ttgt::tool
