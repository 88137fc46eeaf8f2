// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/greedy.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>
#include <set>
#include <tuple>
#include <vector>

namespace ttgt::network {
namespace {

/// The same numbers everywhere, which the distributions of <random> do not promise.
class Random {
public:
    explicit Random(std::uint64_t seed) : bits_(seed) {}
    /// In (0, 1).
    double uniform() {
        constexpr double unit = 1.0 / 9007199254740992.0;  // 2^-53
        return (static_cast<double>(bits_() >> 11U) + 0.5) * unit;
    }
    double gumbel() { return -std::log(-std::log(uniform())); }

private:
    std::mt19937_64 bits_;
};

struct Step {
    double score;
    std::size_t l;
    std::size_t r;

    // For a queue whose top is the least.
    friend bool operator<(const Step& a, const Step& b) {
        return std::tie(a.score, a.l, a.r) > std::tie(b.score, b.l, b.r);
    }
};

class GreedySearch {
public:
    GreedySearch(const Network& network, const GreedyScore& score);
    [[nodiscard]] Path path();

private:
    void consider(std::size_t l, std::size_t r);
    void consider_neighbours(std::size_t tensor);
    [[nodiscard]] double score_of(const StepVolumes& step);
    void multiply(std::size_t l, std::size_t r);
    void multiply_connected();
    void multiply_rest();

    const Network& network_;
    GreedyScore score_;
    Random random_;
    LabelTally tally_;
    std::vector<Labels> tensors_;
    std::vector<char> is_used_;
    std::vector<std::vector<std::size_t>> holders_;  ///< tensors by label, used ones included
    std::priority_queue<Step> steps_;
    Path path_;
};

GreedySearch::GreedySearch(const Network& network, const GreedyScore& score)
    : network_(network),
      score_(score),
      random_(score.seed),
      tally_(network),
      tensors_(network.inputs),
      is_used_(network.inputs.size()),
      holders_(network.extents.size()) {
    for (std::size_t tensor = 0; tensor < tensors_.size(); ++tensor) {
        consider_neighbours(tensor);
        for (const std::size_t label : tensors_[tensor]) holders_[label].push_back(tensor);
    }
}

Path GreedySearch::path() {
    multiply_connected();
    multiply_rest();
    return path_;
}

void GreedySearch::consider_neighbours(std::size_t tensor) {
    std::set<std::size_t> neighbours;
    for (const std::size_t label : tensors_[tensor]) {
        for (const std::size_t holder : holders_[label]) {
            if (is_used_[holder] == 0 && holder != tensor) neighbours.insert(holder);
        }
    }
    for (const std::size_t neighbour : neighbours) consider(neighbour, tensor);
}

void GreedySearch::consider(std::size_t l, std::size_t r) {
    steps_.push({score_of(tally_.volumes(tensors_[l], tensors_[r])), l, r});
}

double GreedySearch::score_of(const StepVolumes& step) {
    const double inputs = score_.input_weight * (step.l + step.r);
    if (!score_.by_ratio) return step.d - inputs;
    const double ratio = std::log(step.d) - score_.input_weight * std::log(step.l + step.r);
    return ratio - score_.temperature * random_.gumbel();
}

void GreedySearch::multiply(std::size_t l, std::size_t r) {
    const std::size_t product = tensors_.size();
    tensors_.push_back(tally_.multiply(tensors_[l], tensors_[r]));
    is_used_[l] = is_used_[r] = 1;
    is_used_.push_back(0);
    path_.push_back({l, r});
    for (const std::size_t label : tensors_[product]) holders_[label].push_back(product);
    consider_neighbours(product);
}

void GreedySearch::multiply_connected() {
    while (!steps_.empty()) {
        const Step step = steps_.top();
        steps_.pop();
        if (is_used_[step.l] == 0 && is_used_[step.r] == 0) multiply(step.l, step.r);
    }
}

/// What is left shares no label.
void GreedySearch::multiply_rest() {
    using Sized = std::tuple<double, std::size_t>;
    std::priority_queue<Sized, std::vector<Sized>, std::greater<>> rest;
    for (std::size_t tensor = 0; tensor < tensors_.size(); ++tensor) {
        if (is_used_[tensor] == 0) rest.push({volume(network_, tensors_[tensor]), tensor});
    }
    while (rest.size() > 1) {
        const std::size_t l = std::get<1>(rest.top());
        rest.pop();
        const std::size_t r = std::get<1>(rest.top());
        rest.pop();
        multiply(std::min(l, r), std::max(l, r));
        rest.push({volume(network_, tensors_.back()), tensors_.size() - 1});
    }
}

/// Log-uniform.
double draw(Random& random, double least, double most) {
    return least * std::exp(random.uniform() * std::log(most / least));
}

}  // namespace

Path greedy_path(const Network& network, const GreedyScore& score) {
    return GreedySearch(network, score).path();
}

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
