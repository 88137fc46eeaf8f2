// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contraction/plan/candidate.h"
#include "contraction/problem/matrix_view.h"
#include "src/gemm/gemm.h"

// The matrices of a GEMM candidate, and the call that multiplies them.

namespace ttgt {

/// The labels that form an operand's column-major matrix.
struct MatrixGroups {
    const std::vector<std::size_t>& rows;     ///< labels of the contiguous dimension
    const std::vector<std::size_t>& columns;  ///< labels of the other dimension
};

[[nodiscard]] MatrixGroups matrix_groups(const GemmForm& form, Operand operand);

/// The sizes of a matrix product C (m x n) = A (m x k) * B (k x n).
struct ProductShape {
    std::int64_t m = 0;    ///< rows of A and C
    std::int64_t n = 0;    ///< columns of B and C
    std::int64_t k = 0;    ///< columns of A, rows of B
    std::int64_t lda = 1;  ///< elements from column to column of A as stored (before op(A))
    std::int64_t ldb = 1;  ///< elements from column to column of B as stored (before op(B))
    std::int64_t ldc = 1;  ///< elements from column to column of C

    bool operator==(const ProductShape&) const = default;
};

/// One product of a GEMM candidate, with all three matrices where they lie.
struct GemmProduct {
    MatrixFactor left;             ///< as GemmForm::left
    MatrixFactor right;            ///< as GemmForm::right
    bool output_in_place = false;  ///< as GemmForm::output_in_place
    ProductShape shape;            ///< extents, and elements from column to column
};

/// For each operand, whether loops move it by multiples of a padding unit.
using LoopsFit = std::array<bool, operand_count>;

/// The product with padded matrices: each extent that is the contiguous one of a matrix becomes a
/// multiple of `unit`, and columns in the workspace begin at multiples of two of them. An operand
/// is no longer in place where its matrix differs from this one or its columns do not begin at
/// multiples of `unit`.
[[nodiscard]] GemmProduct padded(const GemmProduct& product, std::int64_t unit,
                                 const LoopsFit& fit);

/// Whether each step of a loop over these labels moves an operand by multiples of `unit` elements.
[[nodiscard]] LoopsFit loops_fit(const Problem& problem, const std::vector<std::size_t>& labels,
                                 std::int64_t unit);

/// Extents of the product that GEMM computes in a slice with these extents of labels: padded by
/// GemmForm::padding_unit. Leading dimensions are those of matrices in the workspace.
[[nodiscard]] ProductShape workspace_product(const GemmForm& form, const Extents& extents);
/// The operand's matrix in the workspace.
[[nodiscard]] MatrixView workspace_matrix(const GemmForm& form, Operand operand,
                                          const Extents& extents);

/// The arguments of GEMM for the product of two factors, without pointers and scalars. With
/// `real_view` (see GemmForm::real_view) `shape` counts complex elements, and the arguments count
/// each complex element of the left factor and of C as two real ones.
[[nodiscard]] GemmCall gemm_call(const Problem& problem, const MatrixFactor& left,
                                 const MatrixFactor& right, bool real_view,
                                 const ProductShape& shape);

}  // namespace ttgt
