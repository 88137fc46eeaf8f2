// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Contractions over ranks give exactly what the reference computes of the whole tensors, however
// they are spread and whichever candidate does it.
#include <ttgt/distributed.h>

#include <gtest/gtest.h>

#include "distributed/run/plan_product.h"
#include "tests/distributed/ranks.h"
#include "tests/distributed/spread_case.h"

namespace ttgt::test {
namespace {

/// Half as many where each is sent between processes that share cores.
int draws(int count) { return has_processes() ? count / 2 : count; }

std::vector<Shard> make_shards(const SpreadCase& drawn, int rank) {
    std::vector<Shard> shards;
    for (std::size_t i = 0; i < drawn.operands.size(); ++i) {
        shards.emplace_back(drawn, i, rank, i > 0 || drawn.beta != Scalar{});
    }
    return shards;
}

std::vector<DistributedLayout> layouts_of(const std::vector<Shard>& shards) {
    std::vector<DistributedLayout> layouts;
    for (const Shard& shard : shards) layouts.push_back(shard.layout());
    return layouts;
}

RunOptions run_options(const SpreadCase& drawn, const Workspace& workspace) {
    RunOptions options;
    options.alpha = drawn.alpha;
    options.beta = drawn.beta;
    options.workspace = workspace;
    return options;
}

TEST(DistributedContraction, IsExactHoweverOperandsAreSpread) {
    for (const int count : rank_counts()) {
        for (const std::uint64_t seed :
             seeds(1000 * static_cast<std::uint64_t>(count), draws(120))) {
            const SpreadCase drawn = draw_case(seed, count);
            const std::vector<Scalar> expected = expected_result(drawn);
            on_ranks(count, [&](Communicator& ranks, Context& context) {
                std::vector<Shard> shards = make_shards(drawn, ranks.rank());
                const DistributedPlan plan = plan_contraction(ranks, context, drawn.expression,
                                                              layouts_of(shards), drawn.options);

                const std::vector<const void*> inputs{shards[1].data(), shards[2].data()};
                plan.run(shards[0].data(), inputs,
                         run_options(drawn, context.workspace(plan.workspace_bytes())));

                check_shard(drawn, shards[0], ranks.rank(), expected,
                            describe(drawn, seed) + "\n" + plan.explain(0));
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

/// Every candidate of a case, whatever it costs, and in as much workspace as it says.
void run_every_candidate(const SpreadCase& drawn, std::uint64_t seed, Communicator& ranks,
                         Context& context) {
    const std::vector<Scalar> expected = expected_result(drawn);
    std::vector<Shard> shards = make_shards(drawn, ranks.rank());
    const DistributedProblem problem =
        bind_distributed(drawn.expression, layouts_of(shards), drawn.options.beta_is_zero,
                         ranks.rank(), ranks.ranks());
    for (DistributedCandidate& candidate :
         enumerate(problem, drawn.options, ranks.has_distributed_gemm())) {
        price(problem, *drawn.options.rates, candidate);
        DistributedProduct::Parts chosen;
        chosen.transport = ranks.transport();
        chosen.int_limit = drawn.options.int_limit;
        chosen.workspace_limit = unlimited;
        chosen.problem = problem;
        adopt(chosen, lower_together(chosen, candidate, context, drawn.options));
        const DistributedProduct plan(std::move(chosen));
        Shard d(drawn, 0, ranks.rank(), drawn.beta != Scalar{});

        const std::vector<const void*> inputs{shards[1].data(), shards[2].data()};
        plan.run(d.data(), inputs,
                 run_options(drawn, context.workspace(plan.parts().plan.workspace_bytes)));

        check_shard(drawn, d, ranks.rank(), expected,
                    describe(drawn, seed) + "\n" + explain(plan.parts(), 0));
    }
}

TEST(DistributedContraction, EveryCandidateGivesTheSame) {
    for (const int count : rank_counts()) {
        for (const std::uint64_t seed :
             seeds(7000 + static_cast<std::uint64_t>(count) * 100, draws(24))) {
            const SpreadCase drawn = draw_case(seed, count);
            on_ranks(count, [&](Communicator& ranks, Context& context) {
                run_every_candidate(drawn, seed, ranks, context);
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(DistributedContraction, ComesBackFromAnotherDistribution) {
    for (const int count : rank_counts()) {
        for (const std::uint64_t seed : seeds(9000, draws(60))) {
            on_ranks(count, [&](Communicator& ranks, Context& context) {
                SpreadCase there = draw_case(seed, count);
                there.beta = 0;
                there.operands.resize(1);
                SpreadCase back = there;
                Random random(seed + 1);
                there.operands[0].distribution = draw_distribution(
                    random, there.operands[0].extents.size(), draw_grid(random, count));
                const DistributedLayout& original = back.operands[0];
                std::string labels;
                for (std::size_t mode = 0; mode < original.extents.size(); ++mode) {
                    labels += std::string(mode > 0 ? "," : "") + static_cast<char>('a' + mode);
                }
                const std::string copy = "D(" + labels + ")=L(" + labels + ")";
                Shard first(back, 0, ranks.rank(), true);
                Shard moved(there, 0, ranks.rank(), false);
                Shard last(back, 0, ranks.rank(), false);
                DistributedContractOptions options;
                options.context = &context;
                options.int_limit = back.options.int_limit;

                contract(ranks, copy, {moved.layout(), moved.data()},
                         {{first.layout(), first.data()}}, options);
                contract(ranks, copy, {last.layout(), last.data()},
                         {{moved.layout(), moved.data()}}, options);

                EXPECT_TRUE(moved.is_unharmed_beside() && last.is_unharmed_beside());
                for_each_held(original, ranks.rank(), [&](const auto& local, const auto&) {
                    EXPECT_EQ(last.at(local), first.at(local)) << describe(there, seed);
                });
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(DistributedContraction, OneInputIsPermutedScaledAndAddedOnItsWay) {
    const std::vector<const char*> expressions{"D(c,a,b)=L(a,b,c)", "D(c,a,b)=conj(L(a,b,c))",
                                               "D(c,a,b)-=2*conj(L(a,b,c))", "D(a,b,c)+=L(a,b,c)"};
    for (const int count : rank_counts()) {
        for (const std::uint64_t seed : seeds(9500, draws(40))) {
            Random random(seed);
            SpreadCase drawn;
            drawn.expression = expressions[seed % expressions.size()];
            const bool is_permuted = drawn.expression[2] == 'c';
            for (const bool is_output : {true, false}) {
                const std::vector<std::int64_t> extents = is_output && is_permuted
                                                              ? std::vector<std::int64_t>{3, 9, 5}
                                                              : std::vector<std::int64_t>{9, 5, 3};
                drawn.operands.push_back({DType::complex64,
                                          extents,
                                          draw_distribution(random, 3, draw_grid(random, count)),
                                          {}});
            }
            drawn.has_gaps = seed % 2 == 0;
            if (seed % 3 == 0) drawn.alpha = {2.0, -1.0};
            if (drawn.expression.find("+=") != std::string::npos ||
                drawn.expression.find("-=") != std::string::npos) {
                drawn.beta = {-1.0, 3.0};
            }
            const std::vector<Scalar> expected = expected_result(drawn);
            on_ranks(count, [&](Communicator& ranks, Context& context) {
                std::vector<Shard> shards = make_shards(drawn, ranks.rank());
                const DistributedPlan plan = plan_contraction(ranks, context, drawn.expression,
                                                              layouts_of(shards), drawn.options);

                const std::vector<const void*> inputs{shards[1].data()};
                plan.run(shards[0].data(), inputs,
                         run_options(drawn, context.workspace(plan.workspace_bytes())));

                check_shard(drawn, shards[0], ranks.rank(), expected,
                            describe(drawn, seed) + "\n" + plan.explain(0));
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(DistributedContraction, OneInputNeedsNoCopyOfItself) {
    for (const int count : rank_counts()) {
        if (count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const std::vector<std::int64_t> extents{48, 48};
            const DistributedLayout rows{
                DType::float64, extents, distribute("a,b", {count}, {{"a", {0}}}), {}};
            const DistributedLayout columns{
                DType::float64, extents, distribute("a,b", {count}, {{"b", {0}}}), {}};
            const DistributedPlan plan =
                plan_contraction(ranks, context, "D(a,b)=L(a,b)", {columns, rows});

            const std::int64_t shard = 48 * 48 / count * 8;
            // Staging of what is sent or received, in less than the shard's own size each.
            EXPECT_LT(plan.workspace_bytes(), 2 * shard) << plan.explain();
        });
    }
}

/// D(a,b) = L(a,k) * R(k,b) of `extent` on a grid of all ranks, every operand spread alike.
std::vector<DistributedLayout> square_layouts(std::int64_t extent, const std::vector<int>& grid) {
    const Distribution distribution = distribute("a,b", grid, {{"a", {0}}, {"b", {1}}});
    return std::vector<DistributedLayout>(
        3, DistributedLayout{DType::float64, {extent, extent}, distribution, {}});
}

TEST(DistributedContraction, TakesAlignedOperandsWhereTheyLie) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedOptions options;
            options.rates.emplace().message_seconds = 0;
            const bool has_gemm = ranks.has_distributed_gemm() && count > 1;
            options.engine = has_gemm ? "scalapack" : "auto";
            const DistributedPlan plan = plan_contraction(ranks, context, "D(a,b)=L(a,k)*R(k,b)",
                                                          square_layouts(96, {1, count}), options);

            if (has_gemm) {
                EXPECT_EQ(plan.workspace_bytes(), 0) << plan.explain();
            }
            EXPECT_NE(plan.explain().find("candidates lost"), std::string::npos);
        });
    }
}

TEST(DistributedContraction, UsesOneRankWhereLinksAreSlow) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            std::vector<DistributedLayout> layouts = square_layouts(24, {1});
            for (DistributedLayout& layout : layouts) layout.distribution = on_first_rank(2);
            const DistributedPlan plan =
                plan_contraction(ranks, context, "D(a,b)=L(a,k)*R(k,b)", layouts);

            EXPECT_NE(plan.explain(0).find("chosen: rank 0 alone"), std::string::npos)
                << plan.explain();
        });
    }
}

TEST(DistributedContraction, ReportsStepsBytesAndBalance) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            SpreadCase drawn;
            drawn.expression = "D(a,b)=L(a,k)*R(k,b)";
            drawn.operands = square_layouts(12, {1, count});
            std::vector<Shard> shards = make_shards(drawn, ranks.rank());
            const DistributedPlan plan =
                plan_contraction(ranks, context, drawn.expression, layouts_of(shards));

            const std::vector<const void*> inputs{shards[1].data(), shards[2].data()};
            const DistributedReport report =
                plan.profile(shards[0].data(), inputs,
                             run_options(drawn, context.workspace(plan.workspace_bytes())));

            EXPECT_EQ(report.ranks, count);
            EXPECT_EQ(report.report.flops, 2.0 * 12 * 12 * 12);
            EXPECT_EQ(report.report.steps.size(), 4U);
            EXPECT_GE(report.imbalance, 1.0 - 1e-9);
            EXPECT_GT(report.efficiency, 0.0);
            EXPECT_EQ(report.bytes_over_links > 0, count > 1) << to_text(report);
            check_shard(drawn, shards[0], ranks.rank(), expected_result(drawn), to_text(report));
        });
    }
}

TEST(RankRates, AreTheSameOnEveryRank) {
    on_ranks(
        has_processes() ? rank_counts().front() : 2, [&](Communicator& ranks, Context& context) {
            const RankRates rates = measure_rank_rates(ranks, context);

            EXPECT_GT(rates.flops_per_second, 0);
            EXPECT_GT(rates.link_bytes_per_second, 0);
            EXPECT_EQ(largest(*ranks.transport(), rates.flops_per_second), rates.flops_per_second);
            EXPECT_EQ(largest(*ranks.transport(), -rates.link_bytes_per_second),
                      -rates.link_bytes_per_second);
        });
}

}  // namespace
}  // namespace ttgt::test
