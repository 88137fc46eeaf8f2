// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/slices.h"

#include <algorithm>

namespace ttgt {
namespace {

/// Longest allowed run of m, n and k.
struct SliceSizes {
    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
};

SliceSizes slice_sizes(const GemmCall& call, std::int64_t limit) {
    SliceSizes sizes{limit, limit, limit};
    if (call.lda > limit) (call.op_a == MatrixOp::none ? sizes.k : sizes.m) = 1;
    if (call.ldb > limit) (call.op_b == MatrixOp::none ? sizes.n : sizes.k) = 1;
    if (call.ldc > limit) sizes.n = 1;
    return sizes;
}

/// Element (row, column) of op(X), as a byte offset from X.
std::int64_t offset_bytes(MatrixOp op, std::int64_t row, std::int64_t column, std::int64_t ld,
                          DType dtype) {
    const std::int64_t elements = op == MatrixOp::none ? row + column * ld : row * ld + column;
    return elements * size_bytes(dtype);
}

/// A leading dimension over the limit belongs to a matrix of one column.
std::int64_t shortened(std::int64_t ld, std::int64_t rows, std::int64_t limit) {
    return ld > limit ? std::max<std::int64_t>(rows, 1) : ld;
}

}  // namespace

void for_each_slice(const GemmCall& call, std::int64_t limit,
                    FunctionRef<void(const GemmCall&)> run) {
    if (std::max({call.m, call.n, call.k, call.lda, call.ldb, call.ldc}) <= limit) return run(call);
    const SliceSizes sizes = slice_sizes(call, limit);
    for (std::int64_t column = 0; column < call.n; column += sizes.n) {
        for (std::int64_t row = 0; row < call.m; row += sizes.m) {
            // With k = 0 one slice remains, which scales C.
            for (std::int64_t inner = 0; inner < std::max<std::int64_t>(call.k, 1);
                 inner += sizes.k) {
                GemmCall slice = call;
                slice.m = std::min(sizes.m, call.m - row);
                slice.n = std::min(sizes.n, call.n - column);
                slice.k = std::min(sizes.k, call.k - inner);
                slice.a = static_cast<const char*>(call.a) +
                          offset_bytes(call.op_a, row, inner, call.lda, call.dtype);
                slice.b = static_cast<const char*>(call.b) +
                          offset_bytes(call.op_b, inner, column, call.ldb, call.dtype);
                slice.c = static_cast<char*>(call.c) +
                          offset_bytes(MatrixOp::none, row, column, call.ldc, call.dtype);
                slice.lda =
                    shortened(call.lda, call.op_a == MatrixOp::none ? slice.m : slice.k, limit);
                slice.ldb =
                    shortened(call.ldb, call.op_b == MatrixOp::none ? slice.k : slice.n, limit);
                slice.ldc = shortened(call.ldc, slice.m, limit);
                if (inner > 0) slice.beta = Scalar(1.0, 0.0);
                run(slice);
            }
        }
    }
}

}  // namespace ttgt
