// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What networks refuse while they are planned and run: texts name factor, label and extents, and
// nothing is written.
#include <ttgt/ttgt.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/counting_tensors.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::counting;
using test::refusal_of;
using test::values;
using testing::HasSubstr;

std::vector<OperandLayout> float64_layouts(const std::vector<std::vector<std::int64_t>>& extents) {
    std::vector<OperandLayout> layouts;
    for (const auto& own : extents) layouts.push_back({DType::float64, packed(own)});
    return layouts;
}

TEST(NetworkRefusal, OptionsOfInputsThatAreNotThereAreRefused) {
    Context context;
    const auto refusal = [&](const std::string& expression, std::size_t tensors,
                             const PathOptions& path) {
        const std::vector<OperandLayout> layouts(tensors, {DType::float64, packed({2, 2})});
        return refusal_of<InvalidArgument>(
            [&] { (void)plan_contraction(context, expression, layouts, {}, path); });
    };
    PathOptions kept;
    kept.kept = {0, 7};
    PathOptions same;
    same.same = {{0, static_cast<std::size_t>(-1)}};

    EXPECT_THAT(refusal("D(i,l)=A(i,j)*B(j,k)*C(k,l)", 4, kept),
                HasSubstr("input 7 is said to be kept; there are inputs 0 to 2"));
    EXPECT_THAT(refusal("D(i,k)=A(i,j)*B(j,k)", 3, kept),
                HasSubstr("input 7 is said to be kept; there are inputs 0 to 1"));
    EXPECT_THAT(refusal("D(i,k)=A(i,j)*B(j,k)", 3, same),
                HasSubstr("is said to be the same as others; there are inputs 0 to 1"));
    EXPECT_THAT(refusal("D(i,j)=A(j,i)", 2, kept),
                HasSubstr("input 7 is said to be kept; there are inputs 0 to 0"));
}

TEST(NetworkRefusal, UnchangedInputsThatAreNotThereAreRefused) {
    Context context;
    const ContractionPlan plan = plan_contraction(context, "D(i,k)=A(i,j)*B(j,k)",
                                                  float64_layouts({{2, 2}, {2, 2}, {2, 2}}));
    Tensor<double> d({2, 2});
    const Tensor<double> a({2, 2});
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    options.unchanged = {9};

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { plan.run(d.data(), a.data(), a.data(), options); }),
        HasSubstr("input 9 is said to be unchanged; 'D(i,k) = A(i,j) * B(j,k)' has inputs 0 to 1"));
}

TEST(NetworkRefusal, RefusalsNameFactorAndLabel) {
    Context context;
    const auto refusal = [&](const char* text,
                             const std::vector<std::vector<std::int64_t>>& extents) {
        return refusal_of<InvalidArgument>(
            [&] { (void)plan_contraction(context, text, float64_layouts(extents)); });
    };
    EXPECT_THAT(refusal("D(a)=A(a,b)*B(b)*C(b)", {{2}, {2, 3}, {3}, {4}}),
                HasSubstr("label 'b' has extent 3 in factor 1 'A' but 4 in factor 3 'C'"));
    EXPECT_THAT(refusal("D(a)=A(a)*B(a)*C(a,b)", {{2}, {2}, {2}, {2}}),
                HasSubstr("factor 3 'C' has 2 labels in the expression but its tensor has rank 1"));
    EXPECT_THAT(refusal("D(a,z)=A(a)*B(a)*C(a)", {{2, 2}, {2}, {2}, {2}}),
                HasSubstr("label 'z' stands in the output 'D' but in no input"));
    EXPECT_THAT(refusal("D(a,b)=A(a)*B(b)+C(a)", {{2, 2}, {2}, {2}, {2}}),
                HasSubstr("label 'b' stands in the output 'D' but in no factor of term 2"));
    EXPECT_THAT(refusal("D(a,a)=A(a)*B(a)*C(a)", {{2, 2}, {2}, {2}, {2}}),
                HasSubstr("label 'a' stands twice in the output 'D'"));
    EXPECT_THAT(refusal("D(a)=A(a)*B(a)*C(a)", {{3}, {2}, {2}, {2}}),
                HasSubstr("label 'a' has extent 2 in the inputs but 3 in the output 'D'"));
    EXPECT_THAT(refusal("D(a)=A(a)*B(a)*C(a)", {{2}, {2}, {2}}), HasSubstr("names 4 tensors"));
}

TEST(NetworkRefusal, RunsRefuseOverlapsAndWriteNothing) {
    Context context;
    const ContractionPlan plan =
        plan_contraction(context, "D(a)=A(a)*B(a)*C(a)", float64_layouts({{2}, {2}, {2}, {2}}));
    Tensor<double> d = counting<double>({2});
    const Tensor<double> a = counting<double>({2});
    const std::array<const void*, 3> inputs{a.data(), d.data(), a.data()};
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());

    EXPECT_THAT(refusal_of<OverlapError>([&] { plan.run(d.data(), inputs, options); }),
                HasSubstr("the output 0 'D' overlaps operand 2 'B'"));
    EXPECT_EQ(values(d), (std::vector<double>{1, 2}));
    const std::array<const void*, 3> missing{a.data(), nullptr, a.data()};
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { plan.run(d.data(), missing, options); }),
                HasSubstr("the data of operand 2 'B' is null"));
    EXPECT_THAT(refusal_of<OperandCountMismatch>([&] { plan.run(d.data(), a.data(), options); }),
                HasSubstr("has 3 input(s), the run was given 1"));
}

}  // namespace
}  // namespace ttgt
