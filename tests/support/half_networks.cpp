// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/half_networks.h"

#include <array>

#include "contraction/expression/expression.h"

namespace ttgt::test {
namespace {

struct HalfNetwork {
    const char* expression;
    int most;  ///< of the elements: products of them and their sums stay below 2^24
};
constexpr std::array<HalfNetwork, 11> half_networks{{
    {"D(a,b)=A(a,c)*B(c,d)*C(d,b)", 60},
    {"D(a)=A(a,b)*B(b,c)*C(c,d)*E(d,f)*F(f)", 8},
    {"D()=A(a,b)*B(b,c)*C(c,a)", 60},
    {"D(a,b,c)=A(a)*B(b)*C(c)", 100},
    {"D(a,b)=A(a,b)*B(a,b)*C(a,b)", 100},
    {"D(a)=A(a,b)*B(a,b)*C(a,b)", 60},
    {"D(a,b)=K()*A(a,b)*M()", 100},
    {"D(a)=A(a,b,b)*B(c,c)*C(a,d)", 60},
    {"D(b,a)=A(a,b)+B(b,a)-C(a,b)", 100},
    {"D(a,b)=2*A(a,c)*B(c,b)-A(a,d)*B(d,b)+0.5*C(b,a)", 100},
    {"D(a,b)=A(a,c)*B(c,d)*C(d,b)+A(a,c)*E(c,b)-A(a,f)*F(f,b)", 40},
}};

/// Of labels a to f.
std::vector<std::int64_t> extents_of(const Factor& factor) {
    constexpr std::array<std::int64_t, 6> extents{3, 4, 7, 5, 1, 6};
    std::vector<std::int64_t> own;
    for (const std::string& label : factor.labels) {
        own.push_back(extents.at(static_cast<std::size_t>(label[0] - 'a')));
    }
    return own;
}

template <class Half>
std::vector<ConstTensorView> views(const std::vector<HalfAndExact<Half>>& inputs, bool exact) {
    std::vector<ConstTensorView> result;
    for (const HalfAndExact<Half>& input : inputs) {
        result.push_back(exact ? ConstTensorView(input.exact) : ConstTensorView(input.half));
    }
    return result;
}

template <class Half>
void check_case(const HalfNetwork& tested, ContractOptions options, std::mt19937_64& random) {
    const Expression expression = parse_expression(tested.expression);
    std::vector<HalfAndExact<Half>> inputs;
    for (const Term& term : expression.terms) {
        for (const Factor& factor : term.factors) {
            inputs.emplace_back(extents_of(factor)).draw(random, tested.most);
        }
    }
    ContractOptions on_cpu;
    on_cpu.alpha = options.alpha = 0.5;
    on_cpu.beta = options.beta = -2.0;
    for (const bool rewrites : {false, true}) {
        for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{300}, unlimited}) {
            PathOptions path;
            path.share = path.factor = path.choose_layouts = rewrites;
            options.workspace_limit = limit;
            HalfAndExact<Half> d(extents_of(expression.output));
            d.draw(random, 100);
            contract(tested.expression, d.exact, views(inputs, true), on_cpu);
            contract(tested.expression, d.half, views(inputs, false), options, path);
            EXPECT_TRUE(d.is_rounded_once())
                << tested.expression << (rewrites ? " rewritten" : "") << " limit " << limit;
        }
    }
}

}  // namespace

void check_half_networks(DType dtype, const ContractOptions& options) {
    std::mt19937_64 random(7);
    for (const HalfNetwork& tested : half_networks) {
        if (dtype == DType::float16) check_case<float16>(tested, options, random);
        if (dtype == DType::bfloat16) check_case<bfloat16>(tested, options, random);
    }
}

void check_products_beyond_float16(const ContractOptions& options) {
    Tensor<float16> a({4, 64});
    a.fill(float16(60.0F));
    Tensor<float16> b({64, 8});
    b.fill(float16(60.0F));
    Tensor<float16> c({8, 4});
    c.fill(float16(0.01F));
    const float16 expected(64 * 3600 * 8 * static_cast<float>(float16(0.01F)));
    using Path = std::vector<std::array<std::size_t, 2>>;
    for (const Path& order : {Path{{0, 1}, {0, 1}}, Path{{1, 2}, {0, 1}}, Path{}}) {
        Tensor<float16> d({4, 4});
        PathOptions path;
        path.path = order;
        contract("D(i,l)=A(i,j)*B(j,k)*C(k,l)", d, {a, b, c}, options, path);
        for (const float16 element : d) EXPECT_EQ(element.bits, expected.bits);
    }
}

}  // namespace ttgt::test
