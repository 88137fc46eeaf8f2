// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/totals.h"

#include <algorithm>

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

}  // namespace

void PlanTotals::add(const ttgt::Report& timed_run) {
    ++timed;
    timed_ms += timed_run.total_ms;
    timed_gemm_ms += timed_run.gemm_ms;
}

double PlanTotals::ms_per_run() const {
    return timed > 0 ? timed_ms / static_cast<double>(timed) : prediction.predicted_ms;
}

double PlanTotals::gemm_ms_per_run() const {
    return timed > 0 ? timed_gemm_ms / static_cast<double>(timed) : prediction.predicted_ms;
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
