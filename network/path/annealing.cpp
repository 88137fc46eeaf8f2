// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/annealing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "network/path/label_set.h"
#include "network/path/random.h"

namespace ttgt::network {
namespace {

// The natural logarithm of the factor by which the two steps of a rotation may grow, once in e
// draws: at first, and at last.
constexpr double first_temperature = 0.5;
constexpr double last_temperature = 0.02;
constexpr int annealing_temperatures = 24;

/// A tensor of the tree: an input, or the product of two others.
struct TreeNode {
    std::array<std::size_t, 2> factors{};
    Labels labels;  ///< in any order
    double volume = 1;
    PathCost cost;  ///< cost of the step; nothing of an input
};

/// What a rotation makes of the lower and of the upper one of two steps.
struct Rotation {
    std::size_t goes_up = 0;  ///< the factor of the lower step that becomes one of the upper step
    Labels labels;            ///< of the new product
    double volume = 1;        ///< of the new product
    PathCost lower;           ///< cost of the lower step
    PathCost upper;           ///< cost of the upper step
};

class Annealing {
public:
    Annealing(const Network& network, const PathCosts& costs, const Path& path, std::uint64_t seed);
    /// Draws so many rotations a step, at a temperature.
    void draw(std::size_t draws, double temperature);
    [[nodiscard]] PathCost cost() const;
    [[nodiscard]] Path path() const;

private:
    [[nodiscard]] std::size_t inputs() const { return network_.inputs.size(); }
    [[nodiscard]] std::size_t drawn(std::size_t count);
    /// Sets changed_ to the rotation at a step whose factor `lower` is a product: the latter's
    /// factor `out` and the step's other factor change places.
    void rotate(const TreeNode& upper, std::size_t lower, std::size_t out);
    /// Whether costs that change by this factor are taken.
    [[nodiscard]] bool takes(double factor, double temperature);
    void price(TreeNode& node);
    [[nodiscard]] double extent(std::size_t label) const { return network_.extents[label]; }
    void append(std::size_t tensor, Path& path, std::vector<std::size_t>& numbers) const;

    const Network& network_;
    const PathCosts& costs_;
    Random random_;
    std::vector<TreeNode> nodes_;
    Rotation changed_;  // scratch of draw()
    LabelSet seen_;     // scratch of rotate() and price()
    LabelSet needed_;   // scratch of rotate()
};

Annealing::Annealing(const Network& network, const PathCosts& costs, const Path& path,
                     std::uint64_t seed)
    : network_(network),
      costs_(costs),
      random_(seed),
      seen_(network.extents.size()),
      needed_(network.extents.size()) {
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
    seen_.clear();
    seen_.add(l.labels);
    double all = l.volume;
    for (const std::size_t label : r.labels) all *= seen_.has(label) ? 1 : extent(label);
    node.cost = costs_.of_step({l.volume, r.volume, node.volume, std::min(all, most_volume)});
}

void Annealing::rotate(const TreeNode& upper, std::size_t lower, std::size_t out) {
    const TreeNode& below = nodes_[upper.factors[lower]];
    const TreeNode& stays = nodes_[below.factors[1 - out]];
    const TreeNode& comes = nodes_[upper.factors[1 - lower]];
    changed_.goes_up = below.factors[out];
    const TreeNode& beside = nodes_[changed_.goes_up];
    // What the new product keeps is what the step's result or the step's new factor has.
    needed_.clear();
    needed_.add(upper.labels);
    needed_.add(beside.labels);
    changed_.labels.clear();
    double kept = 1;
    double all = 1;
    const auto take = [&](std::size_t label) {
        all *= extent(label);
        if (!needed_.has(label)) return;
        kept *= extent(label);
        changed_.labels.push_back(label);
    };
    for (const std::size_t label : stays.labels) take(label);
    seen_.clear();
    seen_.add(stays.labels);
    for (const std::size_t label : comes.labels)
        if (!seen_.has(label)) take(label);
    changed_.volume = std::min(kept, most_volume);
    changed_.lower =
        costs_.of_step({stays.volume, comes.volume, changed_.volume, std::min(all, most_volume)});
    seen_.clear();
    seen_.add(changed_.labels);
    all = changed_.volume;
    for (const std::size_t label : beside.labels) all *= seen_.has(label) ? 1 : extent(label);
    changed_.upper =
        costs_.of_step({changed_.volume, beside.volume, upper.volume, std::min(all, most_volume)});
}

/// False where the factor is no number.
bool Annealing::takes(double factor, double temperature) {
    return factor <= 1 || std::log(factor) <= -temperature * std::log(random_.uniform());
}

void Annealing::draw(std::size_t draws, double temperature) {
    for (std::size_t i = 0; i < draws * (inputs() - 1); ++i) {
        TreeNode& upper = nodes_[inputs() + drawn(inputs() - 1)];
        const std::size_t choice = drawn(4);
        const std::size_t lower = choice / 2;
        if (upper.factors[lower] < inputs()) continue;
        TreeNode& below = nodes_[upper.factors[lower]];
        rotate(upper, lower, choice % 2);
        const double before = below.cost.first + upper.cost.first;
        if (!takes((changed_.lower.first + changed_.upper.first) / before, temperature)) continue;
        below.factors[choice % 2] = std::exchange(upper.factors[1 - lower], changed_.goes_up);
        std::swap(below.labels, changed_.labels);
        below.volume = changed_.volume;
        below.cost = changed_.lower;
        upper.cost = changed_.upper;
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

Path anneal(const Network& network, const PathCosts& costs, Path path, std::size_t draws,
            std::uint64_t seed) {
    if (network.inputs.size() < 3) return path;
    Annealing annealing(network, costs, path, seed);
    PathCost least = annealing.cost();
    for (int i = 0; i < annealing_temperatures; ++i) {
        const double share = static_cast<double>(i) / (annealing_temperatures - 1);
        annealing.draw(draws,
                       first_temperature * std::pow(last_temperature / first_temperature, share));
        const PathCost cost = annealing.cost();
        if (!(cost < least)) continue;
        least = cost;
        path = annealing.path();
    }
    return path;
}

}  // namespace ttgt::network
