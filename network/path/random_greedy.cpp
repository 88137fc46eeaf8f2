// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <utility>

#include "network/path/greedy.h"
#include "network/path/random.h"

namespace ttgt::network {
namespace {

/// Log-uniform.
double draw(Random& random, double least, double most) {
    return least * std::exp(random.uniform() * std::log(most / least));
}

}  // namespace

Path random_greedy_path(const Network& network, const PathCosts& costs, int trials,
                        std::uint64_t seed) {
    // As cotengra draws them (Gray & Kourtis 2021).
    constexpr std::array<double, 2> weights{0.1, 4.0};
    constexpr std::array<double, 2> temperatures{0.001, 1.0};
    Random random(seed);
    Path best = greedy_path(network);
    PathCost least = costs.of_path(network, best);
    for (int trial = 0; trial < trials; ++trial) {
        GreedyScore score;
        score.input_weight = draw(random, weights[0], weights[1]);
        score.temperature = draw(random, temperatures[0], temperatures[1]);
        score.by_ratio = true;
        score.seed = seed + static_cast<std::uint64_t>(trial);
        Path path = greedy_path(network, score);
        const PathCost cost = costs.of_path(network, path);
        if (!(cost < least)) continue;
        least = cost;
        best = std::move(path);
    }
    return best;
}

}  // namespace ttgt::network
