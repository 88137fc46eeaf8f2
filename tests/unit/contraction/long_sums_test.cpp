// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Sums of a million equal terms on CPUs: added one after the other in float32, the last of them
// would count for a tenth more or less. Bounds are those of block sums.
#include <ttgt/ttgt.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contraction/cpu/block_sums.h"
#include "tests/support/direct_run.h"
#include "tests/support/problems/direct_problems.h"

namespace ttgt::test {
namespace {

constexpr std::int64_t terms = 1'000'000;
constexpr double most_error = 1e-5;

template <class T>
Tensor<T> tensor(const std::vector<std::int64_t>& extents, float value) {
    Tensor<T> result(extents);
    result.fill(T(value));
    return result;
}

/// Largest error of any element, relative to what all of them should be.
template <class T>
double error_of(const Tensor<T>& d, double expected) {
    double most = 0;
    for (const T& element : d) most = std::max(most, std::abs(element - expected) / expected);
    return most;
}

double term(float value) { return static_cast<double>(value) * static_cast<double>(terms); }

class LongSums : public testing::TestWithParam<std::int64_t> {};

TEST_P(LongSums, OverTheSlowAxis) {
    const auto l = tensor<float>({GetParam(), terms}, 0.1F);
    Tensor<float> d({GetParam()});
    contract("D(j)=L(j,i)", d, l);
    EXPECT_LT(error_of(d, term(0.1F)), most_error);
}

TEST_P(LongSums, OverTheFastAxis) {
    const auto l = tensor<float>({terms, GetParam()}, 0.1F);
    Tensor<float> d({GetParam()});
    contract("D(j)=L(i,j)", d, l);
    EXPECT_LT(error_of(d, term(0.1F)), most_error);
}

TEST_P(LongSums, OverShortRuns) {
    const auto l = tensor<float>({2, GetParam(), terms / 2}, 0.1F);
    Tensor<float> d({GetParam()});
    contract("D(j)=L(k,j,i)", d, l);
    EXPECT_LT(error_of(d, term(0.1F)), most_error);
}

/// Both with a workspace and without.
void expect_exact(const std::string& text, Tensor<float>& d, const Tensor<float>& l,
                  const Tensor<float>& r) {
    for (const std::int64_t limit : {unlimited, std::int64_t{0}}) {
        ContractOptions options;
        options.workspace_limit = limit;
        d.fill(0);
        contract(text, d, l, r, options);
        EXPECT_LT(error_of(d, term(0.1F)), most_error) << text << " limit " << limit;
    }
}

TEST_P(LongSums, OfProductsElementByElement) {
    Tensor<float> d({GetParam()});
    expect_exact("D(j)=L(j,i)*R(j,i)", d, tensor<float>({GetParam(), terms}, 0.1F),
                 tensor<float>({GetParam(), terms}, 1));
    expect_exact("D(j)=L(i,j)*R(i,j)", d, tensor<float>({terms, GetParam()}, 0.1F),
                 tensor<float>({terms, GetParam()}, 1));
}

TEST_P(LongSums, OfAMatrixTimesAVector) {
    Tensor<float> d({GetParam()});
    expect_exact("D(j)=L(j,i)*R(i)", d, tensor<float>({GetParam(), terms}, 0.1F),
                 tensor<float>({terms}, 1));
    expect_exact("D(j)=L(i,j)*R(i)", d, tensor<float>({terms, GetParam()}, 0.1F),
                 tensor<float>({terms}, 1));
}

INSTANTIATE_TEST_SUITE_P(Columns, LongSums, testing::Values(1, 2, 7, 8, 10),
                         [](const auto& tested) { return std::to_string(tested.param); });

TEST(LongSum, OfComplexNumbers) {
    using Complex = std::complex<float>;
    Tensor<Complex> l({9, terms});
    l.fill({0.1F, 0.1F});
    Tensor<Complex> d({9});
    contract("D(j)=L(j,i)", d, l);
    for (const Complex& sum : d) {
        EXPECT_NEAR(sum.real(), term(0.1F), most_error * term(0.1F));
        EXPECT_NEAR(sum.imag(), term(0.1F), most_error * term(0.1F));
    }
    Tensor<Complex> ones({terms});
    ones.fill(1);
    contract("D(j)=conj(L(j,i))*R(i)", d, l, ones);
    for (const Complex& sum : d) {
        EXPECT_NEAR(sum.real(), term(0.1F), most_error * term(0.1F));
        EXPECT_NEAR(sum.imag(), -term(0.1F), most_error * term(0.1F));
    }
}

template <class Half>
class LongSumsOfHalves : public testing::Test {};
using Halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(LongSumsOfHalves, Halves);

// 2^25 equal terms are more than float32 can count to. Columns overlap, which inputs may, so that
// they take less memory.
constexpr std::int64_t uncountable = std::int64_t{1} << 25;
constexpr std::int64_t columns = 8;
const Layout overlapping{{columns, uncountable}, {1, 2}};
constexpr std::int64_t overlapping_elements = 2 * uncountable + columns;

TYPED_TEST(LongSumsOfHalves, CountBeyondTheDigitsOfFloat32) {
    constexpr float sum = 16384;
    const auto l = tensor<TypeParam>({overlapping_elements}, sum / uncountable);
    const TypeParam one(1.0F);
    const ConstTensorView matrix(dtype_of<TypeParam>, overlapping, l.data());
    const ConstTensorView ones(dtype_of<TypeParam>, Layout{{uncountable}, {0}}, &one);
    Tensor<TypeParam> d({columns});

    contract("D(j)=L(j,i)", d, matrix);
    for (const TypeParam element : d) EXPECT_EQ(element, sum);

    d.fill(TypeParam(0.0F));
    contract("D(j)=L(j,i)*R(i)", d, matrix, ones);
    for (const TypeParam element : d) EXPECT_EQ(element, sum);
}

TEST(LongSum, CountsBeyondTheDigitsOfFloat32) {
    const auto l = tensor<float>({overlapping_elements}, 1);
    Tensor<float> d({columns});
    contract("D(j)=L(j,i)", d, ConstTensorView(DType::float32, overlapping, l.data()));
    EXPECT_EQ(error_of(d, static_cast<double>(uncountable)), 0);
}

/// What Direct makes of a problem whose inputs are 0.1 and 1, with scratch memory or none.
template <class T>
double direct_error(const Shape& shape, DType dtype, bool has_workspace, int threads,
                    double expected) {
    const TestProblem problem = make_problem(shape, {dtype, dtype, dtype}, 1);
    TestTensors tensors = make_tensors(problem, Fill::reals);
    const float values[] = {0.1F, 1};
    for (std::size_t input = 0; input < 2; ++input) {
        auto* const data = static_cast<T*>(tensors.inputs[input].data());
        const std::int64_t count = volume(problem.inputs[input].layout);
        for (std::int64_t i = 0; i < count; ++i) data[i] = T(values[input]);
    }
    const GuardedArray d = run_direct(problem, tensors, threads, has_workspace);
    const auto* const result = static_cast<const T*>(d.data());
    double most = 0;
    for (std::int64_t i = 0; i < volume(problem.d.layout); ++i) {
        most = std::max(most, std::abs(static_cast<double>(result[i]) - expected) / expected);
    }
    EXPECT_TRUE(d.intact());
    return most;
}

// Products of matrices in blocks, lone labels while packing, rows of products in vectors.
TEST(LongSum, OfDirect) {
    const std::vector<Shape> shapes = {
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 5}, {"b", 3}, {"k", terms}}},
        {"D(a,b)=L(k,a)*R(b,k)", {{"a", 4}, {"b", 6}, {"k", terms}}},
        {"D(x)=L(x,k)*R(k,x)", {{"x", 5}, {"k", terms}}},
        {"D(b)=L(k)*R(b)", {{"b", 33}, {"k", terms}}},
        {"D(a,b)=L(a,k,p)*R(k,b)", {{"a", 3}, {"b", 2}, {"k", 5}, {"p", terms / 5}}},
    };
    for (const Shape& shape : shapes) {
        for (const bool has_workspace : {true, false}) {
            EXPECT_LT(direct_error<float>(shape, DType::float32, has_workspace, 2, term(0.1F)),
                      most_error)
                << shape.text << (has_workspace ? "" : " without workspace");
        }
    }
}

TEST(LongSum, OfDirectOnHalves) {
    constexpr std::int64_t length = std::int64_t{1} << 20;
    const double expected = static_cast<double>(static_cast<float>(bfloat16(0.1F))) * length;
    const std::vector<Shape> shapes = {
        {"D(a,b)=L(a,k)*R(k,b)", {{"a", 5}, {"b", 3}, {"k", length}}},
        {"D(b)=L(k)*R(b)", {{"b", 33}, {"k", length}}},
    };
    for (const Shape& shape : shapes) {
        for (const bool has_workspace : {true, false}) {
            // 0.1 is so rounded that 2^20 of it are, too: no unit is lost.
            EXPECT_EQ(direct_error<bfloat16>(shape, DType::bfloat16, has_workspace, 1, expected), 0)
                << shape.text << (has_workspace ? "" : " without workspace");
        }
    }
}

TEST(BlockSums, KeepInfinitiesAndNaN) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    cpu::BlockSum<float> infinite;
    infinite.add(1);
    infinite.add(infinity);
    infinite.add(2);
    cpu::BlockSum<float> undefined;
    undefined.add(infinity);
    undefined.add(-infinity);

    EXPECT_EQ(infinite.value(), infinity);
    EXPECT_TRUE(std::isnan(undefined.value()));
}

TEST(BlockSums, SlowSumsKeepInfinities) {
    auto l = tensor<float>({8, 1000}, 1);
    l(3, 7) = std::numeric_limits<float>::infinity();
    Tensor<float> d({8});
    contract("D(j)=L(j,i)", d, l);
    EXPECT_EQ(d(3), std::numeric_limits<float>::infinity());
    EXPECT_EQ(d(4), 1000);
}

}  // namespace
}  // namespace ttgt::test
