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

/// How a candidate does the arithmetic.
enum class Method {
    nothing,    ///< does nothing: the output has no elements
    scale,      ///< D = beta * D: the sum has no terms because a summed label has extent 0
    transpose,  ///< transposes the only input into D; no label is summed over
    reduce,     ///< sums the only input over its lone labels
    direct,     ///< multiplies with kernels that take operands of any strides, without GEMM
    gemm,       ///< transposes operands to matrices, multiplies by GEMM, transposes the result
};

/// How one input is given to GEMM: as a matrix in place, or transposed into the workspace.
struct MatrixFactor {
    Operand operand = operand_l;  ///< which input: L or R
    /// True: GEMM reads the input where it lies. False: the input is transposed into the workspace.
    bool in_place = false;
    /// True: the contracted labels are fastest in the matrix. False: the free labels are.
    bool inner_fastest = true;

    bool operator==(const MatrixFactor&) const = default;
};

/// A contraction as matrix products: C(rows, columns) = A(rows, inner) * B(inner, columns) for
/// every index of `loops`. Each group of labels has indices into Problem::labels, fastest first.
struct GemmForm {
    MatrixFactor left;                 ///< the factor A; R if the product is computed as R * L
    MatrixFactor right;                ///< the factor B
    std::vector<std::size_t> rows;     ///< free labels that form the rows of A and C
    std::vector<std::size_t> columns;  ///< free labels that form the columns of B and C
    std::vector<std::size_t> inner;    ///< contracted labels that form the columns of A, rows of B
    /// Labels with one product per index. Contains all batch labels, and free or contracted labels
    /// if that keeps operands in place. Products of different indices of a contracted label are
    /// summed in C.
    std::vector<std::size_t> loops;
    bool output_in_place = false;  ///< whether GEMM writes D itself, not an intermediate C
    /// Who adds beta * D to an intermediate C. True: D is transposed into C first and GEMM adds to
    /// it. False: the transpose of C into D adds. Always true if D is in place.
    bool accumulates_in_gemm = true;
    /// The contiguous extent of each matrix is a multiple of so many elements: matrices in the
    /// workspace are padded, along contracted labels by zeros, and operands that are not such
    /// matrices are not in place. 1: nothing is padded.
    std::int64_t padding_unit = 1;
    /// True if one input is complex and one is real. GEMM then multiplies real matrices: the left
    /// factor is the complex input (L or R). In it and in C, real and imaginary parts are alternate
    /// rows.
    bool real_view = false;

    bool operator==(const GemmForm&) const = default;
};

/// A loop over one label whose every turn works on `chunk` indices of the label, so that
/// intermediates are smaller.
struct Slice {
    std::size_t label = 0;   ///< index into Problem::labels
    std::int64_t chunk = 1;  ///< indices per turn; the last turn may have fewer

    bool operator==(const Slice&) const = default;
};

/// An input that is transposed into the workspace before a Direct step reads it.
struct ReorderedInput {
    Operand operand = operand_l;  ///< which input: L or R
    /// The input's labels in the order that they have after the transpose, fastest first: indices
    /// into Problem::labels.
    std::vector<std::size_t> labels;

    bool operator==(const ReorderedInput&) const = default;
};

/// One way to compute a Problem, with its cost in bytes of workspace and in milliseconds.
struct Candidate {
    Method method = Method::direct;         ///< how the arithmetic is done
    GemmForm gemm;                          ///< only for Method::gemm
    std::vector<ReorderedInput> reordered;  ///< only for Method::direct: inputs transposed first
    std::vector<Slice> slices;              ///< loops over slices, outermost first
    SharedDeviceKernel kernel;  ///< only for Method::direct: the device's kernel; may be null
    int preference = 0;         ///< candidates with a smaller number win, whatever their cost
    bool is_classic = false;    ///< whether the strategy "classic" would choose this candidate
    /// Whether the candidate multiplies as many matrices as the classic one and transposes only
    /// some of the operands that the classic one transposes.
    bool dominates_classic = false;
    std::int64_t workspace_bytes = 0;  ///< bytes of workspace that the candidate needs
    double predicted_ms = 0;           ///< predicted milliseconds of a run
    double measured_ms = 0;  ///< measured milliseconds of a run; 0 if planning did not run it
    std::string cache_note;  ///< what the cache on disk contributed to the choice; may be empty
    std::string rejection;   ///< why the candidate was not chosen; empty for the chosen one
};

/// The candidate as text, such as "gemm L->(c,k | a), R in place, D in place, slices of b:16": L is
/// transposed to a matrix with rows c,k and columns a, and label b is cut into slices of 16
/// indices. "padded to 8s" ends the text of a form with GemmForm::padding_unit 8.
[[nodiscard]] std::string describe(const Problem& problem, const Candidate& candidate);

}  // namespace ttgt
