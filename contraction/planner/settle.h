// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/problem/matrix_view.h"

/// What of a GEMM candidate follows from its groups, loops and slices.
namespace ttgt {

/// Whether some labels are contracted, and the dtypes are such that one GEMM can multiply the
/// inputs.
[[nodiscard]] bool suits_gemm(const Problem& problem);
/// Whether it can although none is, each input having labels that the other lacks: a product of
/// inner size 1.
[[nodiscard]] bool is_outer_product(const Problem& problem);

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
/// One of the two factors of `form`, whose slices have these shapes.
[[nodiscard]] GroupedFactor grouped_factor(const Problem& problem, const GemmForm& form,
                                           Operand operand, const std::vector<Extents>& shapes);

/// Whether the factor is a matrix as it lies, with k or its free labels fastest, that GEMM can
/// take.
[[nodiscard]] bool can_stay_in_place(const Problem& problem, const GroupedFactor& factor,
                                     bool inner_fastest);

/// How to hand the factor over: in place where it can stay, else as its transpose costs least. In a
/// real view the left factor's rows, which are parts of numbers, stay contiguous.
[[nodiscard]] MatrixFactor settle_factor(const Problem& problem, const GroupedFactor& factor);

/// Whether D can be written in place. A real GEMM cannot apply complex scalars: in a real view the
/// transpose out does, so there must be one.
[[nodiscard]] bool output_can_stay(const Problem& problem, const GemmForm& form,
                                   const std::vector<Extents>& shapes);

}  // namespace ttgt
