// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// A library with those names of MKL that are looked for, for tests on machines without one.
#include <atomic>
#include <complex>
#include <cstdio>
#include <utility>

namespace {

std::atomic<int> products{0};
std::atomic<int> threads_in_product{0};
thread_local int own_threads = 0;

template <class T>
T element_of(char op, const T* matrix, int row, int column, int ld) {
    if (op == 'N') return matrix[row + column * ld];
    T value = matrix[column + row * ld];
    if constexpr (!std::is_floating_point_v<T>) {
        if (op == 'C') value = std::conj(value);
    }
    return value;
}

template <class T>
void multiply(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,
              const T* alpha, const T* a, const int* lda, const T* b, const int* ldb, const T* beta,
              T* c, const int* ldc) {
    ++products;
    threads_in_product = own_threads;
    for (int column = 0; column < *n; ++column) {
        for (int row = 0; row < *m; ++row) {
            T sum{};
            for (int inner = 0; inner < *k; ++inner) {
                sum += element_of(*op_a, a, row, inner, *lda) *
                       element_of(*op_b, b, inner, column, *ldb);
            }
            T& target = c[row + column * *ldc];
            target = *alpha * sum + (*beta == T{} ? T{} : *beta * target);
        }
    }
}

}  // namespace

// Fortran's names take the addresses of all arguments.
#define TTGT_STAND_IN_GEMM(NAME, TYPE)                                                         \
    void NAME(const char* op_a, const char* op_b, const int* m, const int* n, const int* k,    \
              const TYPE* alpha, const TYPE* a, const int* lda, const TYPE* b, const int* ldb, \
              const TYPE* beta, TYPE* c, const int* ldc) {                                     \
        multiply(op_a, op_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                    \
    }

extern "C" {

TTGT_STAND_IN_GEMM(sgemm_, float)
TTGT_STAND_IN_GEMM(dgemm_, double)
TTGT_STAND_IN_GEMM(cgemm_, std::complex<float>)
TTGT_STAND_IN_GEMM(zgemm_, std::complex<double>)

void MKL_Get_Version_String(char* text, int size) {
    (void)std::snprintf(text, static_cast<std::size_t>(size), "Kernels Version 1.2-Stand-In Build");
}
int MKL_Set_Num_Threads_Local(int threads) { return std::exchange(own_threads, threads); }

int stand_in_products() { return products; }
int stand_in_threads_in_product() { return threads_in_product; }
int stand_in_own_threads() { return own_threads; }
}
#undef TTGT_STAND_IN_GEMM
