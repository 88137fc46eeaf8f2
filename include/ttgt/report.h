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

/// One step of a plan. Times, bytes and flops are those of all calls of the step in one run.
struct StepReport {
    std::string kind;         ///< "transpose", "gemm", "direct", "reduce" or "scale", for example
    std::string operand;      ///< what the step moves: "L", "R", "D in", "D out", or empty
    std::string description;  ///< sizes and method, as explain() of the plan prints them
    double predicted_ms = 0;  ///< predicted milliseconds
    double measured_ms = 0;   ///< measured milliseconds; 0 if not measured
    std::int64_t bytes = 0;   ///< bytes read plus bytes written
    double flops = 0;         ///< floating-point operations
    std::int64_t calls = 0;   ///< how often the step runs in one run of the plan
};

/// What one contraction computes and what it cost.
struct Report {
    std::string expression;                   ///< in canonical spelling
    std::string strategy;                     ///< what planned it, such as "auto" or "classic"
    std::string device;                       ///< the device, such as "cpu" or "cuda:0"
    DType dtype = DType::float64;             ///< dtype of the output
    ComputeType compute = ComputeType::full;  ///< precision of the arithmetic
    std::int64_t m = 1;      ///< |free_l|: product of the extents of labels in D and L only
    std::int64_t n = 1;      ///< |free_r|: product of the extents of labels in D and R only
    std::int64_t k = 1;      ///< |contracted|: product of the extents of labels in L and R only
    std::int64_t batch = 1;  ///< |batch|: product of the extents of labels in D, L and R
    /// Floating-point operations: 2 * m * n * k * batch, times 4 if both inputs are complex and
    /// times 2 if one input is complex. With one input: one operation for each element of it.
    double flops = 0;
    /// Bytes of L, R and D; those of D count twice if beta is not zero.
    std::int64_t bytes = 0;
    /// flops divided by the number of elements of D, L and R together (Hynninen & Lyakh 2017,
    /// section 3.4).
    double arithmetic_intensity = 0;
    std::int64_t workspace_bytes = 0;  ///< bytes of workspace that the plan needs
    double predicted_ms = 0;           ///< predicted milliseconds of a run
    double total_ms = 0;               ///< measured milliseconds of the run; 0 if not measured
    /// Measured milliseconds of the GEMM and Direct steps, that is of the arithmetic without
    /// transposes; 0 if not measured.
    double gemm_ms = 0;
    double overhead = 0;            ///< 1 - gemm_ms / total_ms
    std::vector<StepReport> steps;  ///< the steps of the plan, in the order of execution
};

/// The report as a table for people.
[[nodiscard]] TTGT_EXPORT std::string to_text(const Report& report);

}  // namespace ttgt
