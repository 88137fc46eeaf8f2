// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/gemm/gemm.h"

#include <ttgt/error.h>

#include <algorithm>
#include <complex>
#include <limits>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/core/element.h"
#include "src/gemm/slices.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

template <class T>
std::vector<T> random_integers(std::mt19937& random, std::int64_t count) {
    std::uniform_int_distribution<int> draw(-3, 3);
    std::vector<T> values(static_cast<std::size_t>(count));
    for (T& value : values) {
        if constexpr (is_complex_v<T>) {
            using Real = RealOf<T>;
            value = T(static_cast<Real>(draw(random)), static_cast<Real>(draw(random)));
        } else {
            value = static_cast<T>(draw(random));
        }
    }
    return values;
}

template <class T>
T element(MatrixOp op, const T* matrix, std::int64_t row, std::int64_t column, std::int64_t ld) {
    if (op == MatrixOp::none) return matrix[row + column * ld];
    const T value = matrix[column + row * ld];
    return op == MatrixOp::conjugate_transpose ? conjugate(value) : value;
}

/// C by the definition; integers, so every order of summation is exact.
template <class T>
std::vector<T> expected(const GemmCall& call, std::vector<T> c) {
    const T alpha = scalar_cast<T>(call.alpha);
    const T beta = scalar_cast<T>(call.beta);
    for (std::int64_t column = 0; column < call.n; ++column) {
        for (std::int64_t row = 0; row < call.m; ++row) {
            T sum{};
            for (std::int64_t inner = 0; inner < call.k; ++inner) {
                sum += element(call.op_a, static_cast<const T*>(call.a), row, inner, call.lda) *
                       element(call.op_b, static_cast<const T*>(call.b), inner, column, call.ldb);
            }
            T& target = c[static_cast<std::size_t>(row + column * call.ldc)];
            target = beta == T{} ? alpha * sum : alpha * sum + beta * target;
        }
    }
    return c;
}

constexpr std::int64_t padding = 2;

/// Runs `run` on a random call of these sizes and compares all of C, its padding included.
template <class T, class Run>
void check(MatrixOp op_a, MatrixOp op_b, std::int64_t m, std::int64_t n, std::int64_t k,
           Scalar alpha, Scalar beta, Run&& run) {
    std::mt19937 random(static_cast<unsigned>(m * 100 + n * 10 + k));
    GemmCall call{dtype_of<T>, ComputeType::full, op_a, op_b, m, n, k, alpha};
    call.beta = beta;
    call.lda = (op_a == MatrixOp::none ? m : k) + padding;
    call.ldb = (op_b == MatrixOp::none ? k : n) + padding;
    call.ldc = m + padding;
    const auto a = random_integers<T>(random, call.lda * std::max(m, k));
    const auto b = random_integers<T>(random, call.ldb * std::max(n, k));
    auto c = random_integers<T>(random, call.ldc * n);
    if (beta == Scalar{} && m > 0 && n > 0) c[0] = std::numeric_limits<RealOf<T>>::quiet_NaN();
    call.a = a.data();
    call.b = b.data();
    call.c = c.data();
    const std::vector<T> reference = expected(call, c);

    run(call);

    EXPECT_EQ(c, reference) << "m=" << m << " n=" << n << " k=" << k;
}

template <class T, class Run>
void check_ops_and_scalars(Run&& run) {
    for (const MatrixOp op_a :
         {MatrixOp::none, MatrixOp::transpose, MatrixOp::conjugate_transpose}) {
        for (const MatrixOp op_b :
             {MatrixOp::none, MatrixOp::transpose, MatrixOp::conjugate_transpose}) {
            check<T>(op_a, op_b, 5, 7, 3, 1.0, 0.0, run);
            check<T>(op_a, op_b, 13, 1, 11, 2.0, 1.0, run);
            check<T>(op_a, op_b, 1, 9, 4, -1.0, 3.0, run);
        }
    }
}

class GemmVendors : public testing::TestWithParam<GemmVendor> {
protected:
    void SetUp() override {
        if (!is_available(GetParam())) GTEST_SKIP() << "not in this build";
    }
};

TEST_P(GemmVendors, MatchTheDefinitionForEveryOpAndDType) {
    const auto run = [&](const GemmCall& call) { gemm(call, GetParam()); };

    check_ops_and_scalars<float>(run);
    check_ops_and_scalars<double>(run);
    check_ops_and_scalars<std::complex<float>>(run);
    check_ops_and_scalars<std::complex<double>>(run);
    check<std::complex<double>>(MatrixOp::none, MatrixOp::none, 4, 4, 4, Scalar(1, 2),
                                Scalar(-1, 1), run);
}

TEST_P(GemmVendors, ScaleCWhereThereIsNothingToAdd) {
    const auto run = [&](const GemmCall& call) { gemm(call, GetParam()); };

    check<double>(MatrixOp::none, MatrixOp::none, 3, 4, 0, 1.0, 2.0, run);
    check<double>(MatrixOp::none, MatrixOp::none, 3, 4, 0, 1.0, 0.0, run);
    check<double>(MatrixOp::none, MatrixOp::none, 0, 4, 2, 1.0, 0.0, run);
    check<double>(MatrixOp::none, MatrixOp::none, 3, 0, 2, 1.0, 0.0, run);
}

INSTANTIATE_TEST_SUITE_P(All, GemmVendors, testing::Values(GemmVendor::cblas, GemmVendor::eigen),
                         [](const auto& vendor) { return std::string(name(vendor.param)); });

/// Slices that must fit, each run by the vendor-free definition.
template <class T>
void run_in_slices(const GemmCall& call, std::int64_t limit) {
    for_each_slice(call, limit, [&](const GemmCall& slice) {
        EXPECT_LE(std::max({slice.m, slice.n, slice.k, slice.lda, slice.ldb, slice.ldc}), limit);
        gemm(slice, GemmVendor::eigen);
    });
}

TEST(Slices, ComputeTheWholeProductUnderAnySizeLimit) {
    for (const std::int64_t limit : {1, 3, 4, 7, 100}) {
        check_ops_and_scalars<double>(
            [&](const GemmCall& call) { run_in_slices<double>(call, limit); });
        check_ops_and_scalars<std::complex<float>>(
            [&](const GemmCall& call) { run_in_slices<std::complex<float>>(call, limit); });
    }
}

TEST(Slices, WithNothingToAddScaleCOnce) {
    check<double>(MatrixOp::none, MatrixOp::none, 5, 4, 0, 1.0, 2.0,
                  [](const GemmCall& call) { run_in_slices<double>(call, 3); });
}

TEST(Gemm, RefusesSizesThatAreNoMatrix) {
    double element = 1;
    GemmCall call{DType::float64, ComputeType::full, MatrixOp::none, MatrixOp::none, 2, 2, 2};
    call.a = call.b = call.c = &element;

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { gemm(call); }),
        HasSubstr("leading dimension 1 of A is less than its 2 rows"));  // leading dimensions of 1
    call.lda = call.ldb = call.ldc = 2;
    call.k = -1;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { gemm(call); }),
                HasSubstr("matrix sizes m=2 n=2 k=-1 must not be negative"));
}

}  // namespace
}  // namespace ttgt
