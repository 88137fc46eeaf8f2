// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/compute_type.h>
#include <ttgt/dtype.h>
#include <ttgt/export.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ttgt {

/// One step of a plan, over all its repetitions in one run.
struct StepReport {
    std::string kind;         ///< "transpose", "gemm", "direct", "reduce" or "scale"
    std::string operand;      ///< "L", "R", "D in", "D out", or empty
    std::string description;  ///< shape, as `explain()` prints it
    double predicted_ms = 0;
    double measured_ms = 0;
    std::int64_t bytes = 0;  ///< read plus written
    double flops = 0;
    std::int64_t calls = 0;  ///< how often the step ran
};

/// What one contraction was and what it cost.
///
/// flops = 2 |free_l| |free_r| |contracted| |batch|, times 4 where both inputs are complex and
/// times 2 where one is; bytes = those of L, R and D once, D twice where beta is not zero;
/// arithmetic intensity = flops per element of D, L and R together (Hynninen & Lyakh 2017,
/// section 3.4); overhead = 1 - gemm_ms / total_ms.
struct Report {
    std::string expression;
    std::string strategy;
    std::string device;            ///< "cpu" or "cuda:N"
    DType dtype = DType::float64;  ///< of the output
    ComputeType compute = ComputeType::full;
    std::int64_t m = 1;  ///< |free_l|
    std::int64_t n = 1;  ///< |free_r|
    std::int64_t k = 1;  ///< |contracted|
    std::int64_t batch = 1;
    double flops = 0;
    std::int64_t bytes = 0;
    double arithmetic_intensity = 0;
    std::int64_t workspace_bytes = 0;
    double predicted_ms = 0;
    double total_ms = 0;
    double gemm_ms = 0;  ///< GEMM and Direct steps: the arithmetic, without moving data
    double overhead = 0;
    std::vector<StepReport> steps;
};

/// The report as a table for people.
[[nodiscard]] TTGT_EXPORT std::string to_text(const Report& report);

}  // namespace ttgt
