// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/ttgt.h>

#include <array>
#include <cctype>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/expression/expression.h"
#include "src/context/calibration.h"
#include "src/reference/reference.h"
#include "tests/support/counting_tensors.h"
#include "tests/support/refusal.h"

namespace ttgt {
namespace {

using test::counting;
using test::refusal_of;
using test::values;
using testing::HasSubstr;

using Doubles = std::vector<double>;
using Extents = std::vector<std::int64_t>;
using Tensors = std::vector<Tensor<double>>;

constexpr const char* four = "V[i j k] = A[l k] B[m j] C[n i] U[l m n]";

/// Small integers: every order of adding them gives the same bits.
Tensor<double> integers(const Extents& extents, std::mt19937_64& random) {
    Tensor<double> tensor(extents);
    for (double& element : tensor) element = static_cast<double>(random() % 7) - 3;
    return tensor;
}

/// Of each factor, from extents by label.
Tensors draw_inputs(const Expression& expression, const std::vector<std::int64_t>& extents,
                    std::mt19937_64& random) {
    Tensors inputs;
    for (const Term& term : expression.terms) {
        for (const Factor& factor : term.factors) {
            Extents own;
            for (const std::string& label : factor.labels) {
                own.push_back(extents.at(static_cast<std::size_t>(label[0] - 'a')));
            }
            inputs.push_back(integers(own, random));
        }
    }
    return inputs;
}

/// One naive loop a term.
void add_reference(const Expression& expression, const Tensors& inputs, Tensor<double>& d) {
    std::size_t input = 0;
    for (const Term& term : expression.terms) {
        reference::Problem problem;
        problem.output_labels = expression.output.labels;
        problem.output_extents = d.layout().extents;
        problem.alpha = term.scale;
        for (const Factor& factor : term.factors) {
            problem.inputs.push_back({factor.labels, inputs[input++]});
        }
        const std::vector<reference::Value> products = reference::evaluate(problem, nullptr);
        for (std::size_t i = 0; i < products.size(); ++i) d.data()[i] += products[i].value.real();
    }
}

std::vector<ConstTensorView> views(const Tensors& inputs) { return {inputs.begin(), inputs.end()}; }

class Networks : public testing::TestWithParam<const char*> {
protected:
    Networks() : expression_(parse_expression(GetParam())), d_(output_extents()) {}

    Extents output_extents() {
        Extents own;
        for (const std::string& label : expression_.output.labels) {
            own.push_back(extents_.at(static_cast<std::size_t>(label[0] - 'a')));
        }
        return own;
    }

    // a to h; one of extent 1, odd and even ones.
    std::vector<std::int64_t> extents_{3, 4, 2, 5, 1, 3, 2, 4};
    Expression expression_;
    Tensor<double> d_;
};

TEST_P(Networks, AgreeWithTheReferenceHoweverTheyArePlanned) {
    constexpr std::uint64_t seed = 11;
    std::mt19937_64 random(seed);
    const Tensors inputs = draw_inputs(expression_, extents_, random);
    Tensor<double> expected(d_.layout().extents);
    add_reference(expression_, inputs, expected);

    for (const char* search : {"auto", "greedy", "random-greedy"}) {
        for (const Minimize minimize : {Minimize::time, Minimize::flops, Minimize::memory}) {
            for (const bool rewrites : {false, true}) {
                for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{2048}, unlimited}) {
                    PathOptions path;
                    path.search = search;
                    path.minimize = minimize;
                    path.share = path.factor = path.choose_layouts = rewrites;
                    ContractOptions options;
                    options.workspace_limit = limit;
                    d_.fill(-1);
                    contract(GetParam(), d_, views(inputs), options, path);
                    EXPECT_EQ(values(d_), values(expected))
                        << search << " minimize " << static_cast<int>(minimize) << " rewrites "
                        << rewrites << " limit " << limit << " seed " << seed;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Expressions, Networks,
    testing::Values("D(a,b)=A(a,c)*B(c,d)*C(d,b)",                      // a chain
                    "D(a)=A(a,b)*B(b,c)*C(c,d)*E(d,f)*F(f)",            // of five
                    "D()=A(a,b)*B(b,c)*C(c,a)",                         // a ring, all summed
                    "D(a,b,c)=A(a)*B(b)*C(c)",                          // outer products
                    "D(a,b)=A(a,b)*B(a,b)*C(a,b)",                      // elementwise
                    "D(a)=A(a,b)*B(a,b)*C(a,b)",                        // labels in all of them
                    "D(a,b)=K()*A(a,b)*M()",                            // scalars
                    "D(a)=A(a,b,b)*B(c,c)*C(a,d)",                      // diagonals, lone labels
                    "D(e,a)=A(a,e)*B(e,b)*C(b)",                        // extent 1
                    "D(a,b,c,d)=A(a,f)*B(b,g)*C(c,h)*E(f,g,h,d)",       // a transformation
                    "D(b,a)=A(a,b)+B(b,a)",                             // sums of one tensor each
                    "D(a,b)=2*A(a,c)*B(c,b)-A(a,d)*B(d,b)+0.5*C(b,a)",  // of products
                    "D(a,b)=A(a,c)*B(c,d)*C(d,b)+A(a,c)*E(c,b)-A(a,f)*F(f,b)"));

TEST(Network, AddsToTheOutputByAlphaAndBeta) {
    Tensor<double> d({1});
    d(0) = 100;
    ContractOptions options;
    options.alpha = 2.0;
    options.beta = 0.5;

    // 1*1 + 2*2, with both inputs: 5 + 5
    contract("D(a)=A(a,b)*B(b)*K()+A(a,b)*B(b)", d,
             {counting<double>({1, 2}), counting<double>({2}), counting<double>({}),
              counting<double>({1, 2}), counting<double>({2})},
             options);
    EXPECT_EQ(d(0), 0.5 * 100 + 2 * (5 + 5));

    options.alpha = 0.0;
    contract("D(a)=A(a,b)*B(b)*K()+A(a,b)*B(b)", d,
             {counting<double>({1, 2}), counting<double>({2}), counting<double>({}),
              counting<double>({1, 2}), counting<double>({2})},
             options);
    EXPECT_EQ(d(0), 35);
}

TEST(Network, AddsATensorOfAnotherOrderWithoutATemporary) {
    Context context;
    const auto operand = [](const Extents& extents) {
        return OperandLayout{DType::float64, packed(extents)};
    };
    const OperandLayout d = operand({50, 60});
    const OperandLayout l = operand({50, 40});
    const OperandLayout r = operand({40, 60});
    const OperandLayout c = operand({60, 50});

    const ContractionPlan product_first = plan_contraction(
        context, "D(a,b)=2*L(a,k)*R(k,b)-3*C(b,a)", std::vector<OperandLayout>{d, l, r, c});
    const ContractionPlan product_last = plan_contraction(
        context, "D(a,b)=-3*C(b,a)+2*L(a,k)*R(k,b)", std::vector<OperandLayout>{d, c, l, r});

    EXPECT_EQ(product_first.workspace_bytes(), 0);
    EXPECT_EQ(product_last.workspace_bytes(), 0);
    EXPECT_THAT(product_first.explain(), HasSubstr("2 D(a,b) += -3 * C(b,a)"));
    EXPECT_THAT(product_last.explain(), HasSubstr("2 D(a,b) += 2 * L(a,k) * R(k,b)"));
}

TEST(Network, ConjugatesAndMixesRealWithComplex) {
    using Complex = std::complex<double>;
    Tensor<Complex> d({1});
    Tensor<Complex> a({1, 2});
    a(0, 0) = {1, 2};
    a(0, 1) = {0, -1};
    Tensor<double> b({2, 2});
    b(0, 0) = 2;
    b(1, 1) = 3;
    Tensor<Complex> c({2});
    c(0) = {0, 1};
    c(1) = {1, 1};

    contract("D(i)=A+(i,j)*B(j,k)*C(k)", d, {a, b, c});

    EXPECT_EQ(d(0), Complex(1, -2) * 2.0 * Complex(0, 1) + Complex(0, 1) * 3.0 * Complex(1, 1));
}

std::vector<OperandLayout> layouts_of(const std::vector<Extents>& extents) {
    std::vector<OperandLayout> layouts;
    for (const Extents& own : extents) layouts.push_back({DType::float64, packed(own)});
    return layouts;
}

const std::vector<Extents> four_extents{{4, 5, 6}, {7, 6}, {8, 5}, {9, 4}, {7, 8, 9}};

TEST(Network, ExplainShowsTheTree) {
    Context context;
    PathOptions path;
    path.minimize = Minimize::flops;

    const std::string text =
        plan_contraction(context, four, layouts_of(four_extents), {}, path).explain();

    EXPECT_THAT(text, HasSubstr("V(i,j,k) = A(l,k) * B(m,j) * C(n,i) * U(l,m,n)"));
    EXPECT_THAT(text, HasSubstr("7952 operations"));
    EXPECT_THAT(text, HasSubstr("= C(n,i) * U(l,m,n)"));
    EXPECT_THAT(text, HasSubstr("minimising flops"));
}

/// The lines of the explanation that show steps.
std::vector<std::string> steps_of(const char* text, const std::vector<Extents>& extents) {
    Context context;
    PathOptions path;
    path.minimize = Minimize::flops;
    std::istringstream lines(
        plan_contraction(context, text, layouts_of(extents), {}, path).explain());
    std::vector<std::string> steps;
    for (std::string line; std::getline(lines, line);) {
        if (line.size() > 2 && std::isdigit(line[2]) != 0) steps.push_back(line.substr(2));
    }
    return steps;
}

// Each can be found with pencil and paper: operations are counted behind the steps.
TEST(Network, PlansThatAReaderCanCheck) {
    // 2*2*9*9 and 2*2*9 instead of 2*9*9*9 and 2*2*9*9
    EXPECT_THAT(steps_of("D(a,d)=A(a,b)*B(b,c)*C(c,d)", {{2, 2}, {2, 9}, {9, 9}, {9, 2}}),
                testing::ElementsAre("1 _1(a,c) = A(a,b) * B(b,c)", "2 D(a,d) = _1(a,c) * C(c,d)"));
    // The vector goes through the chain: 2*4*5 and 2*3*4
    EXPECT_THAT(steps_of("D(a)=A(a,b)*B(b,c)*C(c)", {{3}, {3, 4}, {4, 5}, {5}}),
                testing::ElementsAre("1 _1(b) = B(b,c) * C(c)", "2 D(a) = A(a,b) * _1(b)"));
    // The scalars meet before they touch a tensor.
    EXPECT_THAT(steps_of("D(a,b)=K()*A(a,b)*M()", {{8, 9}, {}, {8, 9}, {}}),
                testing::ElementsAre("1 _1() = K() * M()", "2 D(a,b) = _1() * A(a,b)"));
}

TEST(Network, KeepsToTheWorkspaceLimitBySlices) {
    ContextOptions settings;
    settings.calibration = built_in_calibration();  // whatever this machine is
    settings.threads = 1;                           // more of them prefer a loop over all labels
    Context context(settings);
    for (const std::int64_t limit : {2000, 1000, 300}) {
        PlanOptions options;
        options.workspace_limit = limit;
        const ContractionPlan plan =
            plan_contraction(context, four, layouts_of(four_extents), options);
        EXPECT_LE(plan.workspace_bytes(), limit);
        EXPECT_THAT(plan.explain(), HasSubstr("slices of"));
    }
}

TEST(Network, WithoutWorkspaceItLoopsOverAllLabels) {
    Context context;
    PlanOptions none;
    none.workspace_limit = 0;
    const ContractionPlan plan = plan_contraction(context, four, layouts_of(four_extents), none);
    EXPECT_EQ(plan.workspace_bytes(), 0);
    EXPECT_THAT(plan.explain(), HasSubstr("in one loop over all labels"));

    std::string many = "D()=A()";
    for (int factor = 1; factor < 17; ++factor) many += "*A()";
    PathOptions path;
    path.search = "greedy";
    EXPECT_THAT(refusal_of<Unsupported>([&] {
                    (void)plan_contraction(context, many, layouts_of(std::vector<Extents>(18)),
                                           none, path);
                }),
                HasSubstr("multiplies 17 tensors; without workspace"));
}

template <class Half>
class LoopsOfHalves : public testing::Test {};
using Halves = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(LoopsOfHalves, Halves);

TYPED_TEST(LoopsOfHalves, SumInDoublePrecision) {
    Tensor<TypeParam> a({2});
    a(0) = TypeParam(1.0F);
    a(1) = TypeParam(-1.0F);
    Tensor<TypeParam> b({2});
    b.fill(TypeParam(300.0F));
    Tensor<TypeParam> d({});
    d() = TypeParam(4.0F);
    ContractOptions options;
    options.workspace_limit = 0;
    options.alpha = 0.5;
    options.beta = -1.0;

    // 300 * 300 is more than a float16.
    contract("D()+=2*A(i)*B(i)*B(i)", d, {a, b, b}, options);

    EXPECT_EQ(static_cast<float>(d()), -4.0F);
}

TEST(Network, KeepsWhatDoesNotDependOnChangedInputs) {
    Context context;
    PathOptions path;
    path.path = {{1, 2}, {0, 1}};  // B*C first
    path.kept = {1, 2};
    const ContractionPlan plan =
        plan_contraction(context, "D(a,c)=A(a,b)*B(b,d)*C(d,c)",
                         layouts_of({{2, 2}, {2, 2}, {2, 2}, {2, 2}}), {}, path);
    Tensor<double> d({2, 2});
    Tensor<double> a = counting<double>({2, 2});
    Tensor<double> b = counting<double>({2, 2});
    const Tensor<double> c = counting<double>({2, 2});
    const std::array<const void*, 3> inputs{a.data(), b.data(), c.data()};
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    plan.run(d.data(), inputs, options);
    const Doubles first = values(d);

    for (double& element : a) element *= 2;
    b.fill(1000);  // not read: said to be as it was
    options.unchanged = {1, 2};
    plan.run(d.data(), inputs, options);

    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(d.data()[i], 2 * first[i]);
    options.unchanged = {0};
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { plan.run(d.data(), inputs, options); }),
                HasSubstr("input 0 is said to be unchanged, but the plan was not made to keep it"));
}

TEST(Network, SameInputsAreMultipliedOnceAndChecked) {
    Context context;
    PathOptions path;
    path.minimize = Minimize::flops;
    path.same = {{0, 2}, {1, 3}};
    path.path = {{0, 1}, {0, 1}, {0, 1}};  // A*B, E*F, and the product of both
    const auto layouts = layouts_of({{20, 20}, {20, 20}, {20, 20}, {20, 20}, {20, 20}});
    constexpr const char* text = "D(a,b)=A(a,c)*B(c,d)*E(b,e)*F(e,d)";

    const ContractionPlan plan = plan_contraction(context, text, layouts, {}, path);
    path.share = false;
    const ContractionPlan apart = plan_contraction(context, text, layouts, {}, path);

    EXPECT_LT(plan.prediction().flops, apart.prediction().flops);
    const Tensor<double> a = counting<double>({20, 20});
    const Tensor<double> b = counting<double>({20, 20});
    Tensor<double> d({20, 20});
    const std::array<const void*, 4> inputs{a.data(), b.data(), b.data(), b.data()};
    RunOptions options;
    options.workspace = context.workspace(plan.workspace_bytes());
    EXPECT_THAT(refusal_of<InvalidArgument>([&] { plan.run(d.data(), inputs, options); }),
                HasSubstr("inputs 0 and 2 were planned as the same tensor"));
}

}  // namespace
}  // namespace ttgt
