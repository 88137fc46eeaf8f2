// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/refine.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "network/path/optimal.h"

namespace ttgt::network {
namespace {

constexpr std::size_t part_size = 10;  // tensors; what one search costs grows by three for each
constexpr int most_passes = 6;

class Refinement {
public:
    Refinement(const Network& network, const PathCosts& costs, Path path)
        : network_(network), costs_(costs), path_(std::move(path)) {}

    /// Whether any part has become cheaper.
    bool pass();
    [[nodiscard]] Path path() &&;

private:
    /// The tensors at the edge of the part of the tree that ends with a step, and its steps.
    struct Part {
        std::vector<std::size_t> tensors;
        std::vector<std::size_t> steps;  ///< last one last
    };
    [[nodiscard]] Part part_below(std::size_t step) const;
    [[nodiscard]] Network network_of(const Part& part) const;
    [[nodiscard]] Path path_of(const Part& part) const;
    void replace(const Part& part, const Path& path);
    [[nodiscard]] std::size_t inputs() const { return network_.inputs.size(); }
    void append(std::size_t tensor, Path& path, std::vector<std::size_t>& numbers) const;

    const Network& network_;
    const PathCosts& costs_;
    Path path_;  ///< a tree: steps are not in the order of their numbers once some were replaced
    std::vector<Labels> labels_;
};

bool Refinement::pass() {
    bool improves = false;
    labels_ = labels_along(network_, path_);
    for (std::size_t step = 0; step < path_.size(); ++step) {
        const Part part = part_below(step);
        if (part.tensors.size() < 3) continue;
        const Network network = network_of(part);
        const PathCost before = costs_.of_path(network, path_of(part));
        const Path better = optimal_path(network, costs_, before);
        const PathCost after = costs_.of_path(network, better);
        // Rounding in volumes must not make two equal paths take turns.
        if (!(after.first < before.first * (1 - 1e-9))) continue;
        replace(part, better);
        improves = true;
    }
    Path ordered;
    std::vector<std::size_t> numbers(inputs() + path_.size());
    append(inputs() + path_.size() - 1, ordered, numbers);
    path_ = std::move(ordered);
    return improves;
}

Path Refinement::path() && { return std::move(path_); }

/// Opens the largest product first: its step is where most can be gained.
Refinement::Part Refinement::part_below(std::size_t step) const {
    Part part{{path_[step].begin(), path_[step].end()}, {step}};
    while (part.tensors.size() < part_size) {
        const auto size = [&](std::size_t tensor) {
            return tensor < inputs() ? -1.0 : volume(network_, labels_[tensor]);
        };
        const auto largest =
            std::max_element(part.tensors.begin(), part.tensors.end(),
                             [&](std::size_t a, std::size_t b) { return size(a) < size(b); });
        if (*largest < inputs()) break;
        const std::size_t opened = *largest - inputs();
        *largest = path_[opened][0];
        part.tensors.push_back(path_[opened][1]);
        part.steps.insert(part.steps.begin(), opened);
    }
    return part;
}

Network Refinement::network_of(const Part& part) const {
    Network network;
    network.extents = network_.extents;
    network.output = labels_[inputs() + part.steps.back()];
    for (const std::size_t tensor : part.tensors) network.inputs.push_back(labels_[tensor]);
    return network;
}

Path Refinement::path_of(const Part& part) const {
    Path path;
    std::vector<std::size_t> numbers(inputs() + path_.size());
    for (std::size_t i = 0; i < part.tensors.size(); ++i) numbers[part.tensors[i]] = i;
    // Steps were opened from the last one on: those before are further down.
    for (const std::size_t step : part.steps) {
        const auto& [l, r] = path_[step];
        path.push_back({numbers[l], numbers[r]});
        numbers[inputs() + step] = part.tensors.size() + path.size() - 1;
    }
    return path;
}

void Refinement::replace(const Part& part, const Path& path) {
    LabelTally tally(network_of(part));
    std::vector<std::size_t> numbers = part.tensors;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const auto& [l, r] = path[i];
        const std::size_t step = part.steps[i];
        path_[step] = {numbers[l], numbers[r]};
        labels_[inputs() + step] = tally.multiply(labels_[numbers[l]], labels_[numbers[r]]);
        numbers.push_back(inputs() + step);
    }
}

/// Appends the steps up to a tensor; `numbers` become those that tensors have in `path`.
void Refinement::append(std::size_t tensor, Path& path, std::vector<std::size_t>& numbers) const {
    numbers[tensor] = tensor;
    if (tensor < inputs()) return;
    const auto& [l, r] = path_[tensor - inputs()];
    append(l, path, numbers);
    append(r, path, numbers);
    path.push_back({numbers[l], numbers[r]});
    numbers[tensor] = inputs() + path.size() - 1;
}

}  // namespace

Path refine(const Network& network, const PathCosts& costs, Path path) {
    Refinement refinement(network, costs, std::move(path));
    for (int pass = 0; pass < most_passes && refinement.pass(); ++pass) {
    }
    return std::move(refinement).path();
}

}  // namespace ttgt::network
