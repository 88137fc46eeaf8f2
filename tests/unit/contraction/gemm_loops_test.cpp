// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Products that are cut, sums that threads share, and left factors that they transpose, against
// products that are none of these.
#include "contraction/cpu/gemm_loops.h"

#include <ttgt/context.h>
#include <ttgt/interrupt.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cpu/cpu_machine.h"
#include "contraction/cpu/gemm_split.h"
#include "contraction/cpu/transposed_left.h"
#include "src/context/calibration.h"
#include "src/core/element.h"

namespace ttgt {
namespace {

/// `count` products of matrices that follow each other, each the sum of `terms`.
struct Products {
    DType dtype;
    MatrixOp op_a;
    MatrixOp op_b;
    std::int64_t m, n, k;
    std::int64_t count = 1;
    std::int64_t terms = 1;
    std::int64_t scratch_bytes = 0;

    [[nodiscard]] GemmStep step() const {
        GemmStep step;
        step.scratch_bytes = scratch_bytes;
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
        std::vector<std::byte> scratch(static_cast<std::size_t>(p.scratch_bytes));
        for (int threads = 1; threads <= 3; ++threads) {
            std::vector<T> c = before;
            cpu::run_gemm(p.step(), {2.0, 3.0}, a.data(), b.data(), c.data(), scratch.data(),
                          threads);
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
                check({dtype, op_a, op_b, 9001, 7, 33, 1, 1});
                check({dtype, op_a, op_b, 3, 10011, 35, 1, 1});
                check({dtype, op_a, op_b, 9, 11, 100, 1, 17});
                check({dtype, op_a, op_b, 9, 5, 12001, 3, 2});
            }
        }
    }
}

TEST(GemmLoops, SumsInScratchMemoryAreAddedToC) {
    for (Products p :
         {Products{DType::float32, MatrixOp::none, MatrixOp::none, 90, 70, 16, 1, 40},
          Products{DType::float64, MatrixOp::transpose, MatrixOp::none, 90, 70, 640},
          Products{DType::complex128, MatrixOp::none, MatrixOp::transpose, 45, 99, 16, 2, 48}}) {
        const GemmStep step = p.step();
        const GemmTeam team{3, false, most_sum_bytes};
        p.scratch_bytes =
            later_sum_bytes(step.shape, p.count, split_gemm(step.shape, p.count, p.terms, team));
        ASSERT_GT(p.scratch_bytes, most_sum_bytes_on_stack);
        check(p);
    }
}

TEST(GemmLoops, EndBetweenProductsWhereTheCallerIsInterrupted) {
    const Products p{DType::float64, MatrixOp::none, MatrixOp::none, 2, 2, 2, 10};
    const std::vector<double> a(40, 1.0);
    const std::vector<double> b(40, 1.0);
    std::vector<double> c(60, 0.0);
    int asked = 0;
    const auto stops = [](void* user) { return ++*static_cast<int*>(user) == 4; };
    const InterruptScope scope(stops, &asked);

    EXPECT_THROW(cpu::run_gemm(p.step(), {1.0, 0.0}, a.data(), b.data(), c.data(), nullptr, 1),
                 Interrupted);

    EXPECT_EQ(asked, 4);
    EXPECT_EQ(std::count(c.begin(), c.end(), 2.0), 3 * 4) << "three products, not ten";
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
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 40000), 1, 1, {1, false}).inner_parts, 4);
    EXPECT_EQ(split_gemm(shape(DType::float64, 40000, 10, 10), 1, 1, {1, false}).row_parts, 4);
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 40000, 10), 1, 1, {1, false}).column_parts, 4);
    EXPECT_EQ(split_gemm(shape(DType::complex64, 10, 10, 40000), 1, 1, {1, false}).inner_parts, 1);
    EXPECT_EQ(split_gemm(shape(DType::float64, 300, 300, 40000), 1, 1, {1, false}).inner_parts, 1);
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 400), 1, 1, {1, false}).inner_parts, 1);
}

TEST(SplitGemm, CutsTransposedLeftFactorsAsOthersWhereThreadsTransposeThem) {
    GemmCall left = shape(DType::float64, 40000, 10, 10);
    left.op_a = MatrixOp::transpose;
    EXPECT_EQ(split_gemm(left, 1, 1, {1, false}).row_parts, 1);
    EXPECT_EQ(split_gemm(left, 1, 1, {1, true}).row_parts, 4);
}

TEST(SplitGemm, ThreadsShareLongSums) {
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 40000), 1, 1, {2, false}).sums, 2);
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 100), 1, 50, {4, false}).sums, 4);
    // As many products as threads, one term alone, and outputs that do not fit.
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 100), 4, 50, {4, false}).sums, 1);
    EXPECT_EQ(split_gemm(shape(DType::float64, 10, 10, 100), 1, 1, {4, false}).sums, 1);
    EXPECT_EQ(split_gemm(shape(DType::float64, 100, 100, 100), 1, 50, {2, false}).sums, 1);
}

TEST(SplitGemm, SumsOfLargerOutputsNeedScratchMemory) {
    const GemmCall product = shape(DType::float64, 176, 176, 22);
    const GemmTeam team{16, false, most_sum_bytes};
    EXPECT_EQ(split_gemm(product, 1, 484, {16}).sums, 1);
    const GemmSplit split = split_gemm(product, 1, 484, team);
    EXPECT_EQ(split.sums, 16);
    EXPECT_EQ(split.row_parts * split.column_parts, 1);
    EXPECT_EQ(later_sum_bytes(product, 1, split), 15 * 176 * 176 * 8);
    // No more than fit, and outputs are cut, too.
    const GemmSplit fewer = split_gemm(product, 1, 484, {16, false, 4 * 176 * 176 * 8});
    EXPECT_EQ(fewer.sums, 4);
    EXPECT_GT(fewer.row_parts * fewer.column_parts, 1);
    // Adding them would cost more than they gain.
    EXPECT_EQ(split_gemm(shape(DType::float64, 1000, 1000, 22), 1, 20, team).sums, 1);
}

TEST(SplitGemm, StepsAskForTheScratchMemoryOfTheirSums) {
    const cpu::CpuMachine machine(cpu::Rates(built_in_calibration(), 16));
    GemmStep step =
        Products{DType::float64, MatrixOp::none, MatrixOp::none, 176, 176, 22, 1, 484}.step();
    for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{1} << 19, unlimited}) {
        machine.preparation().plan_products(step, limit);
        EXPECT_LE(step.scratch_bytes, limit);
        EXPECT_EQ(step.scratch_bytes > 0, limit > 0) << limit;
    }
}

// Products of 2^64 and more, which are 0 in 64 bits, as the paths of networks are priced by.
TEST(SplitGemm, CountsOfAnySizeAreCutAndPriced) {
    for (const int threads : {1, 2, 3, 64}) {
        const cpu::CpuMachine machine(cpu::Rates(built_in_calibration(), threads));
        for (const int exponent : {16, 21, 31, 49}) {
            const std::int64_t extent = std::int64_t{1} << exponent;
            for (const std::int64_t count : {std::int64_t{1}, extent}) {
                const GemmCall large = shape(DType::float64, extent, extent, extent);
                const GemmSplit split = split_gemm(large, count, count, {threads, true});
                EXPECT_GE(split.pieces(), 1) << threads << ' ' << extent << ' ' << count;
                EXPECT_EQ(later_sum_bytes(large, count, split), 0);
                const double ms = machine.prices().products_ms(large, {count, count});
                EXPECT_GT(ms, 1e-6 * static_cast<double>(extent)) << threads << ' ' << extent;
            }
        }
    }
}

struct Sizes {
    std::int64_t m, n, k, gap;
};

template <class T>
void check_transposed_left(const Sizes& sizes) {
    const auto [m, n, k, gap] = sizes;
    const std::vector<T> a = numbers<T>((k + gap) * m, 1);
    const std::vector<T> b = numbers<T>(k * n + 1, 2);
    const std::vector<T> before = numbers<T>((m + gap) * n, 3);
    GemmCall call{dtype_of<T>, ComputeType::full, MatrixOp::transpose, MatrixOp::none, m, n, k};
    call.lda = k + gap;
    call.ldb = std::max<std::int64_t>(k, 1);
    call.ldc = m + gap;
    call.alpha = 2;
    call.beta = 3;
    call.a = a.data();
    call.b = b.data();
    std::vector<T> expected = before;
    call.c = expected.data();
    gemm(call);
    std::vector<T> found = before;
    call.c = found.data();
    cpu::gemm_with_transposed_left(call);
    EXPECT_TRUE(found == expected) << m << 'x' << n << 'x' << k << ", gap " << gap;
}

TEST(TransposedLeft, IsThePlainProduct) {
    for (const Sizes& sizes :
         {Sizes{1, 1, 1, 0}, Sizes{5, 3, 7, 2}, Sizes{64, 64, 13, 0}, Sizes{700, 9, 3, 1},
          Sizes{100, 20, 100, 5}, Sizes{33, 8, 128, 0}, Sizes{17, 4, 1, 3}}) {
        check_transposed_left<float>(sizes);
        check_transposed_left<double>(sizes);
    }
}

GemmCall transposed_left(DType dtype, std::int64_t m, std::int64_t n, std::int64_t k) {
    GemmCall call = shape(dtype, m, n, k);
    call.op_a = MatrixOp::transpose;
    return call;
}

TEST(TransposedLeft, SuitsSmallRealProductsOfATransposedLeftFactorAlone) {
    EXPECT_TRUE(cpu::suits_transposed_left(transposed_left(DType::float64, 64, 64, 13)));
    EXPECT_TRUE(cpu::suits_transposed_left(transposed_left(DType::float64, 64, 4, 13)));
    EXPECT_FALSE(cpu::suits_transposed_left(shape(DType::float64, 64, 64, 13)));
    GemmCall both = transposed_left(DType::float64, 64, 64, 13);
    both.op_b = MatrixOp::transpose;
    EXPECT_FALSE(cpu::suits_transposed_left(both));
    EXPECT_FALSE(cpu::suits_transposed_left(transposed_left(DType::complex64, 64, 64, 13)));
    // Large ones, long sums, of which too few rows fit, and few columns that are not packed.
    EXPECT_FALSE(cpu::suits_transposed_left(transposed_left(DType::float64, 200, 200, 200)));
    EXPECT_FALSE(cpu::suits_transposed_left(transposed_left(DType::float64, 40, 40, 300)));
    EXPECT_FALSE(cpu::suits_transposed_left(transposed_left(DType::float64, 64, 4, 40)));
}

TEST(TransposedLeft, BlocksFitTheBuffer) {
    EXPECT_EQ(cpu::transposed_rows(DType::float64, 128), 16);
    EXPECT_EQ(cpu::transposed_rows(DType::float64, 129), 0);
    EXPECT_EQ(cpu::transposed_rows(DType::float32, 128), 32);
    EXPECT_EQ(cpu::transposed_rows(DType::float32, 1), 256);
    EXPECT_EQ(cpu::transposed_rows(DType::complex64, 8), 0);
}

}  // namespace
}  // namespace ttgt
