// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Searches by trials and seconds, paths that are handed out, and limits on intermediates.
#include <ttgt/ttgt.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/path/annealing.h"
#include "network/path/greedy.h"
#include "network/path/path_search.h"
#include "tests/support/refusal.h"

namespace ttgt::network {
namespace {

using test::refusal_of;
using testing::HasSubstr;

const PathCosts fewest_flops(Minimize::flops);

/// Tensors on a ring with chords: label i connects input i with input i + 1, and some inputs more.
Network ring(std::size_t inputs) {
    std::mt19937_64 random(11);
    Network network;
    network.inputs.resize(inputs);
    const auto connect = [&](std::size_t l, std::size_t r) {
        const std::size_t label = network.extents.size();
        network.extents.push_back(static_cast<double>(2 + random() % 5));
        network.inputs[l].push_back(label);
        network.inputs[r].push_back(label);
    };
    for (std::size_t i = 0; i < inputs; ++i) connect(i, (i + 1) % inputs);
    for (std::size_t i = 0; i < inputs / 2; ++i) connect(i, i + inputs / 2);
    return network;
}

PathOptions searching(const char* search, std::int64_t trials) {
    PathOptions options;
    options.search = search;
    options.trials = trials;
    return options;
}

TEST(PathTrials, GiveTheSamePathForASeed) {
    const Network network = ring(24);
    for (const char* search : {"random-greedy", "annealing", "auto"}) {
        std::int64_t trials = 0;
        const Path path = find_path(network, fewest_flops, searching(search, 3), &trials);
        EXPECT_EQ(trials, 3) << search;
        EXPECT_EQ(path, find_path(network, fewest_flops, searching(search, 3))) << search;
        // More trials from the same seed begin with the same ones.
        EXPECT_LE(
            fewest_flops.of_path(network, find_path(network, fewest_flops, searching(search, 5))),
            fewest_flops.of_path(network, path))
            << search;
    }
}

TEST(PathTrials, OfATimeAreRepeatedByTheirNumber) {
    const Network network = ring(18);
    PathOptions options = searching("annealing", 0);
    options.seconds = 0.02;
    std::int64_t trials = 0;
    const Path path = find_path(network, fewest_flops, options, &trials);

    ASSERT_GE(trials, 1);
    EXPECT_EQ(path, find_path(network, fewest_flops, searching("annealing", trials)));
    options.seconds = 1e-9;
    (void)find_path(network, fewest_flops, options, &trials);
    EXPECT_EQ(trials, 1);
    (void)find_path(network, fewest_flops, searching("greedy", 7), &trials);
    EXPECT_EQ(trials, 0);
}

TEST(Annealing, FindsACheaperPathAndNeverACostlierOne) {
    const Network network = ring(40);
    for (const Minimize minimize : {Minimize::flops, Minimize::memory}) {
        const PathCosts costs(minimize);
        const Path greedy = greedy_path(network);
        const Path annealed = anneal(network, costs, greedy, 4, 3);
        EXPECT_LT(costs.of_path(network, annealed), costs.of_path(network, greedy));
        EXPECT_EQ(annealed, anneal(network, costs, greedy, 4, 3));
        EXPECT_FALSE(costs.of_path(network, annealed) <
                     costs.of_path(network, anneal(network, costs, annealed, 4, 4)));
    }
    const PathCosts nothing(Minimize::time, [](const StepVolumes&) {
        return std::numeric_limits<double>::quiet_NaN();
    });
    EXPECT_EQ(anneal(network, nothing, greedy_path(network), 4, 0).size(), 39U);
}

/// Tensors on a ring, each of which shares one more label with another one, drawn.
Network drawn_graph(std::size_t inputs) {
    Network network;
    network.inputs.resize(inputs);
    network.extents.assign(inputs + inputs / 2, 2);
    std::vector<std::size_t> others(inputs);
    for (std::size_t i = 0; i < inputs; ++i) {
        network.inputs[i].push_back(i);
        network.inputs[(i + 1) % inputs].push_back(i);
        others[i] = i;
    }
    std::mt19937_64 random(11);
    for (std::size_t i = inputs - 1; i > 0; --i) std::swap(others[i], others[random() % (i + 1)]);
    for (std::size_t i = 0; i < inputs; ++i) network.inputs[others[i]].push_back(inputs + i / 2);
    for (Labels& labels : network.inputs) std::sort(labels.begin(), labels.end());
    return network;
}

TEST(Annealing, FindsCheaperPathsByMoreDraws) {
    const Network network = drawn_graph(100);
    const Path greedy = greedy_path(network);
    const auto cost = [&](std::size_t draws) {
        return fewest_flops.of_path(network, anneal(network, fewest_flops, greedy, draws, 1)).first;
    };

    EXPECT_LT(cost(256), 0.8 * cost(4));
}

// One of the first three trials draws many rotations.
TEST(PathTrials, OfAnnealingReachWhatManyQuickOnesDoNot) {
    const Network network = drawn_graph(100);
    const auto cost = [&](const char* search, std::int64_t trials) {
        return fewest_flops.of_path(network,
                                    find_path(network, fewest_flops, searching(search, trials)));
    };

    EXPECT_LT(cost("annealing", 3).first, 0.8 * cost("random-greedy", 3).first);
}

TEST(PathTrials, RefuseLimitsThatAreNone) {
    const Network network = ring(6);
    const auto refusal = [&](const PathOptions& options) {
        return refusal_of<InvalidArgument>(
            [&] { (void)find_path(network, fewest_flops, options); });
    };
    EXPECT_THAT(refusal(searching("auto", -2)), HasSubstr("a path search of -2 trials"));
    PathOptions options;
    options.seconds = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(refusal(options), HasSubstr("a path search of nan seconds"));
    options = {};
    options.most_elements = 0;
    EXPECT_THAT(refusal(options), HasSubstr("intermediates of at most 0 elements"));
}

TEST(PathTrials, RefuseLimitsOfProductsOfTwoTensorsToo) {
    Context context;
    const std::vector<OperandLayout> operands(3, {DType::float64, packed({2, 2})});
    const auto refusal = [&](const PathOptions& options) {
        return refusal_of<InvalidArgument>([&] {
            (void)plan_contraction(context, "D(a,b)=L(a,c)*R(c,b)", operands, {}, options);
        });
    };
    EXPECT_THAT(refusal(searching("auto", -1)), HasSubstr("a path search of -1 trials"));
    EXPECT_THAT(refusal(searching("best", 0)), HasSubstr("there is no path search 'best'"));
}

OperandLayout doubles(std::vector<std::int64_t> extents) {
    return {DType::float64, packed(std::move(extents))};
}

TEST(FindPath, HandsOutAPathAndWhatItCosts) {
    Context context;
    PathOptions options;
    options.minimize = Minimize::flops;
    const std::vector<OperandLayout> operands{doubles({2, 1}), doubles({2, 10}), doubles({10, 10}),
                                              doubles({10, 1})};

    const FoundPath found =
        ttgt::find_path(context, "D(i,l)=A(i,j)*B(j,k)*C(k,l)", operands, options);

    EXPECT_EQ(found.steps, (std::vector<std::array<std::size_t, 2>>{{1, 2}, {0, 1}}));
    EXPECT_EQ(found.operations, 2 * 10 * 10 + 2 * 2 * 10);
    EXPECT_EQ(found.largest_elements, 10);
    EXPECT_GT(found.predicted_ms, 0);
    EXPECT_EQ(found.trials, 0);
    options.path = {{0, 1}, {0, 1}};
    EXPECT_EQ(ttgt::find_path(context, "ij,jk,kl->il", operands, options).operations,
              2 * 2 * 10 * 10 + 2 * 2 * 10);
    EXPECT_THAT(refusal_of<Unsupported>([&] {
                    (void)ttgt::find_path(context, "D(i)=A(i)+B(i)",
                                          {doubles({2}), doubles({2}), doubles({2})});
                }),
                HasSubstr("is a sum of 2 products; a path is of one"));
}

/// The value of a product of tensors full of small integers.
std::vector<double> value_of(const ContractionPlan& plan, Context& context,
                             const std::vector<OperandLayout>& operands) {
    std::vector<Tensor<double>> inputs;
    for (std::size_t i = 1; i < operands.size(); ++i) {
        Tensor<double>& tensor = inputs.emplace_back(operands[i].layout.extents);
        double next = 0;
        for (double& element : tensor) element = static_cast<int>(next++) % 5 - 2;
    }
    std::vector<const void*> addresses;
    for (const Tensor<double>& input : inputs) addresses.push_back(input.data());
    Tensor<double> d(operands[0].layout.extents);
    RunOptions run;
    run.workspace = context.workspace(plan.workspace_bytes());
    plan.run(d.data(), addresses, run);
    return {d.begin(), d.end()};
}

TEST(MostElements, AreKeptBySlicesWithTheSameResult) {
    Context context;
    constexpr const char* text = "D(i,j)=A(i,a)*B(a,b)*C(b,c)*E(c,d)*F(d,j)";
    const std::vector<OperandLayout> operands{doubles({6, 4}),   doubles({6, 12}),
                                              doubles({12, 12}), doubles({12, 12}),
                                              doubles({12, 12}), doubles({12, 4})};
    const ContractionPlan free = plan_contraction(context, text, operands);
    PathOptions path;
    path.most_elements = 12;

    const ContractionPlan limited = plan_contraction(context, text, operands, {}, path);

    EXPECT_EQ(value_of(limited, context, operands), value_of(free, context, operands));
    EXPECT_LE(limited.workspace_bytes(), 4 * 12 * 8 + 4 * 256);
    EXPECT_THAT(limited.explain(), HasSubstr(" slices of "));
    EXPECT_THAT(free.explain(), testing::Not(HasSubstr(" slices of ")));
    path.most_elements = 1000;
    EXPECT_EQ(plan_contraction(context, text, operands, {}, path).explain(), free.explain());
}

TEST(MostElements, AreRefusedWhereAProgramNamesLargerTemporaries) {
    Context context;
    PathOptions path;
    path.most_elements = 10;
    EXPECT_THAT(refusal_of<Unsupported>([&] {
                    (void)plan_program(context, "W(i,j)=A(i,k)*B(k,j); D(i)=W(i,j)*C(j)",
                                       {{"A", doubles({4, 4})},
                                        {"B", doubles({4, 4})},
                                        {"C", doubles({4})},
                                        {"D", doubles({4})}},
                                       {}, path);
                }),
                HasSubstr("temporaries of more than 10 elements"));
}

}  // namespace
}  // namespace ttgt::network
