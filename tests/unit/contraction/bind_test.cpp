// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/problem/bind.h"

#include <ttgt/error.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/problem/matrix_view.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::HasSubstr;

Problem bound(const std::string& expression, const std::vector<Extents>& extents,
              DType dtype = DType::float64) {
    std::vector<OperandLayout> operands;
    for (const Extents& e : extents) operands.push_back({dtype, packed(e)});
    return bind_expression(parse_expression(expression), operands, std::nullopt);
}

/// The one label of that name.
const ProblemLabel& label(const Problem& problem, const std::string& name) {
    for (const ProblemLabel& candidate : problem.labels) {
        if (candidate.name == name) return candidate;
    }
    throw std::runtime_error("no label " + name);
}

template <class Exception>
std::string message(const std::string& expression, const std::vector<Extents>& extents) {
    return test::refusal_of<Exception>([&] { (void)bound(expression, extents); });
}

TEST(Bind, GivesEveryLabelItsRoleAndStrides) {
    const Problem problem =
        bound("D(e,a,b)=L(x,a,e,k)*R(k,y,b,e)", {{2, 3, 5}, {7, 3, 2, 11}, {11, 13, 5, 2}});

    EXPECT_EQ(label(problem, "e").role, Role::batch);
    EXPECT_EQ(label(problem, "a").role, Role::free_l);
    EXPECT_EQ(label(problem, "b").role, Role::free_r);
    EXPECT_EQ(label(problem, "k").role, Role::contracted);
    EXPECT_EQ(label(problem, "x").role, Role::lone_l);
    EXPECT_EQ(label(problem, "y").role, Role::lone_r);
    EXPECT_EQ(label(problem, "e").strides, (std::array<std::int64_t, 3>{1, 21, 715}));
    EXPECT_EQ(problem.sizes.m, 3);
    EXPECT_EQ(problem.sizes.n, 5);
    EXPECT_EQ(problem.sizes.k, 11);
    EXPECT_EQ(problem.sizes.batch, 2);
    EXPECT_EQ(problem.sizes.lone, 91);
}

TEST(Bind, MergesLabelsAdjacentInEveryOperand) {
    const Problem problem =
        bound("D(a,b,c)=L(a,b,k,l)*R(k,l,c)", {{2, 3, 4}, {2, 3, 5, 6}, {5, 6, 4}});

    ASSERT_EQ(problem.labels.size(), 3U);
    EXPECT_EQ(label(problem, "a,b").extent, 6);
    EXPECT_EQ(label(problem, "k,l").extent, 30);
    EXPECT_EQ(label(problem, "k,l").strides, (std::array<std::int64_t, 3>{0, 6, 1}));
}

TEST(Bind, MergesAcrossStridesThatContinueAndNoOthers) {
    // The matrix is a block of a larger one: a and b continue each other in D and L only with the
    // same leading dimension.
    std::vector<OperandLayout> operands{{DType::float64, Layout{{3, 4}, {-2, -6}}},
                                        {DType::float64, Layout{{3, 4}, {5, 15}}}};
    const Expression expression = parse_expression("D(a,b)=L(a,b)");
    EXPECT_EQ(bind_expression(expression, operands, std::nullopt).labels.size(), 1U);

    operands[1].layout.strides = {5, 16};
    EXPECT_EQ(bind_expression(expression, operands, std::nullopt).labels.size(), 2U);
}

TEST(Bind, DropsLabelsOfExtentOneAndSumsDiagonalStrides) {
    const Problem problem = bound("D(i,o)=L(i,j,i,o)", {{4, 1}, {4, 3, 4, 1}});

    ASSERT_EQ(problem.labels.size(), 2U);
    EXPECT_EQ(label(problem, "i").strides, (std::array<std::int64_t, 3>{1, 13, 0}));
    EXPECT_EQ(label(problem, "j").role, Role::lone_l);
}

TEST(Bind, FindsEmptySpaces) {
    EXPECT_TRUE(bound("D(a,b)=L(a,k)*R(k,b)", {{0, 2}, {0, 3}, {3, 2}}).output_empty);
    EXPECT_TRUE(bound("D(a,b)=L(a,k)*R(k,b)", {{4, 2}, {4, 0}, {0, 2}}).sum_empty);
    EXPECT_FALSE(bound("D(a,b)=L(a,k)*R(k,b)", {{4, 2}, {4, 0}, {0, 2}}).output_empty);
}

TEST(Bind, SignsAndLiteralsBecomeOneScale) {
    EXPECT_EQ(bound("D(a)-=0.5*L(a)*2", {{3}, {3}}).scale, -1.0);
    EXPECT_TRUE(bound("D(a)=L(a)", {{3}, {3}}).beta_is_zero);
    EXPECT_FALSE(bound("D(a)-=L(a)", {{3}, {3}}).beta_is_zero);
}

TEST(Bind, ConjugationOfRealOperandsIsNothing) {
    EXPECT_FALSE(bound("D(a)=conj(L(a))", {{3}, {3}}).conjugated[operand_l]);
    EXPECT_TRUE(bound("D(a)=L+(a)", {{3}, {3}}, DType::complex64).conjugated[operand_l]);
}

TEST(Bind, ExtentMismatchNamesLabelOperandsAndBothExtents) {
    EXPECT_EQ(message<ExtentMismatch>("C(a,b)=A(a,k)*B(k,b)", {{2, 3}, {2, 30}, {32, 3}}),
              "label 'k' has extent 30 in L 'A' but 32 in R 'B'");
    EXPECT_EQ(message<ExtentMismatch>("D(a)=L(a,i,i)", {{2}, {2, 3, 1}}),
              "label 'i' has extent 3 in L but 1 in L");
}

TEST(Bind, RankAndOperandCountMismatchesNameBothNumbers) {
    EXPECT_EQ(message<RankMismatch>("D(a)=L(a,k)*R(k)", {{2}, {2}, {3}}),
              "L has 2 labels in the expression but its tensor has rank 1");
    EXPECT_EQ(message<OperandCountMismatch>("D(a)=L(a,k)*R(k)", {{2}, {2, 3}}),
              "'D(a) = L(a,k) * R(k)' names 3 tensors, output included, but 2 were given");
}

TEST(Bind, OutputLabelsMustComeFromAnInputAndStandOnce) {
    EXPECT_EQ(message<InvalidArgument>("D(a,z)=L(a)", {{2, 3}, {2}}),
              "label 'z' stands in D but in no input, so nothing says what to put there");
    EXPECT_EQ(message<InvalidArgument>("D(a,a)=L(a)", {{2, 2}, {2}}),
              "label 'a' stands twice in the output D");
}

TEST(Bind, OutputsThatOverlapThemselvesAreRefused) {
    const Expression expression = parse_expression("D(a,b)=L(a,b)");
    const std::vector<OperandLayout> operands{{DType::float64, Layout{{3, 4}, {1, 2}}},
                                              {DType::float64, packed({3, 4})}};

    EXPECT_THAT(refusal_of<OverlapError>(
                    [&] { (void)bind_expression(expression, operands, std::nullopt); }),
                HasSubstr("the output D overlaps itself: 3x4 strides 1,2"));
}

TEST(Bind, DTypesMustGoTogether) {
    const Expression expression = parse_expression("D(a)=L(a)*R(a)");
    const auto bind_dtypes = [&](DType d, DType l, DType r) {
        return bind_expression(expression, {{d, packed({2})}, {l, packed({2})}, {r, packed({2})}},
                               std::nullopt);
    };

    EXPECT_THAT(
        refusal_of<InvalidArgument>(
            [&] { (void)bind_dtypes(DType::float64, DType::float32, DType::float64); }),
        HasSubstr("L is float32 but D is float64; operands of one contraction share a precision"));
    EXPECT_THAT(
        refusal_of<InvalidArgument>(
            [&] { (void)bind_dtypes(DType::float64, DType::complex128, DType::float64); }),
        HasSubstr("L is complex128 but D is float64; a complex result needs a complex output"));
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { (void)bind_dtypes(DType::opaque8, DType::opaque8, DType::opaque8); }),
                HasSubstr("D has dtype opaque8, which has no arithmetic"));
    EXPECT_NO_THROW((void)bind_dtypes(DType::complex128, DType::float64, DType::complex128));
}

TEST(Bind, SumsAndLongProductsAreRefusedByName) {
    EXPECT_EQ(message<Unsupported>("D(a)=L(a)+R(a)", {{2}, {2}, {2}}),
              "planning takes one term; 'D(a) = L(a) + R(a)' is a sum of 2");
    EXPECT_EQ(message<Unsupported>("D(a)=A(a)*B(a)*C(a)", {{2}, {2}, {2}, {2}}),
              "planning takes one or two factors; 'D(a) = A(a) * B(a) * C(a)' has 3");
}

TEST(Bind, SizesThatOverflowAreRefused) {
    const std::int64_t large = std::int64_t{1} << 31;
    const std::vector<OperandLayout> operands{{DType::float64, Layout{{large}, {1}}},
                                              {DType::float64, Layout{{large, large}, {0, 1}}},
                                              {DType::float64, Layout{{large, large}, {1, 0}}}};

    EXPECT_THAT(refusal_of<SizeOverflow>([&] {
                    (void)bind_expression(parse_expression("D(a)=L(k,a)*R(k,l)"), operands,
                                          std::nullopt);
                }),
                HasSubstr("L of extents 2147483648x2147483648 has more bytes than 64 bits count"));
}

}  // namespace
}  // namespace ttgt
