// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Groups of transposes and contractions through the C API, and what is refused.
#include <ttgt/c_groups.h>

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

using testing::HasSubstr;

using Doubles = std::vector<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr ttgt_context own{0};

/// Matrices of (rows, columns).
ttgt_tensor matrix(const std::array<std::int64_t, 2>& extents, ttgt_dtype dtype = TTGT_FLOAT64) {
    return {dtype, TTGT_HOST, 2, extents.data(), nullptr, nullptr};
}

constexpr std::array<std::int64_t, 2> two_by_three{2, 3};
constexpr std::array<std::int64_t, 2> three_by_two{3, 2};
constexpr std::array<std::int64_t, 2> one_by_one{1, 1};
constexpr std::array<std::int32_t, 2> turned{1, 0};

class CGroups : public testing::Test {
protected:
    void TearDown() override { EXPECT_EQ(ttgt_group_plan_destroy(plan), TTGT_SUCCESS); }

    ttgt_status transposes(const std::vector<ttgt_tensor>& tensors, std::int32_t beta_is_zero = 1,
                           const ttgt_transpose_options* options = nullptr) {
        return ttgt_group_plan_create_transposes(own, tensors.data(),
                                                 static_cast<std::int64_t>(tensors.size() / 2),
                                                 turned.data(), beta_is_zero, options, &plan);
    }

    ttgt_group_plan plan{};
};

TEST_F(CGroups, TransposesRun) {
    ASSERT_EQ(transposes({matrix(three_by_two), matrix(two_by_three), matrix(one_by_one),
                          matrix(one_by_one)}),
              TTGT_SUCCESS)
        << ttgt_last_error();
    Doubles in{1, 2, 3, 4, 5, 6};
    Doubles out(6, nan);
    double one = 7;
    double copy = nan;
    const std::array<void*, 4> addresses{out.data(), in.data(), &copy, &one};

    ASSERT_EQ(ttgt_group_plan_run(plan, addresses.data(), 4, nullptr, nullptr, nullptr),
              TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_EQ(out, (Doubles{1, 3, 5, 2, 4, 6}));
    EXPECT_EQ(copy, 7);
}

TEST_F(CGroups, TransposesAccumulate) {
    ASSERT_EQ(transposes({matrix(one_by_one), matrix(one_by_one)}, 0), TTGT_SUCCESS);
    double in = 2;
    double out = 5;
    const std::array<void*, 2> addresses{&out, &in};
    const ttgt_scalar alpha{3, 0};
    const ttgt_scalar beta{-1, 0};

    ASSERT_EQ(ttgt_group_plan_run(plan, addresses.data(), 2, &alpha, &beta, nullptr), TTGT_SUCCESS)
        << ttgt_last_error();

    EXPECT_EQ(out, 3 * 2 - 5);
}

TEST_F(CGroups, ContractionsRunAndExplainThemselves) {
    constexpr std::array<std::int64_t, 2> two_by_two{2, 2};
    const std::vector<ttgt_tensor> tensors{matrix(two_by_two),   matrix(two_by_three),
                                           matrix(three_by_two), matrix(one_by_one),
                                           matrix(one_by_one),   matrix(one_by_one)};
    ASSERT_EQ(
        ttgt_group_plan_create(own, "D(a,c)=L(a,k)*R(k,c)", tensors.data(), 3, 2, nullptr, &plan),
        TTGT_SUCCESS)
        << ttgt_last_error();
    Doubles l(6, 2);
    Doubles r(6, 3);
    Doubles d(4, nan);
    double product = nan;
    const std::array<void*, 6> addresses{d.data(), l.data(), r.data(),
                                         &product, l.data(), r.data()};
    ASSERT_EQ(ttgt_group_plan_run(plan, addresses.data(), 6, nullptr, nullptr, nullptr),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_EQ(d, Doubles(4, 3 * 2 * 3));
    EXPECT_EQ(product, 2 * 3);

    std::int64_t bytes = -1;
    EXPECT_EQ(ttgt_group_plan_workspace_bytes(plan, &bytes), TTGT_SUCCESS);
    EXPECT_GE(bytes, 0);
    std::string text(200, '\0');
    std::size_t length = 0;
    ASSERT_EQ(ttgt_group_plan_explain(plan, text.data(), text.size(), &length), TTGT_SUCCESS);
    EXPECT_THAT(text, HasSubstr("D(a,c,#)"));
}

TEST_F(CGroups, OfNoProblemsRun) {
    ASSERT_EQ(ttgt_group_plan_create_transposes(own, nullptr, 0, nullptr, 1, nullptr, &plan),
              TTGT_SUCCESS)
        << ttgt_last_error();
    EXPECT_EQ(ttgt_group_plan_run(plan, nullptr, 0, nullptr, nullptr, nullptr), TTGT_SUCCESS)
        << ttgt_last_error();
}

TEST_F(CGroups, RefusalsNameTheProblem) {
    const ttgt_tensor one = matrix(one_by_one);
    EXPECT_EQ(transposes({one, one, matrix(two_by_three), matrix(two_by_three)}), TTGT_ERROR_SHAPE);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("problem 1"));
    EXPECT_EQ(transposes({one, one, one, matrix(one_by_one, TTGT_FLOAT32)}),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("problem 1"));
    const std::vector<ttgt_tensor> tensors{one, one, one, one, one, matrix(two_by_three)};
    EXPECT_EQ(
        ttgt_group_plan_create(own, "D(a,c)=L(a,k)*R(k,c)", tensors.data(), 3, 2, nullptr, &plan),
        TTGT_ERROR_SHAPE);
    EXPECT_THAT(ttgt_last_error(), HasSubstr("problem 1"));
    EXPECT_EQ(
        ttgt_group_plan_create(own, "D(a,c)=L(a,k)*R(k,c)", tensors.data(), 2, 3, nullptr, &plan),
        TTGT_ERROR_OPERAND_COUNT);
}

TEST_F(CGroups, RefuseWhatIsMissing) {
    const std::vector<ttgt_tensor> pair{matrix(one_by_one), matrix(one_by_one)};
    EXPECT_EQ(ttgt_group_plan_create_transposes(own, nullptr, 1, turned.data(), 1, nullptr, &plan),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_group_plan_create_transposes(own, pair.data(), 1, nullptr, 1, nullptr, &plan),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(
        ttgt_group_plan_create_transposes(own, pair.data(), -1, turned.data(), 1, nullptr, &plan),
        TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(transposes(pair, 2), TTGT_ERROR_INVALID_ARGUMENT);
    ttgt_transpose_options measured = TTGT_TRANSPOSE_OPTIONS;
    measured.measure = 1;
    EXPECT_EQ(transposes(pair, 1, &measured), TTGT_ERROR_UNSUPPORTED);
    ttgt_contract_options copied = TTGT_CONTRACT_OPTIONS;
    copied.copy_host_operands = 1;
    EXPECT_EQ(ttgt_group_plan_create(own, "D(b,a)=L(a,b)", pair.data(), 2, 1, &copied, &plan),
              TTGT_ERROR_UNSUPPORTED);
    ASSERT_EQ(transposes(pair), TTGT_SUCCESS);
    double in = 1;
    double out = 5;
    const std::array<void*, 2> addresses{&out, &in};
    EXPECT_EQ(ttgt_group_plan_run(plan, addresses.data(), 1, nullptr, nullptr, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_group_plan_run(plan, nullptr, 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(ttgt_group_plan_run({99}, addresses.data(), 2, nullptr, nullptr, nullptr),
              TTGT_ERROR_STALE_HANDLE);
    EXPECT_EQ(out, 5);
}

}  // namespace
}  // namespace ttgt::test
