// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What evaluations refuse, by the type and the words that are documented.
#include <ttgt/error.h>
#include <ttgt/operators.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::HasSubstr;
using Complex = std::complex<double>;

template <class Error>
std::string refusal(const std::string& formula, const std::vector<OperandLayout>& operands) {
    Context context;
    return refusal_of<Error>([&] { (void)plan_evaluation(context, formula, operands); });
}

OperandLayout real(std::vector<std::int64_t> extents) {
    return {DType::float64, packed(std::move(extents))};
}

OperandLayout complex(std::vector<std::int64_t> extents) {
    return {DType::complex128, packed(std::move(extents))};
}

TEST(EvaluationErrors, Layouts) {
    EXPECT_THAT(refusal<OperandCountMismatch>("D(a) = x(a)", {real({2})}),
                HasSubstr("names 2 tensors, output included, but 1 were given"));
    EXPECT_THAT(refusal<RankMismatch>("D(a) = x(a)", {real({2}), real({2, 2})}),
                HasSubstr("x has 1 labels in 'D(a) = x(a)' but its tensor has rank 2"));
    EXPECT_THAT(refusal<ExtentMismatch>("D(a) = x(a)", {real({2}), real({3})}),
                HasSubstr("label 'a' has extent 2 in D but 3 in x"));
    EXPECT_THAT(refusal<AliasedOutput>("D(a) = x(a)", {{DType::float64, {{2}, {0}}}, real({2})}),
                HasSubstr("two elements of the output D"));
    EXPECT_THAT(refusal<Unsupported>("D(a) = x(a)", {real({2}), {DType::opaque8, packed({2})}}),
                HasSubstr("x has dtype opaque8"));
}

TEST(EvaluationErrors, Labels) {
    EXPECT_THAT(refusal<InvalidArgument>("D(a) = x(a,b)", {real({2}), real({2, 2})}),
                AllOf(HasSubstr("label 'b' of x is no label of the output D"),
                      HasSubstr("'sum(...)' would sum over it")));
    EXPECT_THAT(refusal<InvalidArgument>("D(a,a) = x(a)", {real({2, 2}), real({2})}),
                HasSubstr("label 'a' stands twice in the output"));
    EXPECT_THAT(
        refusal<InvalidArgument>("D() = sum(x(a)) + y(a)", {real({}), real({2}), real({2})}),
        HasSubstr("label 'a' of y stands outside of sum(...)"));
}

TEST(EvaluationErrors, ComplexValues) {
    EXPECT_THAT(refusal<InvalidArgument>("D(a) = max(x(a), 1)", {complex({2}), complex({2})}),
                AllOf(HasSubstr("'max' is given a complex value"),
                      HasSubstr("complex numbers have no order")));
    EXPECT_THAT(refusal<InvalidArgument>("D() = min(x(a))", {complex({}), complex({2})}),
                HasSubstr("'min' reduces complex values"));
    EXPECT_THAT(refusal<InvalidArgument>("D(a) = tanh(x(a))", {complex({2}), complex({2})}),
                HasSubstr("'tanh' is given a complex value"));
    EXPECT_THAT(refusal<InvalidArgument>("D(a) = x(a)", {real({2}), complex({2})}),
                HasSubstr("D is float64, but 'D(a) = x(a)' gives complex values"));
}

TEST(EvaluationErrors, ReadsOfTheOutput) {
    EXPECT_THAT(refusal<OverlapError>("D(a,b) = D(b,a)", {real({2, 2})}),
                HasSubstr("reads other elements of the output D"));
    Tensor<double> d({2, 2});
    EXPECT_THAT(refusal_of<OverlapError>([&] { evaluate("D(a,b) = x(b,a)", d, {d}); }),
                HasSubstr("x (2x2 strides 1,2) and the output D (2x2 strides 1,2) overlap"));
    EXPECT_EQ(d(0, 0), 0);
}

TEST(EvaluationErrors, Runs) {
    Context context;
    const EvaluationPlan plan = plan_evaluation(context, "D(a) = s*x(a)", {real({2}), real({2})});
    Tensor<double> d({2});
    const Tensor<double> x({2});
    const std::vector<const void*> inputs{x.data()};
    const std::vector<Scalar> one{1.0};
    const std::vector<Scalar> imaginary{Scalar(0, 1)};
    const auto run = [&](void* out, const std::vector<const void*>& in,
                         const std::vector<Scalar>& scalars, Stream stream = {}) {
        return refusal_of<InvalidArgument>([&] { plan.run(out, in, scalars, stream); });
    };
    EXPECT_THAT(run(d.data(), {}, one), HasSubstr("has 1 inputs, but 0 were given"));
    EXPECT_THAT(run(d.data(), inputs, {}), HasSubstr("has 1 scalars, but 0 were given"));
    EXPECT_THAT(run(d.data(), inputs, imaginary), HasSubstr("the scalar s is 0+1i"));
    EXPECT_THAT(run(nullptr, inputs, one), HasSubstr("the pointer of D is null"));
    EXPECT_THAT(run(d.data(), {nullptr}, one), HasSubstr("the pointer of x is null"));
    int anything = 0;
    EXPECT_THAT(run(d.data(), inputs, one, Stream{&anything}), HasSubstr("only GPUs have streams"));
    EXPECT_EQ(run(d.data(), inputs, one), "");
}

TEST(EvaluationErrors, MemorySpaces) {
    Tensor<double> d({2});
    const ConstTensorView x(DType::float64, packed({2}), d.data(), MemorySpace::device);
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { evaluate("D(a) = x(a)", d, {x}); }),
                HasSubstr("x lies in device memory, but the context's device is cpu"));
}

}  // namespace
}  // namespace ttgt
