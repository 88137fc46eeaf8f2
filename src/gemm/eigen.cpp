// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Bytes of packed blocks beyond which Eigen allocates them instead of using the caller's stack.
#define EIGEN_STACK_ALLOCATION_LIMIT 16384
#include <Eigen/Core>

#include "src/core/element.h"
#include "src/gemm/vendors.h"

namespace ttgt::eigen {
namespace {

template <class T, int Order>
using ConstMatrix = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Order>,
                               Eigen::Unaligned, Eigen::OuterStride<>>;

template <class T>
using OutputMatrix = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>, Eigen::Unaligned,
                                Eigen::OuterStride<>>;

/// Calls visitor with op(X) as an Eigen expression of `rows` x `columns`.
template <class T, class Visitor>
void with_matrix(MatrixOp op, const void* data, std::int64_t rows, std::int64_t columns,
                 std::int64_t ld, Visitor&& visitor) {
    const T* elements = static_cast<const T*>(data);
    if (op == MatrixOp::none) {
        visitor(ConstMatrix<T, Eigen::ColMajor>(elements, rows, columns, Eigen::OuterStride<>(ld)));
        return;
    }
    const ConstMatrix<T, Eigen::RowMajor> transposed(elements, rows, columns,
                                                     Eigen::OuterStride<>(ld));
    if constexpr (is_complex_v<T>) {
        if (op == MatrixOp::conjugate_transpose) return visitor(transposed.conjugate());
    }
    visitor(transposed);
}

template <class T>
void multiply(const GemmCall& call) {
    OutputMatrix<T> c(static_cast<T*>(call.c), call.m, call.n, Eigen::OuterStride<>(call.ldc));
    const T alpha = scalar_cast<T>(call.alpha);
    const T beta = scalar_cast<T>(call.beta);
    if (beta == T{}) {
        c.setZero();  // never `c *= 0`: C may hold NaN
    } else if (beta != T{1}) {
        c *= beta;
    }
    if (alpha == T{} || call.k == 0) return;
    with_matrix<T>(call.op_a, call.a, call.m, call.k, call.lda, [&](const auto& a) {
        with_matrix<T>(call.op_b, call.b, call.k, call.n, call.ldb,
                       [&](const auto& b) { c.noalias() += (alpha * a) * b; });
    });
}

}  // namespace

void gemm(const GemmCall& call) {
    visit_computed(call.dtype, [&](auto tag) { multiply<typename decltype(tag)::type>(call); });
}

}  // namespace ttgt::eigen
