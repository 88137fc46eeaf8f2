// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/plan/candidate.h"
#include "src/gemm/gemm.h"

namespace ttgt {

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

/// The arguments of GEMM for the product of two factors, without pointers and scalars. With
/// `real_view` (see GemmForm::real_view) `shape` counts complex elements, and the arguments count
/// each complex element of the left factor and of C as two real ones.
[[nodiscard]] GemmCall gemm_call(const Problem& problem, const MatrixFactor& left,
                                 const MatrixFactor& right, bool real_view,
                                 const ProductShape& shape);

}  // namespace ttgt
