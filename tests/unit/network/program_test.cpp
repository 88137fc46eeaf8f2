// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/ttgt.h>

#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/path/path_cost.h"
#include "network/program/bind_program.h"
#include "network/rewrite/common_factors.h"
#include "network/rewrite/pairwise.h"
#include "tests/support/counting_tensors.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::counting;
using test::refusal_of;
using test::values;
using testing::HasSubstr;

using Doubles = std::vector<double>;

NamedOperand operand(std::string name, std::vector<std::int64_t> extents) {
    return {std::move(name), {DType::float64, packed(std::move(extents))}};
}

TEST(Program, ComputesTemporariesThatItNames) {
    Context context;
    const ProgramPlan plan =
        plan_program(context, R"(
        # W is nobody's operand
        W(i,j) = A(i,k) * B(k,j)
               - A(i,j)
        R(i) = W(i,j) * X(j); S() = W(i,i)
    )",
                     {operand("R", {2}), operand("S", {}), operand("A", {2, 2}),
                      operand("B", {2, 2}), operand("X", {2})});
    Tensor<double> r({2});
    Tensor<double> s({});
    Tensor<double> a = counting<double>({2, 2});  // 1 3 | 2 4
    Tensor<double> b = counting<double>({2, 2});
    Tensor<double> x = counting<double>({2});
    const std::array<void*, 5> operands{r.data(), s.data(), a.data(), b.data(), x.data()};
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());

    plan.run(operands, options);

    // A*B = 7 15 | 10 22, W = 6 12 | 8 18
    EXPECT_EQ(values(r), (Doubles{6 + 2 * 12, 8 + 2 * 18}));
    EXPECT_EQ(values(s), (Doubles{24}));
    EXPECT_THAT(plan.explain(), HasSubstr("W(i,j) += -A(i,j)"));
}

TEST(Program, AddsToOperandsOverSeveralStatements) {
    Context context;
    const ProgramPlan plan =
        plan_program(context, "R(i) += A(i,j)*X(j)\nR(i) -= 2 X(i)",
                     {operand("R", {2}), operand("A", {2, 2}), operand("X", {2})});
    Tensor<double> r({2});
    r.fill(10);
    Tensor<double> a = counting<double>({2, 2});
    Tensor<double> x = counting<double>({2});
    const std::array<void*, 3> operands{r.data(), a.data(), x.data()};
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());

    plan.run(operands, options);

    EXPECT_EQ(values(r), (Doubles{10 + 7 - 2, 10 + 10 - 4}));
    options.alpha = 2.0;
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { plan.run(operands, options); }),
                HasSubstr("takes neither alpha nor beta"));
}

std::string refusal(const char* program) {
    Context context;
    const std::vector<NamedOperand> operands{operand("R", {2}), operand("A", {2, 2}),
                                             operand("X", {2}), operand("Y", {3})};
    return refusal_of<InvalidArgument>([&] { (void)plan_program(context, program, operands); });
}

TEST(Program, RefusalsNameStatementFactorAndLabel) {
    EXPECT_THAT(refusal("R(i)=X(i)\nQ(i)=A(i,j)*Y(j)"),
                HasSubstr("label 'j' has extent 2 in statement 2 (line 2, column 1), factor 1 'A' "
                          "but 3 in statement 2 (line 2, column 1), factor 2 'Y'"));
    EXPECT_THAT(refusal("R(i)=X(i)\nQ(k)=A(i,j)*X(j)"),
                HasSubstr("statement 2 (line 2, column 1): label 'k' stands in statement 2 (line "
                          "2, column 1), the output 'Q' but in no input"));
    EXPECT_THAT(refusal("R(i)=Q(i)\nQ(i)=X(i)"),
                HasSubstr("statement 1 (line 1, column 1): 'Q' is read, but it is not given and no "
                          "statement before"));
    EXPECT_THAT(refusal("R(i)=X(i); R(i)=A(i,i)"),
                HasSubstr("statement 2 (line 1, column 12): 'R' is written by '=' a second time"));
    EXPECT_THAT(refusal("R(i)=X(i); X(i)=A(i,i)"),
                HasSubstr("statement 2 (line 1, column 12): 'X' is written here, but was read"));
    EXPECT_THAT(refusal("R(i)=X(i); R(i)+=A(i,j)*R(j)"),
                HasSubstr("statement 2 (line 1, column 12): 'R' is written here, but was read"));
    EXPECT_THAT(refusal("Q(i)+=X(i)"), HasSubstr("'Q' is added to, but it is not given"));
    EXPECT_THAT(refusal("R(i)=A(i,j)*X(j)*Y(k); Q(i)=X(i)"),
                HasSubstr("statement 2 (line 1, column 24): 'Q' is written, but it is not given "
                          "and nothing reads it"));
    EXPECT_THAT(refusal("R(i)=A(i,j)*X(j)"), HasSubstr("'Y' is given but stands in no statement"));
    EXPECT_THAT(refusal("R(i)=A(i,j)*X(j)*Y(k); Q(i,j)=A(i,j); R(i)+=Q(i,i)*Q(j,k)*Y(j)"),
                HasSubstr("label 'j' has extent 2 in statement 3 (line 1, column 39), factor 2 "
                          "'Q' but 3"));
}

TEST(Program, RefusalsCountLinesOverBlankOnesCommentsAndLineEndsOfDos) {
    EXPECT_THAT(refusal("# first\r\n\r\nR(i) =\r\n  X(i)\r\n\t Q(i) = A(i,j) * Y(j)\r\n"),
                HasSubstr("statement 2 (line 5, column 3), factor 2 'Y'"));
}

TEST(Program, SyntaxErrorsNameTheLineAndCountFromTheProgramsBegin) {
    try {
        (void)parse_program("R(i)=X(i)\nQ(i)=*X(i)");
        FAIL() << "parsed";
    } catch (const ExpressionError& error) {
        EXPECT_EQ(error.column(), 15U);
        EXPECT_THAT(error.what(), testing::StartsWith("line 2, column 6: expected a tensor"));
        EXPECT_THAT(error.what(), testing::EndsWith("\nQ(i)=*X(i)\n     ^"));
    }
}

network::Program bound(const char* program, std::vector<NamedOperand> operands) {
    return network::bind_statements(parse_program(program), operands, program);
}

const std::vector<NamedOperand> squares{operand("R", {20, 20}), operand("A", {20, 20}),
                                        operand("B", {20, 20}), operand("C", {20, 20})};

TEST(Rewriting, PullsOutCommonFactors) {
    const network::PathCosts costs(Minimize::flops);

    const network::Program program = network::pull_out_common_factors(
        bound("R(i,j) = A(i,k)*B(k,j) - 2*A(i,l)*C(j,l)", squares), costs);

    ASSERT_EQ(program.sums.size(), 2U);
    EXPECT_EQ(network::to_string(program, program.sums[0]), "_sum1(k,j) = B(k,j) - 2 * C(j,k)");
    EXPECT_EQ(network::to_string(program, program.sums[1]), "R(i,j) = A(i,k) * _sum1(k,j)");
}

// Two sums of twelve different factors: as many orders as keep each tensor in its place, one.
TEST(Rewriting, PullsACommonFactorOutOfLongProducts) {
    const network::PathCosts costs(Minimize::flops);
    std::vector<NamedOperand> operands{operand("R", {20, 20}), operand("A", {20, 20})};
    std::string text = "R(i,j) = ";
    for (const char* side : {"B", "C"}) {
        text += std::string(side == std::string("C") ? " + " : "") + "A(i,k0)";
        for (int factor = 0; factor < 12; ++factor) {
            const std::string name = side + std::to_string(factor);
            const std::string next = factor == 11 ? "j" : "k" + std::to_string(factor + 1);
            text += "*" + name + "(k" + std::to_string(factor) + "," + next + ")";
            operands.push_back(operand(name, {20, 20}));
        }
    }

    const network::Program program =
        network::pull_out_common_factors(bound(text.c_str(), operands), costs);

    ASSERT_EQ(program.sums.size(), 2U);
    EXPECT_EQ(network::to_string(program, program.sums[1]), "R(i,j) = A(i,k0) * _sum1(k0,j)");
}

TEST(Rewriting, ComputesEqualProductsOnce) {
    const network::PathCosts costs(Minimize::flops);
    const network::Program twice =
        bound("R(i,j) = A(i,k)*B(k,j) + B(l,i)*A(j,l) + C(i,j)", squares);
    PathOptions path;

    const network::Program program = network::make_pairwise(twice, costs, path);

    ASSERT_EQ(program.sums.size(), 4U);
    EXPECT_EQ(network::to_string(program, program.sums[0]), "_1(i,j) = A(i,k) * B(k,j)");
    EXPECT_EQ(network::to_string(program, program.sums[1]), "R(i,j) = _1(i,j)");
    EXPECT_EQ(network::to_string(program, program.sums[2]), "R(i,j) += _1(j,i)");
    path.share = false;
    EXPECT_EQ(network::make_pairwise(twice, costs, path).sums.size(), 3U);
}

}  // namespace
}  // namespace ttgt
