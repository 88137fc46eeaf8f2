// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/problem/matrix_view.h"

/// How the operands of a GEMM candidate lie when GEMM takes them: what follows from its groups,
/// loops and slices.
namespace ttgt {

/// Whether some labels are contracted, and the dtypes are such that one GEMM can multiply the
/// inputs.
[[nodiscard]] bool suits_gemm(const Problem& problem);
/// Whether it can although none is, each input having labels that the other lacks: a product of
/// inner size 1.
[[nodiscard]] bool is_outer_product(const Problem& problem);

/// Fills in what follows from the candidate's slices: which operands stay in place, how the others
/// are transposed (for the classic candidate that is given), and workspace_bytes.
void resolve_layouts(const Problem& problem, Candidate& candidate);

/// A factor of a product, its labels in two groups: in their order, and as one index of it each
/// where they are one.
struct GroupedFactor {
    Operand operand;
    bool is_left;
    bool has_lone_labels;  ///< to be summed before GEMM takes it
    const std::vector<std::size_t>& free;
    const std::vector<std::size_t>& inner;
    std::optional<MergedGroup> merged_free;
    std::optional<MergedGroup> merged_inner;
};

/// How to hand the factor over: in place where it can stay, else as its transpose costs least. In a
/// real view the left factor's rows, which are parts of numbers, stay contiguous.
[[nodiscard]] MatrixFactor resolve_layout(const Problem& problem, const GroupedFactor& factor);

}  // namespace ttgt
