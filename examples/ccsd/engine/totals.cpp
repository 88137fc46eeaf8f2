// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/engine/totals.h"

#include <algorithm>
#include <cstddef>

namespace ccsd {
namespace {

KindTotals& find_or_append(std::vector<KindTotals>& totals, const std::string& kind) {
    const auto found = std::find_if(totals.begin(), totals.end(),
                                    [&](const KindTotals& one) { return one.kind == kind; });
    if (found != totals.end()) return *found;
    totals.push_back({});
    totals.back().kind = kind;
    return totals.back();
}

double elements(const ttgt::Report& report) {
    return report.arithmetic_intensity > 0 ? report.flops / report.arithmetic_intensity : 0.0;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

void PlanTotals::add(const ttgt::Report& timed_run) {
    timed_ms.push_back(timed_run.total_ms);
    timed_gemm_ms.push_back(timed_run.gemm_ms);
}

double PlanTotals::ms_per_run() const {
    return timed_ms.empty() ? prediction.predicted_ms : median(timed_ms);
}

double PlanTotals::gemm_ms_per_run() const {
    return timed_ms.empty() ? prediction.predicted_ms : median(timed_gemm_ms);
}

double PlanTotals::gflops() const {
    const double ms = ms_per_run();
    return ms > 0 ? prediction.flops / ms * 1e-6 : 0.0;
}

void add(std::vector<KindTotals>& totals, const std::string& kind, const PlanTotals& plan) {
    KindTotals& sum = find_or_append(totals, kind);
    const auto runs = static_cast<double>(plan.runs);
    sum.plans += 1;
    sum.runs += plan.runs;
    sum.seconds += runs * plan.ms_per_run() * 1e-3;
    sum.gemm_seconds += runs * plan.gemm_ms_per_run() * 1e-3;
    sum.flops += runs * plan.prediction.flops;
    sum.elements += runs * elements(plan.prediction);
}

void add(std::vector<KindTotals>& totals, const std::vector<KindTotals>& others) {
    for (const KindTotals& other : others) {
        KindTotals& sum = find_or_append(totals, other.kind);
        sum.plans += other.plans;
        sum.runs += other.runs;
        sum.seconds += other.seconds;
        sum.gemm_seconds += other.gemm_seconds;
        sum.flops += other.flops;
        sum.elements += other.elements;
    }
}

}  // namespace ccsd
