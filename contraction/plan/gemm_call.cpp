// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/plan/gemm_call.h"

namespace ttgt {

GemmCall gemm_call(const Problem& problem, const MatrixFactor& left, const MatrixFactor& right,
                   bool real_view, const ProductShape& shape) {
    const std::int64_t parts = real_view ? 2 : 1;
    const auto transposed = [&](const MatrixFactor& factor) {
        const bool conjugate = factor.in_place && problem.conjugated[factor.operand];
        return conjugate ? MatrixOp::conjugate_transpose : MatrixOp::transpose;
    };
    GemmCall call;
    call.dtype = problem.dtypes[right.operand];
    // Libraries are never asked for tf32x3, three TF32 products in one: only ttgt's kernels do
    // that.
    call.compute = problem.compute == ComputeType::tf32 ? ComputeType::tf32 : ComputeType::full;
    if (left.inner_fastest) call.op_a = transposed(left);
    if (!right.inner_fastest) call.op_b = transposed(right);
    call.m = shape.m * parts;
    call.n = shape.n;
    call.k = shape.k;
    call.lda = shape.lda * parts;
    call.ldb = shape.ldb;
    call.ldc = shape.ldc * parts;
    return call;
}

}  // namespace ttgt
