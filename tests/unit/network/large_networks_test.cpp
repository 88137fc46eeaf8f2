// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Networks of many tensors, of long extents and with costs that no bound foresees: a path always
// results, and the work to find it grows as the number of tensors does.
#include <ttgt/error.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "network/path/greedy.h"
#include "network/path/optimal.h"
#include "network/path/path_search.h"

namespace ttgt::network {
namespace {

/// Whether every tensor is multiplied once, and one is left.
bool is_whole(const Network& network, const Path& path) {
    std::set<std::size_t> used;
    std::size_t next = network.inputs.size();
    for (const auto& [l, r] : path) {
        if (l == r || l >= next || r >= next) return false;
        if (!used.insert(l).second || !used.insert(r).second) return false;
        ++next;
    }
    return path.size() + 1 == network.inputs.size();
}

/// Every tensor has three labels, each of two tensors, and some none: as opt_einsum draws them.
Network draw_regular(std::mt19937_64& random, std::size_t inputs) {
    Network network;
    network.inputs.resize(inputs);
    for (std::size_t label = 0; label < inputs * 3 / 2; ++label) {
        network.extents.push_back(static_cast<double>(2 + random() % 8));
        const std::size_t l = random() % inputs;
        const std::size_t r = (l + 1 + random() % (inputs - 1)) % inputs;
        network.inputs[l].push_back(label);
        network.inputs[r].push_back(label);
        if (random() % 8 == 0) network.output.push_back(label);
    }
    return network;
}

/// As of a machine that is quicker where the second factor is the smaller one.
double by_order(const StepVolumes& step) { return step.all + 10 * step.r; }

// A search that tries one order of factors does not reach what a known path costs.
TEST(LargeNetworks, HaveAPathWhereCostsDependOnTheOrderOfFactors) {
    constexpr std::uint64_t seed = 20261126;
    std::mt19937_64 random(seed);
    const PathCosts costs(Minimize::time, by_order);
    for (int draw = 0; draw < 15; ++draw) {
        const Network network = draw_regular(random, 13);

        const Path path = find_path(network, costs, {});

        ASSERT_TRUE(is_whole(network, path)) << "seed " << seed << " draw " << draw;
    }
}

TEST(LargeNetworks, CheaperPathIsTheKnownOneWhereNoneIsCheaper) {
    const Network chain{{{0, 1}, {1, 2}, {2, 3}}, {0, 3}, {2, 10, 10, 1}};
    const PathCosts by_flops(Minimize::flops);
    const Path best{{1, 2}, {0, 3}};

    EXPECT_EQ(cheaper_path(chain, by_flops, best), best);
    EXPECT_EQ(cheaper_path(chain, by_flops, {{0, 1}, {2, 3}}), best);
}

TEST(LargeNetworks, HaveAPathWhateverStepsCost) {
    std::mt19937_64 random(3);
    const Network network = draw_regular(random, 6);
    for (const double ms :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        const PathCosts costs(Minimize::time, [ms](const StepVolumes&) { return ms; });
        for (const char* search : {"auto", "optimal", "greedy", "random-greedy", "annealing"}) {
            PathOptions options;
            options.search = search;
            EXPECT_TRUE(is_whole(network, find_path(network, costs, options))) << search << ms;
        }
    }
}

// 40 tensors of 30 labels of 2^40: their products have more elements than a double holds.
TEST(LargeNetworks, OfTheLongestExtentsHaveFiniteCosts) {
    Network network;
    network.extents.assign(60, 0x1p40);
    network.inputs.resize(40);
    for (std::size_t input = 0; input < network.inputs.size(); ++input) {
        for (std::size_t label = 0; label < 60; ++label) {
            if ((label + input) % 2 == 0) network.inputs[input].push_back(label);
        }
    }
    for (const Minimize minimize : {Minimize::flops, Minimize::memory}) {
        const PathCosts costs(minimize);
        for (const char* search : {"auto", "greedy", "random-greedy", "annealing"}) {
            PathOptions options;
            options.search = search;
            options.trials = 1;
            const Path path = find_path(network, costs, options);
            EXPECT_TRUE(is_whole(network, path)) << search;
            EXPECT_TRUE(std::isfinite(costs.of_path(network, path).first)) << search;
        }
    }
}

/// A number of tensors, and how their labels connect them.
struct Shape {
    const char* name;
    Network (*of)(std::size_t inputs);
};

Network vectors(std::size_t inputs) { return {std::vector<Labels>(inputs, Labels{0}), {}, {3}}; }

Network chain(std::size_t inputs) {
    Network network;
    for (std::size_t i = 0; i < inputs; ++i) network.inputs.push_back({i, i + 1});
    network.extents.assign(inputs + 1, 2);
    return network;
}

Network star(std::size_t inputs) {
    Network network;
    for (std::size_t i = 0; i < inputs; ++i) network.inputs.push_back({0, i + 1});
    network.output = {0};
    network.extents.assign(inputs + 1, 4);
    for (std::size_t i = 1; i <= inputs; ++i) network.extents[i] = static_cast<double>(2 + i % 7);
    return network;
}

Network pairs(std::size_t inputs) {
    Network network;
    for (std::size_t i = 0; i < inputs; ++i) network.inputs.push_back({i / 2});
    network.extents.assign(inputs / 2 + 1, 5);
    return network;
}

class Growth : public testing::TestWithParam<Shape> {};

TEST_P(Growth, GreedyScoresSomePairsATensor) {
    for (const std::size_t inputs : {250U, 500U, 1000U, 4000U}) {
        const Network network = GetParam().of(inputs);
        std::size_t scores = 0;

        const Path path = greedy_path(network, {}, &scores);

        EXPECT_TRUE(is_whole(network, path)) << inputs;
        // And every pair of the last 64 tensors that a crowded label is left with.
        EXPECT_LE(scores, 10 * inputs + 64 * 64) << inputs;
    }
}

// What is priced anew: equal parts of a network are searched once.
TEST_P(Growth, SearchPricesSomeStepsATensor) {
    const auto priced = [&](std::size_t inputs) {
        std::size_t count = 0;
        const PathCosts costs(Minimize::time, [&](const StepVolumes& step) {
            ++count;
            return step.all;
        });
        EXPECT_TRUE(is_whole(GetParam().of(inputs), find_path(GetParam().of(inputs), costs, {})));
        return static_cast<double>(count);
    };
    EXPECT_LE(priced(300), 3 * priced(150));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Growth,
                         testing::Values(Shape{"vectors", vectors}, Shape{"chain", chain},
                                         Shape{"star", star}, Shape{"pairs", pairs}),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace ttgt::network
