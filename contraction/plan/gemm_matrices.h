// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/plan/gemm_call.h"
#include "contraction/problem/matrix_view.h"

// The matrices of a GEMM candidate.

namespace ttgt {

/// The labels that form an operand's column-major matrix.
struct MatrixGroups {
    const std::vector<std::size_t>& rows;     ///< labels of the contiguous dimension
    const std::vector<std::size_t>& columns;  ///< labels of the other dimension
};

[[nodiscard]] MatrixGroups matrix_groups(const GemmForm& form, Operand operand);

/// One product of a GEMM candidate, with all three matrices where they lie.
struct GemmProduct {
    MatrixFactor left;             ///< as GemmForm::left
    MatrixFactor right;            ///< as GemmForm::right
    bool output_in_place = false;  ///< as GemmForm::output_in_place
    ProductShape shape;            ///< extents, and elements from column to column
};

/// The product with padded matrices: each extent that is the contiguous one of a matrix becomes a
/// multiple of `unit`, and columns in the workspace begin at multiples of two of them. An operand
/// is no longer in place where its matrix differs from this one or its columns do not begin at
/// multiples of `unit`. `loops_fit` tells of D, L and R whether loops move them by multiples of
/// `unit`.
[[nodiscard]] GemmProduct padded(const GemmProduct& product, std::int64_t unit,
                                 const std::array<bool, operand_count>& loops_fit);

/// Whether an index of any of these labels moves the operand by a multiple of `unit` elements.
[[nodiscard]] bool moves_by_multiples(const Problem& problem, Operand operand,
                                      const std::vector<std::size_t>& labels, std::int64_t unit);

/// Extents of the product that GEMM computes in a slice with these extents of labels: padded by
/// GemmForm::padding_unit. Leading dimensions are those of matrices in the workspace.
[[nodiscard]] ProductShape workspace_product(const GemmForm& form, const Extents& extents);
/// The operand's matrix in the workspace.
[[nodiscard]] MatrixView workspace_matrix(const GemmForm& form, Operand operand,
                                          const Extents& extents);

}  // namespace ttgt
