// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/process_mkl.h"

#include <dlfcn.h>
#include <ttgt/tensor.h>

#include <complex>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "src/gemm/blas_library.h"
#include "src/gemm/blas_threads.h"

namespace ttgt {
namespace {

/// tests/unit/gemm/stand_in_mkl.cpp, once it is loaded.
int ask_stand_in(const char* function) {
    static void* const library = dlopen(TTGT_STAND_IN_MKL, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<int (*)()>(dlsym(library, function))();
}

template <class T>
void expect_product_as_eigens(DType dtype, MatrixOp op_a, MatrixOp op_b) {
    const std::vector<T> a{T(1), T(-2), T(3), T(0), T(2), T(1)};
    const std::vector<T> b{T(2), T(1), T(-1), T(3), T(1), T(-3)};
    const std::vector<T> c{T(1), T(2), T(3), T(4)};
    GemmCall call;
    call.dtype = dtype;
    call.op_a = op_a;
    call.op_b = op_b;
    call.m = call.n = 2;
    call.k = 3;
    call.alpha = Scalar(2, 0);
    call.beta = Scalar(-1, 0);
    call.a = a.data();
    call.b = b.data();
    call.lda = op_a == MatrixOp::none ? 2 : 3;
    call.ldb = op_b == MatrixOp::none ? 3 : 2;
    call.ldc = 2;
    std::vector<T> found = c;
    std::vector<T> expected = c;
    call.c = found.data();
    gemm(call);
    call.c = expected.data();
    gemm(call, GemmVendor::eigen);
    EXPECT_EQ(found, expected);
}

/// In a process of its own: what is found stays.
TEST(ProcessMkl, MultipliesOnceItIsLoaded) {
    if (!is_available(GemmVendor::cblas)) GTEST_SKIP() << "products are Eigen's";
    if (blas_library().name == "MKL") GTEST_SKIP() << "MKL is linked";
    ASSERT_EQ(setenv("TTGT_PROCESS_MKL", "1", 1), 0);
    find_process_mkl();
    ASSERT_EQ(process_mkl(), nullptr);
    ASSERT_EQ(ask_stand_in("stand_in_products"), 0);  // loads it

    find_process_mkl();

    ASSERT_NE(process_mkl(), nullptr);
    EXPECT_EQ(process_mkl()->version, "1.2-Stand-In");
    EXPECT_EQ(process_mkl()->path, TTGT_STAND_IN_MKL);
    EXPECT_EQ(threads_side_by_side(7), 7);
    for (const MatrixOp op_a :
         {MatrixOp::none, MatrixOp::transpose, MatrixOp::conjugate_transpose}) {
        for (const MatrixOp op_b :
             {MatrixOp::none, MatrixOp::transpose, MatrixOp::conjugate_transpose}) {
            expect_product_as_eigens<float>(DType::float32, op_a, op_b);
            expect_product_as_eigens<double>(DType::float64, op_a, op_b);
            expect_product_as_eigens<std::complex<float>>(DType::complex64, op_a, op_b);
            expect_product_as_eigens<std::complex<double>>(DType::complex128, op_a, op_b);
        }
    }
    EXPECT_EQ(ask_stand_in("stand_in_products"), 36);
    EXPECT_EQ(ask_stand_in("stand_in_threads_in_product"), 1);
    EXPECT_EQ(ask_stand_in("stand_in_own_threads"), 0);
}

}  // namespace
}  // namespace ttgt
