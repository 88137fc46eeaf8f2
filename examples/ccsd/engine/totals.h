// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/report.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ccsd {

/// How often one plan ran, and what its timed runs took.
struct PlanTotals {
    ttgt::Report prediction;  ///< what it is: flops, elements
    std::int64_t runs = 0;
    std::vector<double> timed_ms;
    std::vector<double> timed_gemm_ms;

    void add(const ttgt::Report& timed_run);
    [[nodiscard]] std::int64_t timed() const { return static_cast<std::int64_t>(timed_ms.size()); }
    /// Milliseconds of a run: the median of the timed ones; the prediction where none was.
    [[nodiscard]] double ms_per_run() const;
    [[nodiscard]] double gemm_ms_per_run() const;
    [[nodiscard]] double gflops() const;
};

/// The contractions of one kind together.
struct KindTotals {
    std::string kind;
    std::int64_t plans = 0;
    std::int64_t runs = 0;
    double seconds = 0;       ///< of all runs, from the timed ones
    double gemm_seconds = 0;  ///< the part of it that is arithmetic
    double flops = 0;
    double elements = 0;  ///< of D, L and R together

    /// What moving data around the arithmetic takes: ttgt's overhead.
    [[nodiscard]] double transpose_share() const {
        return seconds > 0 ? 1.0 - gemm_seconds / seconds : 0.0;
    }
    /// Flops per element of the operands.
    [[nodiscard]] double intensity() const { return elements > 0 ? flops / elements : 0.0; }
    [[nodiscard]] double gflops() const { return seconds > 0 ? flops / seconds * 1e-9 : 0.0; }
};

/// Adds a plan to the totals of its kind, which are appended where they are new.
void add(std::vector<KindTotals>& totals, const std::string& kind, const PlanTotals& plan);
/// Adds the totals that another engine collected.
void add(std::vector<KindTotals>& totals, const std::vector<KindTotals>& others);

}  // namespace ccsd
