// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contraction/plan/device_kernel.h"
#include "contraction/problem/problem.h"

namespace ttgt {

/// What does the arithmetic of a candidate.
enum class Method {
    nothing,    ///< the output is empty
    scale,      ///< D = beta * D: the summed space is empty
    transpose,  ///< one input, no sum
    reduce,     ///< one input, summed over its lone labels
    direct,     ///< products of blocks of any layout, with or without workspace
    gemm,       ///< transpose-GEMM-transpose
};

/// How one factor is handed to GEMM: as a matrix in place, or transposed into workspace.
struct MatrixFactor {
    Operand operand = operand_l;
    bool in_place = false;
    bool inner_fastest = true;  ///< k runs fastest (k x m, k x n), else the free labels do

    bool operator==(const MatrixFactor&) const = default;
};

/// C(rows, columns) = A(rows, inner) * B(inner, columns), once per index of `loops`, of which the
/// contracted ones add to C. The labels of a group are indices into Problem::labels, fastest first.
/// Batch labels are always looped over; others where that keeps operands in place.
struct GemmForm {
    MatrixFactor left;  ///< R where the orientation is swapped
    MatrixFactor right;
    std::vector<std::size_t> rows;
    std::vector<std::size_t> columns;
    std::vector<std::size_t> inner;
    std::vector<std::size_t> loops;
    bool output_in_place = false;
    /// Where D is transposed: beta * D goes in first and GEMM adds to it, or the last transpose
    /// does.
    bool accumulates_in_gemm = true;
    /// One factor is complex, the other real: GEMM is real, the complex factor is the left one and
    /// its parts are the fastest row label.
    bool real_view = false;

    bool operator==(const GemmForm&) const = default;
};

/// Works through a label in runs of `chunk`.
struct Slice {
    std::size_t label = 0;
    std::int64_t chunk = 1;

    bool operator==(const Slice&) const = default;
};

/// An input that Direct reads from the workspace, transposed to this order of its labels.
struct ReorderedInput {
    Operand operand = operand_l;
    std::vector<std::size_t> labels;  ///< indices into Problem::labels, fastest first

    bool operator==(const ReorderedInput&) const = default;
};

/// One way to do a Problem. Plain data; what it costs is in `workspace_bytes` and `predicted_ms`.
struct Candidate {
    Method method = Method::direct;
    GemmForm gemm;                          ///< for Method::gemm
    std::vector<ReorderedInput> reordered;  ///< for Method::direct
    std::vector<Slice> slices;              ///< outermost first
    SharedDeviceKernel kernel;              ///< for Method::direct, where the device has several
    int preference = 0;                     ///< smaller wins before cost is asked
    bool is_classic = false;                ///< what the strategy `classic` would do
    bool spares_classic = false;            ///< its products, with some of its transposes alone
    std::int64_t workspace_bytes = 0;
    double predicted_ms = 0;
    double measured_ms = 0;  ///< 0 where it did not run when planning
    std::string cache_note;  ///< what the cache on disk had to do with the choice; may be empty
    std::string rejection;   ///< why it was not chosen; empty for the chosen one
};

/// "gemm L→(c,k | a) R in place, slices b:16".
[[nodiscard]] std::string describe(const Problem& problem, const Candidate& candidate);

}  // namespace ttgt
