// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "contraction/plan/candidate.h"
#include "src/gemm/gemm.h"

namespace ttgt {

/// C (m x n) = A (m x k) * B (k x n), and how far apart their columns lie, in elements of the
/// operands.
struct ProductShape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    std::int64_t lda = 1;
    std::int64_t ldb = 1;
    std::int64_t ldc = 1;
};

/// The product of two factors as GEMM is asked for it, without pointers and scalars. In a real view
/// the left factor and C count each complex element twice.
[[nodiscard]] GemmCall gemm_call(const Problem& problem, const MatrixFactor& left,
                                 const MatrixFactor& right, bool real_view,
                                 const ProductShape& shape);

}  // namespace ttgt
