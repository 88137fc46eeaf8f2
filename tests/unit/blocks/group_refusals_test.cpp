// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What groups refuse: typed, naming the problem, before anything is written.
#include <ttgt/error.h>
#include <ttgt/groups.h>

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using Operands = std::vector<OperandLayout>;
using Doubles = std::vector<double>;

constexpr DType f64 = DType::float64;

OperandLayout matrix(std::int64_t rows, std::int64_t columns) {
    return {f64, packed({rows, columns})};
}

/// Problem 0 is right, problem 1 the given one.
template <class Refusal>
std::string refusal_of_contraction(const Operands& second,
                                   const char* expression = "D(a,c)=L(a,k)*R(k,c)") {
    const Operands first{matrix(2, 3), matrix(2, 4), matrix(4, 3)};
    Context context;
    return refusal_of<Refusal>([&] {
        (void)plan_contractions(context, expression, {first, second});
    });
}

TEST(GroupRefusals, ContractionsNameTheProblem) {
    EXPECT_THAT(refusal_of_contraction<ExtentMismatch>({matrix(2, 3), matrix(2, 4), matrix(5, 3)}),
                AllOf(HasSubstr("problem 1"), HasSubstr("'k'"), HasSubstr("4"), HasSubstr("5")));
    EXPECT_THAT(refusal_of_contraction<RankMismatch>(
                    {matrix(2, 3), {f64, packed({2, 4, 1})}, matrix(4, 3)}),
                AllOf(HasSubstr("problem 1"), HasSubstr("rank 3")));
    EXPECT_THAT(refusal_of_contraction<OperandCountMismatch>({matrix(2, 3), matrix(2, 4)}),
                HasSubstr("problem 1"));
    EXPECT_THAT(refusal_of_contraction<AliasedOutput>(
                    {{f64, {{2, 3}, {1, 1}}}, matrix(2, 4), matrix(4, 3)}),
                HasSubstr("problem 1"));
    EXPECT_THAT(
        refusal_of_contraction<InvalidArgument>({matrix(2, 3), {f64, {{2, 4}, {1}}}, matrix(4, 3)}),
        HasSubstr("problem 1"));
    const OperandLayout single{DType::float32, packed({2, 3})};
    EXPECT_THAT(refusal_of_contraction<InvalidArgument>(
                    {single, {DType::float32, packed({2, 4})}, {DType::float32, packed({4, 3})}}),
                AllOf(HasSubstr("problem 1"), HasSubstr("float32"), HasSubstr("float64")));
    EXPECT_NE(refusal_of_contraction<SizeOverflow>({{f64, packed({1 << 30, 1 << 30})},
                                                    {f64, {{1 << 30, 1}, {1LL << 40, 1}}},
                                                    {f64, packed({1, 1 << 30})}}),
              "");
}

TEST(GroupRefusals, ContractionsThatNoGroupTakes) {
    const Operands right{matrix(2, 3), matrix(2, 4), matrix(4, 3)};
    Context context;
    const auto refuse = [&](const char* expression, const Operands& problem,
                            const PlanOptions& options) {
        return refusal_of<Unsupported>(
            [&] { (void)plan_contractions(context, expression, {problem}, options); });
    };
    PlanOptions measured;
    measured.planning = Planning::measure;

    EXPECT_NE(refuse("D(a,c)=L(a,k)*R(k,c)", right, measured), "");
    EXPECT_NE(refuse("D(a,c)=L(a,c)+R(a,c)", {matrix(2, 3), matrix(2, 3), matrix(2, 3)}, {}), "");
    EXPECT_NE(refusal_of<ExpressionError>(
                  [&] { (void)plan_contractions(context, "D(a,#)=L(a,#)", {right}); }),
              "");
}

TEST(GroupRefusals, TransposesNameTheProblem) {
    Context context;
    const TransposeLayouts right{packed({2, 3}), packed({3, 2})};
    const auto plan = [&](const TransposeLayouts& second, const std::vector<int>& perm = {1, 0},
                          DType dtype = f64, const TransposeGroupOptions& options = {}) {
        (void)plan_transposes(context, {right, second}, perm, dtype, options);
    };
    EXPECT_THAT(refusal_of<ExtentMismatch>([&] {
                    plan({packed({2, 3}), packed({2, 3})});
                }),
                AllOf(HasSubstr("problem 1"), HasSubstr("extent 2"), HasSubstr("extent 3")));
    EXPECT_THAT(refusal_of<RankMismatch>([&] {
                    plan({packed({2}), packed({2})});
                }),
                HasSubstr("problem 1"));
    EXPECT_THAT(refusal_of<AliasedOutput>([&] {
                    plan({packed({2, 3}), {{3, 2}, {0, 1}}});
                }),
                HasSubstr("problem 1"));
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { plan(right, {0, 0}); }), HasSubstr("perm"));
    EXPECT_NE(refusal_of<InvalidArgument>([&] { plan(right, {1, 0}, DType::opaque4); }), "");
    TransposeGroupOptions measured;
    measured.planning = Planning::measure;
    EXPECT_NE(refusal_of<Unsupported>([&] { plan(right, {1, 0}, f64, measured); }), "");
    const Layout most = packed(std::vector<std::int64_t>(max_rank, 1));
    std::vector<int> same(max_rank);
    for (std::size_t i = 0; i < same.size(); ++i) same[i] = static_cast<int>(i);
    EXPECT_THAT(refusal_of<Unsupported>([&] {
                    (void)plan_transposes(context, {{most, most}}, same, f64);
                }),
                HasSubstr("64"));
}

class GroupRuns : public testing::Test {
protected:
    GroupRuns() {
        const Layout pair = packed({2});
        plan.emplace_back(plan_transposes(context, {{pair, pair}, {pair, pair}}, {0}, f64));
    }
    template <class Refusal>
    std::string refusal(const std::vector<void*>& outputs,
                        const std::vector<std::vector<const void*>>& inputs,
                        const RunOptions& options = {}) {
        const Doubles before = out;
        std::string text = refusal_of<Refusal>([&] { plan[0].run(outputs, inputs, options); });
        EXPECT_EQ(out, before);
        return text;
    }

    Context context;
    std::vector<GroupPlan> plan;
    Doubles in = Doubles{1, 2, 3, 4};
    Doubles out = Doubles(4, 7);
};

TEST_F(GroupRuns, NameTheProblem) {
    const std::vector<const void*> inputs{&in[0], &in[2]};
    EXPECT_THAT(refusal<AliasedOutput>({&out[0], &out[1]}, {inputs}),
                AllOf(HasSubstr("problem 0"), HasSubstr("problem 1")));
    EXPECT_THAT(refusal<OverlapError>({&out[0], &out[2]}, {{&in[0], &out[1]}}),
                AllOf(HasSubstr("problem 0"), HasSubstr("problem 1")));
    EXPECT_THAT(refusal<InvalidArgument>({&out[0], nullptr}, {inputs}), HasSubstr("problem 1"));
    EXPECT_THAT(refusal<InvalidArgument>({&out[0], &out[2]}, {{nullptr, &in[2]}}),
                HasSubstr("problem 0"));
}

TEST_F(GroupRuns, CountAddressesAndInputs) {
    const std::vector<const void*> inputs{&in[0], &in[2]};
    EXPECT_THAT(refusal<InvalidArgument>({&out[0]}, {inputs}), HasSubstr("2 problems"));
    EXPECT_THAT(refusal<InvalidArgument>({&out[0], &out[2]}, {{&in[0]}}),
                AllOf(HasSubstr("1 addresses"), HasSubstr("2 problems")));
    EXPECT_NE(refusal<OperandCountMismatch>({&out[0], &out[2]}, {inputs, inputs}), "");
}

TEST_F(GroupRuns, RefuseScalarsAndStreamsThatDoNotFit) {
    const std::vector<void*> outputs{&out[0], &out[2]};
    const std::vector<const void*> inputs{&in[0], &in[2]};
    RunOptions options;
    options.alpha = Scalar(0, 1);
    EXPECT_THAT(refusal<InvalidArgument>(outputs, {inputs}, options), HasSubstr("alpha"));
    options = {};
    options.beta = 1.0;
    EXPECT_THAT(refusal<InvalidArgument>(outputs, {inputs}, options), HasSubstr("beta"));
    options = {};
    options.unchanged = {0};
    EXPECT_NE(refusal<InvalidArgument>(outputs, {inputs}, options), "");
}

}  // namespace
}  // namespace ttgt::test
