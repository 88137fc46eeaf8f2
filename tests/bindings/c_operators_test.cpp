// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Formulas through the C API, and what is refused.
#include <ttgt/c_operators.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttgt::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Doubles = std::vector<double>;

constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();
constexpr ttgt_context thread_context_of_c{0};
constexpr std::array<std::int64_t, 2> matrix_2x3{2, 3};
constexpr std::array<std::int64_t, 2> matrix_3x2{3, 2};
constexpr const char* axpy = "y(b,a) = alpha*x(a,b) + e(a)";

/// A tensor of the first `rank` of the extents, packed.
ttgt_tensor tensor(const std::array<std::int64_t, 2>& extents, double* data, std::int32_t rank = 2,
                   ttgt_dtype dtype = TTGT_FLOAT64) {
    return {dtype, TTGT_HOST, rank, extents.data(), nullptr, data};
}

class COperators : public testing::Test {
protected:
    void TearDown() override { EXPECT_EQ(ttgt_evaluation_plan_destroy(plan), TTGT_SUCCESS); }

    ttgt_status make_plan() {
        return ttgt_evaluation_plan_create(thread_context_of_c, axpy, &output, inputs.data(), 2,
                                           &plan);
    }
    ttgt_status run(std::int32_t input_count = 2, std::int32_t scalar_count = 1) {
        return ttgt_evaluation_plan_run(plan, y.data(), addresses.data(), input_count, &alpha,
                                        scalar_count, nullptr);
    }

    Doubles x{1, 2, 3, 4, 5, 6};
    Doubles e{10, 20};
    Doubles y = Doubles(6, quiet_nan);
    ttgt_tensor output = tensor(matrix_3x2, y.data());
    std::array<ttgt_tensor, 2> inputs{tensor(matrix_2x3, x.data()),
                                      tensor(matrix_2x3, e.data(), 1)};
    std::array<const void*, 2> addresses{x.data(), e.data()};
    ttgt_scalar alpha{2, 0};
    ttgt_evaluation_plan plan{};
};

TEST_F(COperators, EvaluateOnce) {
    ASSERT_EQ(ttgt_evaluate(thread_context_of_c, axpy, &output, inputs.data(), 2, &alpha, 1),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_THAT(y, ElementsAre(12, 16, 20, 24, 28, 32));
}

TEST_F(COperators, PlansRunOnOtherScalars) {
    ASSERT_EQ(make_plan(), TTGT_SUCCESS) << ttgt_last_error();
    ASSERT_EQ(run(), TTGT_SUCCESS) << ttgt_last_error();
    EXPECT_THAT(y, ElementsAre(12, 16, 20, 24, 28, 32));
    alpha.real = 0;
    ASSERT_EQ(run(), TTGT_SUCCESS) << ttgt_last_error();
    EXPECT_THAT(y, ElementsAre(10, 10, 10, 20, 20, 20));
}

TEST_F(COperators, PlansDescribeThemselves) {
    ASSERT_EQ(make_plan(), TTGT_SUCCESS) << ttgt_last_error();
    std::int64_t bytes = 0;
    EXPECT_EQ(ttgt_evaluation_plan_bytes(plan, &bytes), TTGT_SUCCESS);
    EXPECT_EQ(bytes, std::int64_t{6 + 6 + 2} * 8);
    double ms = 0;
    EXPECT_EQ(ttgt_evaluation_plan_predicted_ms(plan, &ms), TTGT_SUCCESS);
    EXPECT_GT(ms, 0);
    EXPECT_EQ(ttgt_evaluation_plan_predicted_ms(plan, nullptr), TTGT_ERROR_INVALID_ARGUMENT);
    std::string text(200, '\0');
    std::size_t length = 0;
    EXPECT_EQ(ttgt_evaluation_plan_explain(plan, text.data(), text.size(), &length), TTGT_SUCCESS);
    EXPECT_THAT(text, HasSubstr(axpy));
    EXPECT_EQ(ttgt_evaluation_plan_source(plan, nullptr, 0, &length), TTGT_SUCCESS);
    EXPECT_EQ(length, 0U);
}

TEST_F(COperators, FormulasHaveNames) {
    std::string text(100, '\0');
    std::size_t length = 0;
    ASSERT_EQ(ttgt_formula_names(axpy, text.data(), text.size(), &length), TTGT_SUCCESS);
    text.resize(length);
    EXPECT_EQ(text, "output\ty\ninput\tx\ninput\te\nscalar\talpha\n");
    EXPECT_EQ(ttgt_formula_names("y(a", text.data(), text.size(), &length), TTGT_ERROR_EXPRESSION);
}

TEST_F(COperators, FormulasHaveOutputs) {
    ttgt_dtype dtype = -1;
    std::int32_t rank = -1;
    std::array<std::int64_t, 64> extents{};
    const auto find = [&](const char* formula, std::int32_t has_complex_scalars = 0) {
        return ttgt_formula_output(formula, inputs.data(), 2, has_complex_scalars, &dtype, &rank,
                                   extents.data());
    };
    ASSERT_EQ(find(axpy), TTGT_SUCCESS) << ttgt_last_error();
    EXPECT_EQ(dtype, TTGT_FLOAT64);
    EXPECT_EQ(rank, 2);
    EXPECT_THAT(std::vector(extents.begin(), extents.begin() + 2), ElementsAre(3, 2));
    ASSERT_EQ(find(axpy, 1), TTGT_SUCCESS);
    EXPECT_EQ(dtype, TTGT_COMPLEX128);

    inputs[0].dtype = TTGT_COMPLEX64;
    inputs[1].dtype = TTGT_FLOAT16;
    ASSERT_EQ(find(axpy), TTGT_SUCCESS);
    EXPECT_EQ(dtype, TTGT_COMPLEX64);
    ASSERT_EQ(find("y() = max(abs(x(a,b))*e(a))"), TTGT_SUCCESS);
    EXPECT_EQ(dtype, TTGT_FLOAT32);
    EXPECT_EQ(rank, 0);
    inputs[0].dtype = TTGT_FLOAT16;
    ASSERT_EQ(find(axpy), TTGT_SUCCESS);
    EXPECT_EQ(dtype, TTGT_FLOAT16);
    inputs[1].dtype = TTGT_BFLOAT16;
    ASSERT_EQ(find(axpy), TTGT_SUCCESS);
    EXPECT_EQ(dtype, TTGT_FLOAT32);
}

TEST_F(COperators, OutputsThatInputsDoNotTellAreRefused) {
    ttgt_dtype dtype = -1;
    std::int32_t rank = -1;
    std::array<std::int64_t, 64> extents{};
    const auto find = [&](const char* formula) {
        return ttgt_formula_output(formula, inputs.data(), 2, 0, &dtype, &rank, extents.data());
    };
    EXPECT_EQ(find("y(a,c) = x(a,c) + e(a) + y(a,c)"), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("reads its output y"));
    EXPECT_EQ(find("y(a) += sum(x(a,b)) * e(a)"), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(find("y(a,z) = x(a,a) + e(a)"), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("'z'"));
    EXPECT_EQ(find("y(a) = x(a) + e(a)"), TTGT_ERROR_SHAPE);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("x has 1 labels"));
    EXPECT_EQ(find("y(a) = x(a,a)"), TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(dtype, -1);
    EXPECT_EQ(rank, -1);
}

TEST_F(COperators, RefusalsWriteNothing) {
    EXPECT_EQ(ttgt_evaluate(thread_context_of_c, axpy, &output, inputs.data(), 1, &alpha, 1),
              TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(ttgt_evaluate(thread_context_of_c, axpy, &output, inputs.data(), 2, nullptr, 1),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_evaluate(thread_context_of_c, axpy, &output, inputs.data(), 2, nullptr, 0),
              TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(ttgt_evaluate(thread_context_of_c, axpy, &output, nullptr, 2, &alpha, 1),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_evaluate(thread_context_of_c, axpy, &inputs[0], inputs.data(), 2, &alpha, 1),
              TTGT_ERROR_SHAPE);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("label"));
    EXPECT_EQ(run(), TTGT_ERROR_STALE_HANDLE);
    ASSERT_EQ(make_plan(), TTGT_SUCCESS);
    EXPECT_EQ(run(3), TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(run(2, 0), TTGT_ERROR_OPERAND_COUNT);
    EXPECT_EQ(run(2, -1), TTGT_ERROR_INVALID_ARGUMENT);
    addresses[1] = nullptr;
    EXPECT_EQ(run(), TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("pointer of e"));
    EXPECT_THAT(y, testing::Each(testing::IsNan()));
}

}  // namespace
}  // namespace ttgt::test
