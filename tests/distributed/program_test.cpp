// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Products of many tensors, sums, diagonals and programs over ranks give exactly what the reference
// computes of the whole tensors, however they are spread.
#include <ttgt/distributed_program.h>
#include <ttgt/distributed_tensor.h>
#include <ttgt/error.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/distributed/ranks.h"
#include "tests/distributed/row_matrices.h"
#include "tests/distributed/spread_case.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

/// Labels of each factor of a term, and what is multiplied.
struct DrawnTerm {
    std::vector<std::vector<std::string>> factors;
};

constexpr std::int64_t labels_drawn = 9;

std::string label(std::int64_t number) { return std::string(1, static_cast<char>('a' + number)); }

/// A term of 1 to 4 factors with all labels of the output, in one factor or two each, and labels
/// that are summed over: in one factor (lone), in two, or twice in one (a diagonal).
DrawnTerm draw_term(Random& random, std::int64_t output_labels) {
    DrawnTerm term;
    term.factors.resize(static_cast<std::size_t>(random.between(1, 4)));
    const auto factor = [&]() -> std::vector<std::string>& {
        return term.factors[static_cast<std::size_t>(
            random.below(static_cast<std::int64_t>(term.factors.size())))];
    };
    const auto add = [&](std::int64_t number) {
        std::vector<std::string>& first = factor();
        first.push_back(label(number));
        if (random.chance(8)) first.push_back(label(number));
    };
    for (std::int64_t number = 0; number < output_labels; ++number) {
        add(number);
        if (random.chance(15)) add(number);
    }
    for (std::int64_t summed = random.between(0, 3); summed > 0; --summed) {
        const std::int64_t number = random.between(output_labels, labels_drawn - 1);
        add(number);
        if (random.chance(85)) add(number);
    }
    for (std::vector<std::string>& labels : term.factors) random.shuffle(labels);
    return term;
}

DistributedLayout draw_layout(Random& random, const std::vector<std::string>& labels,
                              const std::vector<std::int64_t>& extents, DType dtype, int ranks) {
    DistributedLayout layout{dtype, {}, {}, {}};
    for (const std::string& name : labels) {
        layout.extents.push_back(extents[static_cast<std::size_t>(name[0] - 'a')]);
    }
    layout.distribution = draw_distribution(random, labels.size(), draw_grid(random, ranks));
    return layout;
}

SpreadCase draw_program(std::uint64_t seed, int ranks) {
    Random random(seed);
    SpreadCase drawn;
    const DType dtype = random.pick(
        std::vector<DType>{DType::float64, DType::float64, DType::float64, DType::complex128});
    std::vector<std::int64_t> extents;
    for (std::int64_t i = 0; i < labels_drawn; ++i) {
        extents.push_back(random.chance(3) ? 0 : random.between(1, 5));
    }
    const std::int64_t output_labels = random.between(0, 3);
    std::vector<std::string> output;
    for (std::int64_t i = 0; i < output_labels; ++i) output.push_back(label(i));
    random.shuffle(output);
    drawn.operands.push_back(draw_layout(random, output, extents, dtype, ranks));
    std::string text;
    for (std::int64_t term = random.between(1, 3); term > 0; --term) {
        text += text.empty() ? "2" : random.chance(50) ? "+3" : "-1";
        for (const std::vector<std::string>& labels : draw_term(random, output_labels).factors) {
            const bool is_real = random.chance(10) && dtype == DType::complex128;
            drawn.operands.push_back(
                draw_layout(random, labels, extents, is_real ? DType::float64 : dtype, ranks));
            const std::string tensor =
                fmt::format("T{}({})", drawn.operands.size(), fmt::join(labels, ","));
            text += random.chance(20) ? fmt::format("*conj({})", tensor) : "*" + tensor;
        }
    }
    const std::string sign = random.pick(std::vector<std::string>{"=", "=", "+="});
    drawn.expression = fmt::format("D({}){}{}", fmt::join(output, ","), sign, text);
    drawn.has_gaps = random.chance(30);
    if (random.chance(40)) drawn.alpha = random.chance(25) ? Scalar{} : Scalar(-3, 0);
    drawn.beta = sign == "=" ? 0.0 : 2.0;
    drawn.options.beta_is_zero = drawn.beta == Scalar{};
    RankRates& rates = drawn.options.rates.emplace();
    if (random.chance(50)) rates.link_bytes_per_second = 1e5;
    if (random.chance(50)) rates.message_seconds = 0;
    if (random.chance(50)) rates.flops_per_second = 1e6;
    return drawn;
}

/// Runs the case with a plan of its own on one rank, and compares what the rank holds.
void expect_exact(const SpreadCase& drawn, std::uint64_t seed, const std::vector<Scalar>& expected,
                  Communicator& ranks, Context& context) {
    std::vector<Shard> shards;
    std::vector<DistributedLayout> layouts;
    std::vector<const void*> inputs;
    for (std::size_t i = 0; i < drawn.operands.size(); ++i) {
        shards.emplace_back(drawn, i, ranks.rank(), i > 0 || drawn.beta != Scalar{});
        layouts.push_back(shards.back().layout());
    }
    for (std::size_t i = 1; i < shards.size(); ++i) inputs.push_back(shards[i].data());
    const DistributedPlan plan =
        plan_contraction(ranks, context, drawn.expression, layouts, drawn.options);
    RunOptions options;
    options.alpha = drawn.alpha;
    options.beta = drawn.beta;
    options.workspace = context.workspace(plan.workspace_bytes());

    plan.run(shards[0].data(), inputs, options);

    check_shard(drawn, shards[0], ranks.rank(), expected,
                describe(drawn, seed) + "\n" + plan.explain(0));
}

TEST(DistributedProgram, IsExactHoweverOperandsAreSpread) {
    for (const int count : rank_counts()) {
        const int draws = has_processes() ? 40 : 80;
        for (const std::uint64_t seed :
             seeds(50000 + 1000 * static_cast<std::uint64_t>(count), draws)) {
            const SpreadCase drawn = draw_program(seed, count);
            const std::vector<Scalar> expected = expected_result(drawn);
            on_ranks(count, [&](Communicator& ranks, Context& context) {
                SCOPED_TRACE(describe(drawn, seed));
                expect_exact(drawn, seed, expected, ranks, context);
            });
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(DistributedProgram, OfThreeFactorsByHand) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            // A(i,k) = i + 1, B and C are 1: D(i,j) = (i + 1) * 3 * 2.
            DistributedTensor d = rows(ranks, 5, 4, [](auto, auto) { return -7.0; });
            const DistributedTensor a = rows(ranks, 5, 3, [](auto i, auto) { return i + 1.0; });
            const DistributedTensor b = rows(ranks, 3, 2, [](auto, auto) { return 1.0; });
            const DistributedTensor c = rows(ranks, 2, 4, [](auto, auto) { return 1.0; });
            DistributedContractOptions options;
            options.context = &context;

            contract(ranks, "D(i,j)=A(i,k)*B(k,l)*C(l,j)", d, {a, b, c}, options);

            expect_values(ranks, d, [](auto i, auto) { return 6.0 * (i + 1.0); });
        });
    }
}

/// W = V*T + F, R = T*W, S += W: sums, a named temporary, two outputs.
TEST(DistributedProgram, OfSeveralStatementsByHand) {
    constexpr const char* statements =
        "W(m,i) = V(m,e)*T(e,i) + F(m,i); R(e,i) = 2*T(e,m)*W(m,i); S(m,i) += W(m,i)";
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            // V and T are 1, F(m,i) = m: W(m,i) = 3 + m, R = 2 * (3 + 4 + 5) = 24.
            DistributedTensor v = rows(ranks, 3, 3, [](auto, auto) { return 1.0; });
            DistributedTensor t = rows(ranks, 3, 3, [](auto, auto) { return 1.0; });
            DistributedTensor f = rows(ranks, 3, 3, [](auto m, auto) { return m; });
            DistributedTensor r = rows(ranks, 3, 3, [](auto, auto) { return -7.0; });
            DistributedTensor s = rows(ranks, 3, 3, [](auto, auto) { return 10.0; });
            const DistributedProgramPlan plan = plan_program(ranks, context, statements,
                                                             {{"V", v.layout()},
                                                              {"T", t.layout()},
                                                              {"F", f.layout()},
                                                              {"R", r.layout()},
                                                              {"S", s.layout()}});
            RunOptions options;
            options.workspace = context.workspace(plan.workspace_bytes());
            const std::vector<void*> operands{v.data(), t.data(), f.data(), r.data(), s.data()};

            plan.run(operands, options);

            expect_values(ranks, r, [](auto, auto) { return 24.0; });
            expect_values(ranks, s, [](auto m, auto) { return 13.0 + m; });
            EXPECT_THAT(plan.explain(), HasSubstr("temporary W: float64 3x3"));
            EXPECT_GE(plan.most_workspace_bytes(), plan.workspace_bytes());
        });
    }
}

TEST(DistributedProgram, MovesNothingWhereABatchLabelIsSpread) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const auto tensor = [&](std::vector<std::int64_t> extents) {
                return DistributedTensor(ranks, DType::float64, std::move(extents),
                                         {{ranks.ranks()}, {{0, 0}, {}, {}}});
            };
            DistributedTensor d = tensor({12, 3, 3});
            std::vector<DistributedTensor> inputs;
            for (int i = 0; i < 3; ++i) inputs.push_back(tensor({12, 3, 3}));
            const std::vector<DistributedLayout> layouts(4, d.layout());
            const DistributedPlan plan =
                plan_contraction(ranks, context, "D(e,a,b)=A(e,a,i)*B(e,i,j)*C(e,j,b)", layouts);
            RunOptions options;
            options.workspace = context.workspace(plan.workspace_bytes());

            const std::vector<const void*> data{inputs[0].data(), inputs[1].data(),
                                                inputs[2].data()};
            const DistributedReport report = plan.profile(d.data(), data, options);

            EXPECT_EQ(report.bytes_over_links, 0) << plan.explain(0);
            EXPECT_EQ(report.report.flops, 2 * 2.0 * 12 * 27);
            EXPECT_GE(report.imbalance, 1.0);
            EXPECT_GT(report.report.total_ms, 0);
            EXPECT_THAT(to_text(report), HasSubstr("a program of 2 steps"));
        });
    }
}

TEST(DistributedProgram, KeepsALimitOrNamesTheBytes) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            const Chain chain(ranks, 8);
            const DistributedPlan free =
                plan_contraction(ranks, context, Chain::text, chain.layouts());
            DistributedOptions options;
            options.workspace_limit = free.most_workspace_bytes();
            EXPECT_LE(plan_contraction(ranks, context, Chain::text, chain.layouts(), options)
                          .most_workspace_bytes(),
                      *options.workspace_limit);

            options.workspace_limit = 16;
            EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                            (void)plan_contraction(ranks, context, Chain::text, chain.layouts(),
                                                   options);
                        }),
                        HasSubstr("but the limit is 16"));
        });
    }
}

}  // namespace
}  // namespace ttgt::test
