// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Programs of many small steps: their quick runs give what the plans of the steps give.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/execute/small_product.h"

namespace ttgt {
namespace {

using testing::HasSubstr;

template <class T>
class SmallSteps : public testing::Test {
protected:
    /// Small integers, so that every order of adding gives the same bits.
    static Tensor<T> filled(const std::vector<std::int64_t>& extents, int shift) {
        Tensor<T> tensor(extents);
        int next = shift;
        for (T& element : tensor) element = value(++next);
        return tensor;
    }
    static T value(int number) {
        if constexpr (std::is_arithmetic_v<T>) {
            return static_cast<T>(number % 5 - 2);
        } else {
            using Real = typename T::value_type;
            return {static_cast<Real>(number % 5 - 2), static_cast<Real>(number % 3 - 1)};
        }
    }
};
using Elements = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(SmallSteps, Elements);

/// Rows and columns, a label of both, one of all three tensors, one that is summed in one alone, a
/// diagonal; then alpha and beta, which the quick run does not have.
TYPED_TEST(SmallSteps, GiveWhatTheirPlansGive) {
    using T = TypeParam;
    const Tensor<T> a = TestFixture::filled({3, 2, 4}, 0);     // i b k
    const Tensor<T> b = TestFixture::filled({4, 2, 5, 2}, 1);  // k b j s
    const Tensor<T> c = TestFixture::filled({5, 5}, 2);        // j j
    Tensor<T> expected({2, 5, 3});
    for (int i = 0; i < 3; ++i) {
        for (int x = 0; x < 2; ++x) {
            for (int j = 0; j < 5; ++j) {
                T sum{};
                for (int k = 0; k < 4; ++k) {
                    for (int s = 0; s < 2; ++s) sum += a(i, x, k) * b(k, x, j, s);
                }
                expected(x, j, i) = sum * c(j, j);
            }
        }
    }
    Tensor<T> d({2, 5, 3});
    constexpr const char* text = "D(b,j,i)=A(i,b,k)*B(k,b,j,s)*C(j,j)";

    contract(text, d, {a, b, c});
    EXPECT_TRUE(std::equal(d.begin(), d.end(), expected.begin()));

    ContractOptions options;
    options.alpha = 2.0;
    options.beta = 3.0;
    contract(text, d, {a, b, c}, options);
    for (T& element : expected) element *= T(5);
    EXPECT_TRUE(std::equal(d.begin(), d.end(), expected.begin()));
}

/// The first step has its runs in A's rows or in B's columns, of every length that is done apart.
TYPED_TEST(SmallSteps, RowsSideBySideAreDoneTogether) {
    using T = TypeParam;
    for (int rows = 1; rows <= 13; ++rows) {
        const Tensor<T> a = TestFixture::filled({rows, 3}, rows);
        const Tensor<T> b = TestFixture::filled({3, 2}, 1);
        const Tensor<T> c = TestFixture::filled({2, 2}, 2);
        Tensor<T> expected({rows, 2});
        for (int i = 0; i < rows; ++i) {
            for (int l = 0; l < 2; ++l) {
                for (int j = 0; j < 3; ++j) {
                    for (int k = 0; k < 2; ++k) expected(i, l) += a(i, j) * b(j, k) * c(k, l);
                }
            }
        }
        for (const char* text : {"D(i,l)=A(i,j)*B(j,k)*C(k,l)", "D(i,l)=C(k,l)*B(j,k)*A(i,j)"}) {
            Tensor<T> d({rows, 2});
            const bool is_first = text[7] == 'A';
            contract(text, d, {is_first ? a : c, b, is_first ? c : a});
            EXPECT_TRUE(std::equal(d.begin(), d.end(), expected.begin())) << text << ' ' << rows;
        }
    }
}

TEST(SmallStepRuns, EndWhereColumnsAreNotSideBySide) {
    const auto columns = [](std::vector<std::array<std::ptrdiff_t, 2>> places) {
        std::vector<SmallOffsets> offsets;
        for (const auto& [d, r] : places) offsets.push_back({d, 0, r});
        return offsets;
    };
    EXPECT_EQ(run_length_of(columns({{0, 0}}), 8), 1U);
    EXPECT_EQ(run_length_of(columns({{0, 0}, {8, 8}, {16, 16}}), 8), 3U);
    EXPECT_EQ(run_length_of(columns({{0, 0}, {8, 8}, {64, 32}, {72, 40}}), 8), 2U);
    EXPECT_EQ(run_length_of(columns({{0, 0}, {8, 16}}), 8), 1U);           // not in R
    EXPECT_EQ(run_length_of(columns({{0, 0}, {16, 8}}), 8), 1U);           // not in D
    EXPECT_EQ(run_length_of(columns({{0, 0}, {8, 8}, {64, 64}}), 8), 1U);  // a rest
    EXPECT_EQ(run_length_of(columns({{0, 0}, {8, 8}, {64, 64}, {80, 80}}), 8), 1U);
}

TEST(SmallStepReports, SayThatTheyRunByTables) {
    Context context;
    const OperandLayout square{DType::float64, packed({3, 3})};
    const ContractionPlan plan =
        plan_contraction(context, "D(i,l)=A(i,j)*B(j,k)*C(k,l)", {square, square, square, square});
    Tensor<double> d({3, 3});
    Tensor<double> a({3, 3});
    a.fill(1);
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    const std::vector<const void*> inputs{a.data(), a.data(), a.data()};

    const Report report = plan.profile(d.data(), inputs, options);

    EXPECT_EQ(d(1, 2), 9);
    ASSERT_EQ(report.steps.size(), 2U);
    for (const StepReport& step : report.steps) {
        EXPECT_THAT(step.description, HasSubstr("9 element(s) of 3 term(s), by tables"));
    }
}

/// One label in a thousand inputs, kept or summed.
TEST(ManyInputs, ShareALabel) {
    constexpr std::size_t count = 1000;
    std::string vectors = "i";
    std::string matrices = "ij";
    for (std::size_t i = 1; i < count; ++i) {
        vectors += ",i";
        matrices += i % 2 == 0 ? ",ij" : ",i";
    }
    const Tensor<double> ones = [] {
        Tensor<double> tensor({3});
        tensor.fill(1);
        tensor(1) = -1;
        return tensor;
    }();
    Tensor<double> square({3, 2});
    square.fill(1);
    Context context;
    PathOptions greedy;
    greedy.search = "greedy";
    ContractOptions options;
    options.context = &context;
    Tensor<double> total({});
    contract(vectors + "->", total, std::vector<ConstTensorView>(count, ones), options, greedy);
    EXPECT_EQ(total(), 3);

    std::vector<ConstTensorView> mixed;
    for (std::size_t i = 0; i < count; ++i) {
        mixed.push_back(i % 2 == 0 ? ConstTensorView(square) : ConstTensorView(ones));
    }
    Tensor<double> kept({3});
    contract(matrices + "->i", kept, mixed, options, greedy);
    EXPECT_EQ((std::vector<double>(kept.begin(), kept.end())), (std::vector<double>{2, 2, 2}));
}

}  // namespace
}  // namespace ttgt
