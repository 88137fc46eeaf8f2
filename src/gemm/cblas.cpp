// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <cblas.h>

#include <string>

#include "src/core/checked.h"
#include "src/core/element.h"
#include "src/gemm/blas_names.h"
#include "src/gemm/vendors.h"

namespace ttgt::cblas {
namespace {

CBLAS_TRANSPOSE flag(MatrixOp op) {
    switch (op) {
        case MatrixOp::transpose:
            return CblasTrans;
        case MatrixOp::conjugate_transpose:
            return CblasConjTrans;
        default:
            return CblasNoTrans;
    }
}

/// The sizes as CBLAS wants them.
struct Sizes {
    int m, n, k, lda, ldb, ldc;

    explicit Sizes(const GemmCall& call)
        : m(narrow<int>(call.m, "m")),
          n(narrow<int>(call.n, "n")),
          k(narrow<int>(call.k, "k")),
          lda(narrow<int>(call.lda, "lda")),
          ldb(narrow<int>(call.ldb, "ldb")),
          ldc(narrow<int>(call.ldc, "ldc")) {}
};

template <class T, class Function>
void call_real(Function function, const GemmCall& call) {
    const Sizes s(call);
    function(CblasColMajor, flag(call.op_a), flag(call.op_b), s.m, s.n, s.k,
             scalar_cast<T>(call.alpha), static_cast<const T*>(call.a), s.lda,
             static_cast<const T*>(call.b), s.ldb, scalar_cast<T>(call.beta),
             static_cast<T*>(call.c), s.ldc);
}

template <class T, class Function>
void call_complex(Function function, const GemmCall& call) {
    const Sizes s(call);
    const T alpha = scalar_cast<T>(call.alpha);
    const T beta = scalar_cast<T>(call.beta);
    function(CblasColMajor, flag(call.op_a), flag(call.op_b), s.m, s.n, s.k, &alpha, call.a, s.lda,
             call.b, s.ldb, &beta, call.c, s.ldc);
}

}  // namespace

void gemm(const GemmCall& call) {
    switch (call.dtype) {
        case DType::float32:
            return call_real<float>(TTGT_BLAS(cblas_sgemm), call);
        case DType::float64:
            return call_real<double>(TTGT_BLAS(cblas_dgemm), call);
        case DType::complex64:
            return call_complex<std::complex<float>>(TTGT_BLAS(cblas_cgemm), call);
        case DType::complex128:
            return call_complex<std::complex<double>>(TTGT_BLAS(cblas_zgemm), call);
        default:
            throw Unsupported(std::string("a matrix product of ").append(name(call.dtype)));
    }
}

}  // namespace ttgt::cblas
