// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/engine/engine.h"

#include <ttgt/error.h>

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/ccsd/engine/tensor.h"
#include "tests/support/refusal.h"

namespace ccsd {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using ttgt::test::refusal_of;

Tensor tensor(Memory& memory, std::vector<std::int64_t> extents,
              const std::vector<double>& values) {
    return Tensor(memory, std::move(extents), values.data());
}

TEST(Engine, ContractsAndAddsWithAFactor) {
    Memory memory{ttgt::Device{}};
    Engine compute(memory, {});
    const Tensor l = tensor(memory, {2, 2}, {1, 2, 3, 4});
    const Tensor r = tensor(memory, {2}, {10, 1});
    const Tensor d = tensor(memory, {2}, {100, 100});

    compute("d(a)+=0.5*l(a,b)*r(b)", d, l, r, 2.0);

    EXPECT_THAT(d.to_host(), ElementsAre(113, 124));
}

TEST(Engine, PlansAnExpressionOnceForEachLayout) {
    Memory memory{ttgt::Device{}};
    Engine compute(memory, {});
    const Tensor l = tensor(memory, {2, 2}, {1, 2, 3, 4});
    const Tensor d(memory, {2, 2});
    compute.set_kind("copies");

    for (int run = 0; run < 10; ++run) compute("d(a,b)=l(b,a)", d, l);
    compute("d(a,b)=l(b,a)", range(d, 0, 0, 1), range(l, 1, 0, 1));

    const std::vector<KindTotals> totals = compute.totals();
    ASSERT_EQ(totals.size(), 1U);
    EXPECT_EQ(totals.front().kind, "copies");
    EXPECT_EQ(totals.front().plans, 2);
    EXPECT_EQ(totals.front().runs, 11);
    EXPECT_GT(totals.front().seconds, 0.0);
    EXPECT_THAT(d.to_host(), ElementsAre(1, 3, 2, 4));
}

TEST(Engine, ExplainsItsPlans) {
    Memory memory{ttgt::Device{}};
    Engine compute(memory, {});
    const Tensor d(memory, {});
    const Tensor l = tensor(memory, {3}, {1, 2, 3});
    compute.set_kind("norms");

    compute("n()=l(x)*l(x)", d, l, l);

    EXPECT_THAT(compute.explain(), HasSubstr("[norms] 1 runs"));
    EXPECT_THAT(compute.explain(),
                AllOf(HasSubstr("\nn() = l(x) * l(x)\n"), HasSubstr("  contracted  x:3\n"),
                      HasSubstr("m=1 n=1 k=3 batch=1: 6 flops, 56 bytes"), HasSubstr("\nchosen: "),
                      HasSubstr("\n  0 ")));
    EXPECT_EQ(d.to_host().front(), 14.0);
}

TEST(Engine, KeepsWorkspacesWithinTheMemorysLimit) {
    constexpr std::int64_t n = 64;
    constexpr std::int64_t tensors = 3 * n * n * n * 8;
    const std::vector<double> ones(static_cast<std::size_t>(n * n * n), 1.0);
    for (const std::int64_t room : {0, 4096, 100000}) {
        Memory memory{ttgt::Device{}, tensors + room};
        Engine compute(memory, {});
        const Tensor l = tensor(memory, {n, n, n}, ones);
        const Tensor r = tensor(memory, {n, n, n}, ones);
        const Tensor d(memory, {n, n, n});

        compute("d(a,k,i)=l(i,x,a)*r(x,k,a)", d, l, r);

        EXPECT_LE(memory.peak_bytes(), tensors + room);
        EXPECT_EQ(d.to_host(), std::vector<double>(ones.size(), static_cast<double>(n)));
    }
}

TEST(Engine, RefusesWhatTtgtRefuses) {
    Memory memory{ttgt::Device{}};
    Engine compute(memory, {});
    const Tensor l = tensor(memory, {2, 2}, {1, 2, 3, 4});
    EngineOptions unknown;
    unknown.strategy = "none such";
    Engine misled(memory, unknown);

    EXPECT_THAT(
        refusal_of<ttgt::ExpressionError>([&] { compute("d(a)=l(a,b)*r(b", l, l, l); }),
        HasSubstr("column 16: expected a separator or ')', found the end of the expression"));
    EXPECT_THAT(refusal_of<ttgt::RankMismatch>([&] { compute("d(a)=l(a,b)*r(b)", l, l, l); }),
                HasSubstr("D 'd' has 1 labels in the expression but its tensor has rank 2"));
    EXPECT_THAT(refusal_of<ttgt::Error>([&] { misled("d(a,b)=l(b,a)", l, l); }),
                HasSubstr("there is no strategy 'none such'"));
}

}  // namespace
}  // namespace ccsd
