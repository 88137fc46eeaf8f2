// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/annealing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "network/path/random.h"

namespace ttgt::network {
namespace {

// The natural logarithm of the factor by which the two steps of a rotation may grow, once in e
// draws: at first, and at last.
constexpr double first_temperature = 1.0;
constexpr double last_temperature = 0.02;
constexpr int annealing_temperatures = 24;
constexpr std::size_t draws_per_step = 4;  // for each temperature

/// A tensor of the tree: an input, or the product of two others.
struct TreeNode {
    std::array<std::size_t, 2> factors{};
    Labels labels;
    double volume = 1;
    PathCost cost;  ///< cost of the step; nothing of an input
};

/// What becomes of the lower and of the upper one of two steps.
struct Rotation {
    TreeNode lower;
    TreeNode upper;
};

class Annealing {
public:
    Annealing(const Network& network, const PathCosts& costs, const Path& path, std::uint64_t seed);
    /// Draws some rotations a step, at a temperature.
    void draw(double temperature);
    [[nodiscard]] PathCost cost() const;
    [[nodiscard]] Path path() const;

private:
    [[nodiscard]] std::size_t inputs() const { return network_.inputs.size(); }
    [[nodiscard]] std::size_t drawn(std::size_t count);
    /// The rotation at a step whose factor `lower` is a product: the latter's factor `out` and the
    /// step's other factor change places.
    [[nodiscard]] Rotation rotation(const TreeNode& upper, std::size_t lower, std::size_t out);
    void price(TreeNode& node);
    void append(std::size_t tensor, Path& path, std::vector<std::size_t>& numbers) const;

    const Network& network_;
    const PathCosts& costs_;
    Random random_;
    std::vector<TreeNode> nodes_;
    Labels all_;     // scratch of rotation() and price()
    Labels needed_;  // scratch of rotation()
};

Annealing::Annealing(const Network& network, const PathCosts& costs, const Path& path,
                     std::uint64_t seed)
    : network_(network), costs_(costs), random_(seed) {
    const std::vector<Labels> labels = labels_along(network, path);
    for (std::size_t tensor = 0; tensor < labels.size(); ++tensor) {
        TreeNode node;
        node.labels = labels[tensor];
        node.volume = volume(network, node.labels);
        if (tensor >= inputs()) {
            node.factors = path[tensor - inputs()];
            price(node);
        }
        nodes_.push_back(std::move(node));
    }
}

std::size_t Annealing::drawn(std::size_t count) {
    const auto number = static_cast<std::size_t>(random_.uniform() * static_cast<double>(count));
    return std::min(number, count - 1);
}

/// Sets the cost of a step from its factors and its labels.
void Annealing::price(TreeNode& node) {
    const TreeNode& l = nodes_[node.factors[0]];
    const TreeNode& r = nodes_[node.factors[1]];
    all_.clear();
    std::set_union(l.labels.begin(), l.labels.end(), r.labels.begin(), r.labels.end(),
                   std::back_inserter(all_));
    node.cost = costs_.of_step({l.volume, r.volume, node.volume, volume(network_, all_)});
}

Rotation Annealing::rotation(const TreeNode& upper, std::size_t lower, std::size_t out) {
    const std::size_t below = upper.factors[lower];
    Rotation result{{}, upper};
    result.lower.factors = nodes_[below].factors;
    const std::size_t goes_up = std::exchange(result.lower.factors[out], upper.factors[1 - lower]);
    result.upper.factors[1 - lower] = goes_up;
    // What the new product keeps is what the step's result or the step's new factor has.
    const Labels& a = nodes_[result.lower.factors[0]].labels;
    const Labels& b = nodes_[result.lower.factors[1]].labels;
    const Labels& beside = nodes_[goes_up].labels;
    all_.clear();
    needed_.clear();
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all_));
    std::set_union(upper.labels.begin(), upper.labels.end(), beside.begin(), beside.end(),
                   std::back_inserter(needed_));
    std::set_intersection(all_.begin(), all_.end(), needed_.begin(), needed_.end(),
                          std::back_inserter(result.lower.labels));
    result.lower.volume = volume(network_, result.lower.labels);
    price(result.lower);
    return result;
}

void Annealing::draw(double temperature) {
    for (std::size_t i = 0; i < draws_per_step * (inputs() - 1); ++i) {
        const std::size_t step = inputs() + drawn(inputs() - 1);
        const std::size_t choice = drawn(4);
        const std::size_t lower = choice / 2;
        const std::size_t below = nodes_[step].factors[lower];
        if (below < inputs()) continue;
        Rotation changed = rotation(nodes_[step], lower, choice % 2);
        const double before = nodes_[below].cost.first + nodes_[step].cost.first;
        std::swap(nodes_[below], changed.lower);  // the upper step is priced with the new product
        price(changed.upper);
        const double growth =
            std::log((nodes_[below].cost.first + changed.upper.cost.first) / before);
        // Also false where a cost is no number.
        if (growth <= -temperature * std::log(random_.uniform())) {
            nodes_[step] = std::move(changed.upper);
        } else {
            std::swap(nodes_[below], changed.lower);
        }
    }
}

PathCost Annealing::cost() const {
    PathCost sum;
    for (std::size_t step = inputs(); step < nodes_.size(); ++step) {
        sum = costs_.together(sum, nodes_[step].cost);
    }
    return sum;
}

Path Annealing::path() const {
    Path path;
    std::vector<std::size_t> numbers(nodes_.size());
    append(nodes_.size() - 1, path, numbers);
    return path;
}

/// Appends the steps up to a tensor; `numbers` become those that tensors have in `path`.
void Annealing::append(std::size_t tensor, Path& path, std::vector<std::size_t>& numbers) const {
    numbers[tensor] = tensor;
    if (tensor < inputs()) return;
    const auto& [l, r] = nodes_[tensor].factors;
    append(l, path, numbers);
    append(r, path, numbers);
    path.push_back({numbers[l], numbers[r]});
    numbers[tensor] = inputs() + path.size() - 1;
}

}  // namespace

Path anneal(const Network& network, const PathCosts& costs, Path path, std::uint64_t seed) {
    if (network.inputs.size() < 3) return path;
    Annealing annealing(network, costs, path, seed);
    PathCost least = annealing.cost();
    for (int i = 0; i < annealing_temperatures; ++i) {
        const double share = static_cast<double>(i) / (annealing_temperatures - 1);
        annealing.draw(first_temperature * std::pow(last_temperature / first_temperature, share));
        const PathCost cost = annealing.cost();
        if (!(cost < least)) continue;
        least = cost;
        path = annealing.path();
    }
    return path;
}

}  // namespace ttgt::network
