// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Formulas of tensors over ranks: by hand on tiny integers, what moves, and what is refused.
#include <ttgt/distributed_operators.h>
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/distributed/ranks.h"
#include "tests/distributed/row_matrices.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

/// A vector of the values 0, 1, 2, … with its mode over all ranks in blocks of one.
DistributedTensor counting(const Communicator& ranks, std::int64_t extent) {
    DistributedTensor tensor(ranks, DType::float64, {extent},
                             distribute("a", {ranks.ranks()}, {{"a", {0, 1}}}));
    tensor.fill(
        [](std::span<const std::int64_t> at) { return Scalar(static_cast<double>(at[0])); });
    return tensor;
}

DistributedTensor number_on_all(const Communicator& ranks, double value) {
    DistributedTensor tensor(ranks, DType::float64, {}, replicated(ranks.ranks(), 0));
    tensor.fill([&](auto) { return Scalar(value); });
    return tensor;
}

double value_of_number(const DistributedTensor& tensor) {
    return *static_cast<const double*>(tensor.data());
}

DistributedEvaluateOptions with(Context& context, std::vector<Scalar> scalars = {}) {
    DistributedEvaluateOptions options;
    options.context = &context;
    options.scalars = std::move(scalars);
    return options;
}

TEST(DistributedFormula, OfElementsByHand) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor d = rows(ranks, 5, 4, [](auto, auto) { return -7.0; });
            const DistributedTensor a = rows(ranks, 4, 5, [](auto i, auto j) { return i - 2 * j; });
            const DistributedTensor b = counting(ranks, 5);

            evaluate(ranks, "D(i,j) = alpha*abs(A(j,i)) + b(i)/2", d, {a, b}, with(context, {3.0}));

            expect_values(ranks, d, [](auto i, auto j) { return 3 * std::abs(j - 2 * i) + i / 2; });
        });
    }
}

TEST(DistributedFormula, ReadsTheOldOutputWhereverItLies) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor d = rows(ranks, 3, 7, [](auto i, auto) { return i; });
            DistributedTensor a(ranks, DType::float64, {7, 3}, on_first_rank(2));
            a.fill([](auto at) { return Scalar(static_cast<double>(at[0])); });

            evaluate(ranks, "D(i,j) += 2*A(j,i)", d, {a}, with(context));
            expect_values(ranks, d, [](auto i, auto j) { return i + 2 * j; });

            evaluate(ranks, "D(i,j) = max(D(i,j), 5) - D(i,j)", d, {}, with(context));
            expect_values(ranks, d, [](auto i, auto j) { return std::max(5 - i - 2 * j, 0.0); });
        });
    }
}

TEST(DistributedFormula, ReducesOverAllRanks) {
    struct Case {
        const char* formula;
        double expected;
    };
    const std::vector<Case> cases{{"n() = sum(x(a))", 21},
                                  {"n() = prod(x(a) + 1)", 5040},
                                  {"n() = max(x(a))", 6},
                                  {"n() = min(x(a) - 3)", -3},
                                  {"n() = norm2(x(a))", std::sqrt(91.0)},
                                  {"n() += 2*sum(x(a)*x(a)) - 1", 100 + 181},
                                  {"n() = sum(x(a) + x(b))", 2 * 7 * 21},
                                  {"n() = sum(x(a)*n()) - n()", 2000}};
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const DistributedTensor x = counting(ranks, 7);
            for (const Case& each : cases) {
                DistributedTensor n = number_on_all(ranks, 100);

                evaluate(ranks, each.formula, n, {x}, with(context));

                EXPECT_DOUBLE_EQ(value_of_number(n), each.expected) << each.formula;
            }
        });
    }
}

TEST(DistributedFormula, ReductionsOfNoValueAreNeutral) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const DistributedTensor x = counting(ranks, 0);
            DistributedTensor n = number_on_all(ranks, 5);
            evaluate(ranks, "n() = max(x(a))", n, {x}, with(context));
            EXPECT_EQ(value_of_number(n), -std::numeric_limits<double>::infinity());
            evaluate(ranks, "n() = prod(x(a))", n, {x}, with(context));
            EXPECT_EQ(value_of_number(n), 1);

            // Fewer indices than ranks: some ranks reduce nothing.
            const DistributedTensor one = counting(ranks, 1);
            evaluate(ranks, "n() = max(x(a) - 4)", n, {one}, with(context));
            EXPECT_EQ(value_of_number(n), -4);
        });
    }
}

TEST(DistributedFormula, KeepsNaNsOfAnyRank) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor x = counting(ranks, 9);
            x.fill([](auto at) { return Scalar(at[0] == 8 ? std::nan("") : 1.0); });
            DistributedTensor n = number_on_all(ranks, 5);

            evaluate(ranks, "n() = max(x(a))", n, {x}, with(context));

            EXPECT_TRUE(std::isnan(value_of_number(n)));
        });
    }
}

TEST(DistributedFormula, OfComplexPartsWithARealResult) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor z(ranks, DType::complex128, {6},
                                distribute("a", {ranks.ranks()}, {{"a", {0, 1}}}));
            z.fill([](auto at) { return Scalar(static_cast<double>(at[0]), 1); });
            const DistributedTensor x = counting(ranks, 6);
            DistributedTensor n = number_on_all(ranks, 0);

            // |sum(2*a*(a + i))| = |110 + 30i|; the scalar stays real beside complex parts.
            evaluate(ranks, "n() = abs(sum(max(alpha*x(a), 0)*z(a)))", n, {x, z},
                     with(context, {2.0}));
            EXPECT_DOUBLE_EQ(value_of_number(n), std::sqrt(110.0 * 110 + 30 * 30));

            // Real parts with a complex scalar: sum(|i*a|) = 15.
            DistributedTensor c(ranks, DType::complex128, {}, replicated(ranks.ranks(), 0));
            evaluate(ranks, "c() = alpha*max(abs(alpha*x(a)))", c, {x},
                     with(context, {Scalar(0, 2)}));
            EXPECT_EQ(*static_cast<const Scalar*>(c.data()), Scalar(0, 20));
        });
    }
}

TEST(DistributedFormula, TakesDiagonalsAndOneTensorTwice) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const auto value = [](double i, double j) { return 10 * i + j; };
            const DistributedTensor a = rows(ranks, 5, 5, value);
            DistributedTensor d = rows(ranks, 5, 5, [](auto, auto) { return -7.0; });
            evaluate(ranks, "D(i,j) = A(i,j) - A(j,i) + A(i,i)", d, {a}, with(context));
            expect_values(ranks, d,
                          [&](auto i, auto j) { return value(i, j) - value(j, i) + value(i, i); });

            DistributedTensor trace = number_on_all(ranks, 0);
            evaluate(ranks, "t() = sum(A(i,i))", trace, {a}, with(context));
            EXPECT_EQ(value_of_number(trace), 110);
        });
    }
}

TEST(DistributedFormula, TheOutputMayBeAnInput) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor d = rows(ranks, 5, 4, [](auto i, auto j) { return i + j; });
            const ConstDistributedView same = d;

            evaluate(ranks, "D(i,j) = 2*A(i,j)", d, {same}, with(context));

            expect_values(ranks, d, [](auto i, auto j) { return 2 * (i + j); });
        });
    }
}

TEST(DistributedFormula, MovesNothingWhereTensorsLieAlike) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor d = rows(ranks, 12, 4, [](auto, auto) { return 0.0; });
            const DistributedTensor a = rows(ranks, 12, 4, [](auto i, auto) { return i; });
            DistributedTensor e(ranks, DType::float64, {4}, replicated(ranks.ranks(), 1));
            const std::vector<DistributedLayout> layouts{d.layout(), a.layout(), e.layout()};

            const DistributedEvaluationPlan plan =
                plan_evaluation(ranks, context, "D(i,j) = shift + A(i,j)/e(j)", layouts);

            EXPECT_EQ(plan.bytes_sent() + plan.bytes_received(), 0) << plan.explain();
            EXPECT_EQ(plan.workspace_bytes(), 0);
            EXPECT_EQ(plan.most_workspace_bytes(), 0);
            EXPECT_EQ(plan.inputs(), (std::vector<std::string>{"A", "e"}));
            EXPECT_EQ(plan.scalars(), std::vector<std::string>{"shift"});
            EXPECT_THAT(plan.explain(), HasSubstr("bring     A: stays where it is"));
        });
    }
}

TEST(DistributedFormula, SendsOnlyTheRanksPartsOfASum) {
    for (const int count : rank_counts()) {
        if (count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const DistributedTensor a = rows(ranks, 600, 40, [](auto, auto) { return 1.0; });
            const DistributedTensor n = number_on_all(ranks, 0);

            const DistributedEvaluationPlan plan =
                plan_evaluation(ranks, context, "n() = sum(A(i,j))", {n.layout(), a.layout()});

            EXPECT_EQ(plan.bytes_received(), 8 * (count - 1)) << plan.explain();
            EXPECT_THAT(plan.explain(0), HasSubstr("bring     the ranks' parts of the reduction"));
            EXPECT_THAT(plan.explain(0), HasSubstr("then all on each of"));
        });
    }
}

TEST(DistributedFormula, KeepsALimitOrNamesTheBytes) {
    for (const int count : rank_counts()) {
        if (count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const DistributedTensor d = rows(ranks, 8, 8, [](auto, auto) { return 0.0; });
            const std::vector<DistributedLayout> layouts{d.layout(), d.layout()};
            const DistributedEvaluationPlan free =
                plan_evaluation(ranks, context, "D(i,j) = A(j,i)", layouts);
            ASSERT_GT(free.most_workspace_bytes(), 0);
            DistributedEvaluationOptions options;
            options.workspace_limit = free.most_workspace_bytes();
            EXPECT_LE(plan_evaluation(ranks, context, "D(i,j) = A(j,i)", layouts, options)
                          .most_workspace_bytes(),
                      *options.workspace_limit);

            options.workspace_limit = 8;
            EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                            (void)plan_evaluation(ranks, context, "D(i,j) = A(j,i)", layouts,
                                                  options);
                        }),
                        HasSubstr("but the limit is 8"));
        });
    }
}

}  // namespace
}  // namespace ttgt::test
