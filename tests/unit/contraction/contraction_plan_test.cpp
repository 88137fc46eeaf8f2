// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/ttgt.h>

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
using testing::AllOf;
using testing::HasSubstr;

using Doubles = std::vector<double>;

class PlannedMatrixProduct : public testing::Test {
protected:
    Context context_;
    ContractionPlan plan_ = plan_contraction(context_, "D(b,a)=L(a,k)*R(b,k)",
                                             {{DType::float64, packed({2, 2})},
                                              {DType::float64, packed({2, 2})},
                                              {DType::float64, packed({2, 2})}},
                                             {.strategy = "classic"});
    Tensor<double> d_{{2, 2}};
    Tensor<double> l_ = counting<double>({2, 2});
    RunOptions options_;
};

TEST_F(PlannedMatrixProduct, NeedsTheWorkspaceItStates) {
    const Workspace enough = context_.workspace(plan_.workspace_bytes());
    options_.workspace = {enough.data, plan_.workspace_bytes() - 1};
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { plan_.run(d_.data(), l_.data(), l_.data(), options_); }),
        HasSubstr("the plan needs " + std::to_string(plan_.workspace_bytes()) +
                  " bytes of workspace, " + std::to_string(plan_.workspace_bytes() - 1) +
                  " were given"));
    options_.workspace = {static_cast<char*>(enough.data) + 8, plan_.workspace_bytes()};
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { plan_.run(d_.data(), l_.data(), l_.data(), options_); }),
        HasSubstr("the workspace must start on a multiple of 256 bytes"));

    options_.workspace = {enough.data, plan_.workspace_bytes()};
    plan_.run(d_.data(), l_.data(), l_.data(), options_);

    EXPECT_EQ(values(d_), (Doubles{10, 14, 14, 20}));
}

TEST_F(PlannedMatrixProduct, RefusesAnotherBetaThanPlanned) {
    options_.workspace = context_.workspace(plan_.workspace_bytes());
    options_.beta = 1.0;

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { plan_.run(d_.data(), l_.data(), l_.data(), options_); }),
        HasSubstr(
            "the plan of 'D(b,a) = L(a,k) * R(b,k)' was made for beta = 0, but beta is 1+0i"));
}

TEST_F(PlannedMatrixProduct, RefusesNullPointersStreamsAndMissingInputs) {
    options_.workspace = context_.workspace(plan_.workspace_bytes());

    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { plan_.run(d_.data(), nullptr, l_.data(), options_); }),
        HasSubstr("the data of L is null"));
    EXPECT_THAT(
        refusal_of<OperandCountMismatch>([&] { plan_.run(d_.data(), l_.data(), options_); }),
        HasSubstr("'D(b,a) = L(a,k) * R(b,k)' has 2 input(s), the run was given 1"));
    options_.stream.handle = &context_;
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { plan_.run(d_.data(), l_.data(), l_.data(), options_); }),
        HasSubstr("a stream was given to a plan for the CPU: only GPUs have streams"));
}

TEST(PlanContraction, BetaNonZeroPlansRefuseBetaZero) {
    Context context;
    PlanOptions plan_options;
    plan_options.beta_is_zero = false;
    const ContractionPlan plan = plan_contraction(
        context, "D(a)=L(a)", {{DType::float64, packed({2})}, {DType::float64, packed({2})}},
        plan_options);
    auto d = counting<double>({2});
    const auto l = counting<double>({2});
    RunOptions options;

    plan.run(d.data(), l.data(), options);  // beta defaults to 1 here
    EXPECT_EQ(values(d), (Doubles{2, 4}));

    options.beta = 0.0;
    EXPECT_THAT(
        refusal_of<InvalidArgument>([&] { plan.run(d.data(), l.data(), options); }),
        HasSubstr("the plan of 'D(a) = L(a)' was made for beta other than 0, but beta is 0+0i"));
}

TEST(PlanContraction, Tf32IsForCudaDevices) {
    Context context;
    const OperandLayout matrix{DType::float32, packed({2, 2})};

    EXPECT_THAT(refusal_of<Unsupported>([&] {
                    (void)plan_contraction(context, "D(a,b)=L(a,k)*R(k,b)",
                                           {matrix, matrix, matrix},
                                           {.compute = ComputeType::tf32});
                }),
                HasSubstr("cpu has no tf32"));
}

TEST(PlanContraction, DTypesOfOneContractionShareAPrecision) {
    Context context;
    const std::vector<OperandLayout> mixed{{DType::float16, packed({2})},
                                           {DType::float16, packed({2})},
                                           {DType::bfloat16, packed({2})}};

    EXPECT_THAT(
        refusal_of<InvalidArgument>(
            [&] { (void)plan_contraction(context, "D(a)=L(a)*R(a)", mixed); }),
        HasSubstr("R is bfloat16 but D is float16; operands of one contraction share a precision"));
}

TEST(PlanContraction, MeasuredPlansAreRightAndSayWhatWasMeasured) {
    Context context;
    PlanOptions options;
    options.planning = Planning::measure;
    const auto l = counting<double>({6, 4, 5});
    const auto r = counting<double>({5, 4, 7});
    Tensor<double> measured({7, 6});
    Tensor<double> expected({7, 6});
    const ContractionPlan plan = plan_contraction(context, "D(b,a)=L(a,k,m)*R(m,k,b)",
                                                  {{DType::float64, measured.layout()},
                                                   {DType::float64, l.layout()},
                                                   {DType::float64, r.layout()}},
                                                  options);
    RunOptions run;
    run.workspace = context.workspace(plan.workspace_bytes());

    plan.run(measured.data(), l.data(), r.data(), run);

    contract("D(b,a)=L(a,k,m)*R(m,k,b)", expected, l, r);
    EXPECT_EQ(values(measured), values(expected));
    EXPECT_NE(plan.explain().find(": measured "), std::string::npos) << plan.explain();
}

TEST(PlanContraction, MeasuringTakesAnyLayoutAndOneInput) {
    Context context;
    PlanOptions options;
    options.planning = Planning::measure;
    const OperandLayout reversed{DType::float64, {{6, 5}, {-1, 12}}};
    const OperandLayout whole{DType::float64, packed({5, 6})};

    EXPECT_THAT(plan_contraction(context, "D(b,a)=L(a,b)", {whole, reversed}, options).explain(),
                AllOf(HasSubstr("D(b,a) = L(a,b)\n"), HasSubstr("chosen: transpose\n"),
                      HasSubstr(" 5x6 in 12,-1 out 1,5;")));
    EXPECT_THAT(
        plan_contraction(
            context, "D(b,c)+=L(a,b)*R(a,c)",
            {{DType::float64, packed({5, 3})}, reversed, {DType::float64, {{6, 3}, {0, 1}}}},
            options)
            .explain(),
        AllOf(HasSubstr("D(b,c) += L(a,b) * R(a,c)\n"), HasSubstr("m=5 n=3 k=6 batch=1"),
              HasSubstr("chosen: "), HasSubstr(": measured ")));
}

TEST(PlanContraction, NegativeLimitsAndUnknownStrategiesAreRefused) {
    Context context;
    const std::vector<OperandLayout> operands{{DType::float64, packed({2})},
                                              {DType::float64, packed({2})}};
    PlanOptions options;
    options.workspace_limit = -1;
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { (void)plan_contraction(context, "D(a)=L(a)", operands, options); }),
                HasSubstr("workspace limit -1 is negative"));

    options = {};
    options.strategy = "none";
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { (void)plan_contraction(context, "D(a)=L(a)", operands, options); }),
                HasSubstr("there is no strategy 'none'; known:"));

    options = {};
    options.search_seconds = -2;
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { (void)plan_contraction(context, "D(a)=L(a)", operands, options); }),
                HasSubstr("search_seconds is -2, which is negative"));
}

TEST(PlanContraction, NoKernelsAreGeneratedForCpus) {
    Context context;
    const OperandLayout matrix{DType::float64, packed({4, 4})};
    PlanOptions options;
    options.generated_kernels = true;

    const ContractionPlan plan =
        plan_contraction(context, "D(i,j)=L(i,k)*R(k,j)", {matrix, matrix, matrix}, options);
    const ContractionPlan network = plan_contraction(context, "D(i,j)=L(i,k)*R(k,l)*S(l,j)",
                                                     {matrix, matrix, matrix, matrix}, options);

    EXPECT_EQ(plan.source(), "");
    EXPECT_EQ(network.source(), "");
    EXPECT_THAT(plan.explain(), testing::Not(HasSubstr("generated")));
}

}  // namespace
}  // namespace ttgt
