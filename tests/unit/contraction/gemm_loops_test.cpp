// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Products that are cut, and sums that threads share, against products that are not.
#include "contraction/cpu/gemm_loops.h"

#include <complex>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cpu/gemm_split.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

/// `count` products of matrices that follow each other, each the sum of `terms`.
struct Products {
    DType dtype;
    MatrixOp op_a;
    MatrixOp op_b;
    std::int64_t m, n, k, count, terms;

    [[nodiscard]] GemmStep step() const {
        GemmStep step;
        GemmCall& shape = step.shape;
        shape.dtype = dtype;
        shape.op_a = op_a;
        shape.op_b = op_b;
        shape.m = m;
        shape.n = n;
        shape.k = k;
        shape.lda = op_a == MatrixOp::none ? m : k;
        shape.ldb = op_b == MatrixOp::none ? k : n;
        shape.ldc = m + 1;
        if (count > 1) step.loops = {{count, {m * k * terms, k * n * terms, (m + 1) * n}}};
        if (terms > 1) step.sums = {{terms, {m * k, k * n, 0}}};
        return step;
    }
};

/// Small whole numbers, of which every sum is exact in any order.
template <class T>
std::vector<T> numbers(std::int64_t size, int seed) {
    std::vector<T> values(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int number = static_cast<int>((i * 7 + static_cast<std::size_t>(seed)) % 5) - 2;
        values[i] = T(static_cast<RealOf<T>>(number));
    }
    return values;
}

template <class T>
std::vector<T> expected(const Products& p, const std::vector<T>& a, const std::vector<T>& b,
                        std::vector<T> c) {
    const auto at = [](MatrixOp op, std::int64_t row, std::int64_t column, std::int64_t rows,
                       std::int64_t columns) {
        return op == MatrixOp::none ? row + column * rows : column + row * columns;
    };
    for (std::int64_t product = 0; product < p.count; ++product) {
        for (std::int64_t i = 0; i < p.m; ++i) {
            for (std::int64_t j = 0; j < p.n; ++j) {
                T sum{};
                for (std::int64_t term = product * p.terms; term < (product + 1) * p.terms;
                     ++term) {
                    for (std::int64_t k = 0; k < p.k; ++k) {
                        sum += a[static_cast<std::size_t>(term * p.m * p.k +
                                                          at(p.op_a, i, k, p.m, p.k))] *
                               b[static_cast<std::size_t>(term * p.k * p.n +
                                                          at(p.op_b, k, j, p.k, p.n))];
                    }
                }
                T& to = c[static_cast<std::size_t>(product * (p.m + 1) * p.n + i + j * (p.m + 1))];
                to = T(2) * sum + T(3) * to;
            }
        }
    }
    return c;
}

void check(const Products& p) {
    visit_computed(p.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const std::vector<T> a = numbers<T>(p.m * p.k * p.count * p.terms, 1);
        const std::vector<T> b = numbers<T>(p.k * p.n * p.count * p.terms, 2);
        const std::vector<T> before = numbers<T>((p.m + 1) * p.n * p.count, 3);
        const std::vector<T> after = expected(p, a, b, before);
        for (int threads = 1; threads <= 3; ++threads) {
            std::vector<T> c = before;
            cpu::run_gemm(p.step(), {2.0, 3.0}, a.data(), b.data(), c.data(), threads);
            ASSERT_TRUE(c == after) << p.m << 'x' << p.n << 'x' << p.k << " threads " << threads;
        }
    });
}

TEST(GemmLoops, CutProductsAreTheWholeOnes) {
    for (const DType dtype :
         {DType::float32, DType::float64, DType::complex64, DType::complex128}) {
        for (const MatrixOp op_a : {MatrixOp::none, MatrixOp::transpose}) {
            for (const MatrixOp op_b : {MatrixOp::none, MatrixOp::transpose}) {
                check({dtype, op_a, op_b, 5, 3, 70001, 1, 1});
                check({dtype, op_a, op_b, 30001, 7, 33, 1, 1});
                check({dtype, op_a, op_b, 3, 20011, 35, 1, 1});
                check({dtype, op_a, op_b, 9, 11, 100, 1, 17});
                check({dtype, op_a, op_b, 9, 5, 12001, 3, 2});
            }
        }
    }
}

GemmCall shape(DType dtype, std::int64_t m, std::int64_t n, std::int64_t k) {
    GemmCall call;
    call.dtype = dtype;
    call.m = m;
    call.n = n;
    call.k = k;
    return call;
}

TEST(SplitGemm, CutsTheLongestExtentOfSmallCrossSections) {
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 40000), 1, 1, 1).inner_parts, 4);
    EXPECT_EQ(split_gemm(shape(DType::float64, 40000, 10, 10), 1, 1, 1).row_parts, 4);
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 40000, 10), 1, 1, 1).column_parts, 4);
    EXPECT_EQ(split_gemm(shape(DType::complex64, 10, 10, 40000), 1, 1, 1).inner_parts, 1);
    EXPECT_EQ(split_gemm(shape(DType::float64, 300, 300, 40000), 1, 1, 1).inner_parts, 1);
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 400), 1, 1, 1).inner_parts, 1);
}

TEST(SplitGemm, ThreadsShareLongSums) {
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 40000), 1, 1, 2).sums, 2);
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 100), 1, 50, 4).sums, 4);
    // As many products as threads, one term alone, and outputs that do not fit.
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 100), 4, 50, 4).sums, 1);
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 100), 1, 1, 4).sums, 1);
    EXPECT_EQ(split_gemm(shape(DType::float64, 100, 100, 100), 1, 50, 2).sums, 1);
}

}  // namespace
}  // namespace ttgt
