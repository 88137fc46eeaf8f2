// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors that own a rank's part: filled, collected, spread anew, multiplied.
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/run/transport.h"
#include "tests/distributed/ranks.h"
#include "tests/distributed/spread_case.h"
#include "tests/support/random.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using Indices = std::span<const std::int64_t>;

/// Small integers, so that sums are exact.
Scalar number(Indices indices) { return {static_cast<double>(indices[0] - 2 * indices[1]), 0}; }
Scalar complex_number(Indices indices) {
    return {static_cast<double>(indices[0]), static_cast<double>(indices[1] + 1)};
}

TEST(DistributedTensor, IsFilledSpreadAndCollected) {
    for (const int count : rank_counts()) {
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            on_ranks(count, [&](Communicator& ranks, Context& context) {
                Random random(seed);  // on every rank the same draws
                const auto drawn = [&] {
                    return draw_distribution(random, 2, draw_grid(random, count));
                };
                DistributedTensor a(ranks, DType::float32, {5, 7}, drawn());
                DistributedTensor b(ranks, DType::float32, {5, 7}, drawn());
                a.fill(number);
                redistribute(ranks, b, a, &context);
                std::optional<Tensor<float>> whole;
                std::optional<TensorView> view;
                if (ranks.rank() == 0) {
                    whole.emplace(std::vector<std::int64_t>{5, 7});
                    view.emplace(*whole);
                }

                gather(ranks, view ? &*view : nullptr, b, &context);

                for (std::int64_t i = 0; whole && i < 35; ++i) {
                    const std::vector<std::int64_t> at{i % 5, i / 5};
                    EXPECT_EQ((*whole)(at[0], at[1]), number(at).real()) << "seed " << seed;
                }
                if (whole) whole->fill(3.0F);
                std::optional<ConstTensorView> given;
                if (view) given.emplace(*view);
                scatter(ranks, a, given ? &*given : nullptr, &context);
                EXPECT_EQ(dot(ranks, a, a, &context), Scalar(9 * 35));
            });
        }
    }
}

TEST(DistributedTensor, HasProductsAndNorms) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const std::vector<int> grid{count};
            DistributedTensor a(ranks, DType::complex128, {4, 3},
                                distribute("a,b", grid, {{"a", {0, 1}}}));
            DistributedTensor b(ranks, DType::complex128, {4, 3},
                                distribute("a,b", grid, {{"b", {0}}}));
            a.fill(complex_number);
            b.fill([](Indices indices) { return number(indices); });
            Scalar expected{};
            double square = 0;
            for (std::int64_t i = 0; i < 12; ++i) {
                const std::vector<std::int64_t> at{i % 4, i / 4};
                expected += std::conj(complex_number(at)) * number(at);
                square += std::norm(complex_number(at));
            }

            EXPECT_EQ(dot(ranks, a, b, &context), expected);
            EXPECT_DOUBLE_EQ(norm(ranks, a, &context), std::sqrt(square));
        });
    }
}

TEST(DistributedTensor, ProductsPlanOnce) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor a(ranks, DType::float64, {11, 3},
                                distribute("a,b", {count}, {{"a", {0}}}));
            a.fill(number);
            const Scalar first = dot(ranks, a, a, &context);
            const std::int64_t plans = context.plan_cache_statistics().misses;

            const Scalar second = dot(ranks, a, a, &context);

            EXPECT_EQ(first, second);
            EXPECT_EQ(context.plan_cache_statistics().misses, plans);
            (void)largest(*ranks.transport(), 0);  // no rank plans for the next test meanwhile
        });
    }
}

TEST(DistributedTensor, ProductsCountReplicasOnce) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor a(ranks, DType::float64, {4, 3}, replicated(count, 2));
            DistributedTensor on_first(ranks, DType::float64, {4, 3}, on_first_rank(2));
            for (DistributedTensor* tensor : {&a, &on_first}) {
                tensor->fill([](Indices) { return Scalar(2.0); });
                EXPECT_EQ(dot(ranks, *tensor, *tensor, &context), Scalar(48));
            }
        });
    }
}

TEST(DistributedTensor, ProductsOfUnequalTensorsAreRefused) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const Distribution rows = distribute("a,b", {count}, {{"a", {0}}});
            const DistributedTensor a(ranks, DType::float64, {4, 3}, rows);
            const DistributedTensor b(ranks, DType::float64, {4, 2}, rows);
            const DistributedTensor mine(ranks, DType::float64, {4, ranks.rank() == 0 ? 3 : 2},
                                         rows);

            EXPECT_THAT(refusal_of<ExtentMismatch>([&] { (void)dot(ranks, a, b, &context); }),
                        HasSubstr("extent"));
            if (count == 1) return;
            EXPECT_THAT(refusal_of<InvalidArgument>([&] { (void)norm(ranks, mine, &context); }),
                        HasSubstr("a must be the same on every rank"));
        });
    }
}

TEST(DistributedTensor, OfNoModesIsOneNumber) {
    on_ranks(rank_counts().back(), [](Communicator& ranks, Context& context) {
        DistributedTensor a(ranks, DType::float64, {}, replicated(ranks.ranks(), 0));
        a.fill([](Indices) { return Scalar(3.0); });
        EXPECT_EQ(norm(ranks, a, &context), 3.0);
        Tensor<double> number_of_rank_0(std::vector<std::int64_t>{});
        const TensorView whole = number_of_rank_0;
        const ConstTensorView given = number_of_rank_0;
        const bool is_first = ranks.rank() == 0;

        gather(ranks, is_first ? &whole : nullptr, a, &context);
        EXPECT_EQ(*static_cast<const double*>(whole.data()), is_first ? 3.0 : 0.0);
        *static_cast<double*>(whole.data()) = 5.0;
        scatter(ranks, a, is_first ? &given : nullptr, &context);
        EXPECT_EQ(norm(ranks, a, &context), 5.0);
    });
}

TEST(DistributedTensor, RefusesWhatDoesNotFit) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const Distribution rows = distribute("a,b", {count}, {{"a", {0}}});
            EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                            (void)DistributedTensor(ranks, DType::float64, {4, 4},
                                                    replicated(count + 1, 2));
                        }),
                        HasSubstr("but there are"));
            DistributedTensor a(ranks, DType::float64, {4, 4}, rows);
            if (volume(a.part()) > 0) {
                EXPECT_THAT(refusal_of<InvalidArgument>([&] { a.fill(complex_number); }),
                            HasSubstr("is to be complex"));
            }
            EXPECT_THAT(refusal_of<InvalidArgument>([&] { scatter(ranks, a, nullptr, &context); }),
                        HasSubstr("rank 0 gave no whole tensor"));
            Tensor<double> small({4, 3});
            const ConstTensorView view = small;
            EXPECT_THAT(refusal_of<ExtentMismatch>([&] { scatter(ranks, a, &view, &context); }),
                        HasSubstr("the whole tensor is 4x3, the tensor over ranks 4x4"));
            Tensor<float> other({4, 4});
            const ConstTensorView wrong = other;
            EXPECT_THAT(refusal_of<InvalidArgument>([&] { scatter(ranks, a, &wrong, &context); }),
                        HasSubstr("the whole tensor is float32"));
        });
    }
}

TEST(DistributedTensor, RanksBeyondTheGridGiveNoScalar) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedTensor a(ranks, DType::float64, {7},
                                distribute("i", {ranks.ranks()}, {{"i", {0, 1}}}));
            a.fill([](std::span<const std::int64_t> at) {
                return Scalar(static_cast<double>(at[0]));
            });
            double sum = -1;
            const DistributedView on_first{{DType::float64, {}, on_first_rank(0)},
                                           ranks.rank() == 0 ? &sum : nullptr};
            DistributedContractOptions options;
            options.context = &context;
            contract(ranks, "D()=L(i)*R(i)", on_first, {a, a}, options);
            EXPECT_EQ(sum, ranks.rank() == 0 ? 91 : -1);
            double factor = 3;
            const ConstDistributedView factor_on_first{on_first.layout,
                                                       ranks.rank() == 0 ? &factor : nullptr};
            contract(ranks, "D()+=2*L(i)*R(i)*S()", on_first, {a, a, factor_on_first}, options);
            EXPECT_EQ(sum, ranks.rank() == 0 ? 91 + 2 * 91 * 3 : -1);
        });
    }
}

}  // namespace
}  // namespace ttgt::test
