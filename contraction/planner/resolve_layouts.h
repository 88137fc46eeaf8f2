// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/problem/matrix_view.h"

/// Resolving the layouts of a GEMM candidate: finding which operands GEMM uses in place, and to
/// which matrices the remaining operands are transposed.
namespace ttgt {

/// Whether a label is contracted and one GEMM can multiply inputs of these dtypes.
[[nodiscard]] bool suits_gemm(const Problem& problem);
/// Whether no label is contracted, L and R each have a free label, and one GEMM can multiply inputs
/// of these dtypes, with an inner size of 1.
[[nodiscard]] bool is_outer_product(const Problem& problem);

/// Sets which operands of a GEMM candidate are in place, which fastest labels the transposed ones
/// get, and workspace_bytes. Precondition: the candidate's groups, loops and slices are set. For
/// the classic candidate, the fastest labels are already given and are kept.
void resolve_layouts(const Problem& problem, Candidate& candidate);

/// An input of a matrix product, with its labels in two groups: free and contracted.
struct GroupedFactor {
    Operand operand;       ///< which input: L or R
    bool is_left;          ///< whether it is the left factor
    bool has_lone_labels;  ///< whether it has labels to be summed over before GEMM reads it
    const std::vector<std::size_t>& free;     ///< free labels, fastest first
    const std::vector<std::size_t>& inner;    ///< contracted labels, fastest first
    std::optional<MergedGroup> merged_free;   ///< `free` as a single index; empty if it is none
    std::optional<MergedGroup> merged_inner;  ///< `inner` as a single index; empty if it is none
};

/// How GEMM gets the factor: in place if GEMM can read it there, else transposed to the matrix that
/// is cheaper to make. If one input is complex and one is real, the free labels of the complex left
/// factor are fastest, because its real and imaginary parts become alternate rows.
[[nodiscard]] MatrixFactor resolve_layout(const Problem& problem, const GroupedFactor& factor);

}  // namespace ttgt
