// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Products of many float16 and bfloat16 tensors: summed in float32, rounded once.
#include <ttgt/ttgt.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/half_networks.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::HalfAndExact;
using test::refusal_of;
using testing::HasSubstr;
using testing::Not;

using Extents = std::vector<std::int64_t>;

template <class T>
float as_float(T value) {
    return static_cast<float>(value);
}

template <class Half>
class HalfNetworks : public testing::Test {};
using Halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(HalfNetworks, Halves);

TYPED_TEST(HalfNetworks, AreRoundedOnceHoweverTheyArePlanned) {
    test::check_half_networks(dtype_of<TypeParam>, {});
}

TEST(HalfNetwork, IntermediatesBeyondTheRangeArePossible) {
    test::check_products_beyond_float16({});
}

// Workspace is asked for and kept to; with less, D is gone through in slices of its own labels.
TEST(HalfNetwork, KeepsToTheWorkspaceLimit) {
    Context context;
    const OperandLayout matrix{DType::float16, packed({16, 16})};
    const std::vector<OperandLayout> operands(4, matrix);
    const char* const chain = "D(a,d)=A(a,b)*B(b,c)*C(c,d)";
    const std::int64_t most = plan_contraction(context, chain, operands).workspace_bytes();
    EXPECT_GT(most, 0);
    for (const std::int64_t limit : {most, most - 1, most / 2, most / 4, std::int64_t{0}}) {
        PlanOptions options;
        options.workspace_limit = limit;
        const ContractionPlan plan = plan_contraction(context, chain, operands, options);
        EXPECT_LE(plan.workspace_bytes(), limit);
        EXPECT_THAT(plan.explain(), Not(HasSubstr("adding"))) << limit;
    }
}

TEST(HalfNetwork, SumsBeyondTheLoopsAreRefusedByName) {
    Context context;
    PlanOptions none;
    none.workspace_limit = 0;
    std::string many = "D()=A()*B()";
    for (int term = 1; term < 9; ++term) many += "+A()*B()";
    const std::vector<OperandLayout> scalars(19, {DType::float16, packed({})});

    EXPECT_THAT(
        refusal_of<Unsupported>([&] { (void)plan_contraction(context, many, scalars, none); }),
        HasSubstr("sums products of 18 tensors in all; without workspace"));
}

NamedOperand half(std::string name, Extents extents) {
    return {std::move(name), {DType::float16, packed(std::move(extents))}};
}

/// Runs a program on tensors in the order of its operands.
void run(Context& context, const char* text, const std::vector<NamedOperand>& operands,
         const std::vector<void*>& data, std::int64_t limit = unlimited) {
    PlanOptions planning;
    planning.workspace_limit = limit;
    const ProgramPlan plan = plan_program(context, text, operands, planning);
    EXPECT_LE(plan.workspace_bytes(), limit);
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    plan.run(data, options);
}

// T would be an infinity; the statements of D would each round it.
TEST(HalfNetwork, ProgramsKeepWhatTheyNameInFloat32) {
    Context context;
    Tensor<float16> a({64});
    a.fill(float16(60.0F));
    Tensor<float16> c({});
    c() = float16(0.01F);
    Tensor<float16> d({});

    run(context, "T()=A(i)*A(i); D()=T()*C()", {half("D", {}), half("A", {64}), half("C", {})},
        {d.data(), a.data(), c.data()});

    EXPECT_EQ(as_float(d()), as_float(float16(230400 * as_float(c()))));
}

TEST(HalfNetwork, StatementsThatAddToOneOutputRoundItOnce) {
    Context context;
    const float tiny = 0.75;  // of the unit of 2048, which is 2 above it
    Tensor<float16> a({});
    a() = float16(2048.0F);
    Tensor<float16> b({});
    b() = float16(tiny);
    for (const std::int64_t limit : {unlimited, std::int64_t{0}}) {
        Tensor<float16> d({});
        Tensor<float16> e({});
        run(context, "D()=A(); E()=B(); D()+=B(); D()+=B(); E()-=A()",
            {half("D", {}), half("E", {}), half("A", {}), half("B", {})},
            {d.data(), e.data(), a.data(), b.data()}, limit);

        EXPECT_EQ(as_float(d()), 2050) << limit;
        EXPECT_EQ(as_float(e()), as_float(float16(tiny - 2048))) << limit;
    }
}

// A later statement gets what the caller gets.
TEST(HalfNetwork, OutputsAreReadAsTheyAreStored) {
    Context context;
    Tensor<float16> a({2});
    a(0) = float16(2048.0F);
    a(1) = float16(0.75F);
    Tensor<float16> one({});
    one() = float16(1.0F);
    Tensor<float16> d({});
    Tensor<float16> e({});
    run(context, "D()=A(i)*B()*B(); E()=D()*B()*B()-2048*B()*B()*B()",
        {half("D", {}), half("E", {}), half("A", {2}), half("B", {})},
        {d.data(), e.data(), a.data(), one.data()});

    EXPECT_EQ(as_float(d()), 2048);
    EXPECT_EQ(as_float(e()), 0);
}

// A step that is all of an output, and of two operands at most, is left as it is.
TEST(HalfNetwork, StepsOfOneProductStayInSixteenBits) {
    Context context;
    const std::string text =
        plan_program(context, "D(a,b)=A(a,c)*B(c,b); E(a)=A(a,c)",
                     {half("D", {9, 8}), half("E", {9}), half("A", {9, 7}), half("B", {7, 8})})
            .explain();

    EXPECT_THAT(text, Not(HasSubstr("float32")));
}

TEST(HalfNetwork, MixedPrecisionsAreRefused) {
    Context context;
    const std::vector<OperandLayout> operands{{DType::float16, packed({})},
                                              {DType::float16, packed({})},
                                              {DType::bfloat16, packed({})},
                                              {DType::float16, packed({})}};
    EXPECT_THAT(refusal_of<InvalidArgument>(
                    [&] { (void)plan_contraction(context, "D()=A()*B()*C()", operands); }),
                HasSubstr("operands of one contraction share a precision"));
}

TYPED_TEST(HalfNetworks, KeepWhatDoesNotDependOnChangedInputs) {
    Context context;
    PathOptions path;
    path.path = {{1, 2}, {0, 1}};
    path.kept = {1, 2};
    std::mt19937_64 random(3);
    HalfAndExact<TypeParam> a({2, 3});
    HalfAndExact<TypeParam> b({3, 4});
    HalfAndExact<TypeParam> c({4, 5});
    HalfAndExact<TypeParam> d({2, 5});
    for (HalfAndExact<TypeParam>* input : {&a, &b, &c}) input->draw(random, 60);
    const OperandLayout layout{dtype_of<TypeParam>, a.half.layout()};
    const char* const chain = "D(a,d)=A(a,b)*B(b,c)*C(c,d)";
    const ContractionPlan plan = plan_contraction(context, chain,
                                                  {{layout.dtype, d.half.layout()},
                                                   layout,
                                                   {layout.dtype, b.half.layout()},
                                                   {layout.dtype, c.half.layout()}},
                                                  {}, path);
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    for (int turn = 0; turn < 2; ++turn) {
        a.draw(random, 60);
        contract(chain, d.exact, {a.exact, b.exact, c.exact});
        const std::array<const void*, 3> inputs{a.half.data(), b.half.data(), c.half.data()};
        plan.run(d.half.data(), inputs, options);
        EXPECT_TRUE(d.is_rounded_once()) << "turn " << turn;
        options.unchanged = {1, 2};
    }
}

}  // namespace
}  // namespace ttgt
