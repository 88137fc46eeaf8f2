// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/refine.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "network/path/optimal.h"

namespace ttgt::network {
namespace {

/// Tensors of a part. What its search costs grows by three for each, and there are as many parts as
/// the network has tensors.
std::size_t part_size(const Network& network) {
    constexpr std::size_t many = 256;
    return network.inputs.size() <= many ? 10 : 8;
}

constexpr int most_passes = 6;

std::size_t position_of(std::size_t value, const std::vector<std::size_t>& values) {
    return static_cast<std::size_t>(std::find(values.begin(), values.end(), value) -
                                    values.begin());
}

/// What determines the cheapest path of a network, and whether it is cheaper than this one.
std::vector<std::uint64_t> key_of(const Network& network, const Path& path) {
    std::vector<std::uint64_t> key;
    const auto append = [&](const Labels& labels) {
        key.push_back(labels.size());
        key.insert(key.end(), labels.begin(), labels.end());
    };
    append(network.output);
    for (const Labels& input : network.inputs) append(input);
    for (const double extent : network.extents) key.push_back(std::bit_cast<std::uint64_t>(extent));
    for (const auto& [l, r] : path) key.insert(key.end(), {l, r});
    return key;
}

/// The tensors at the edge of the part of the tree that ends with a step, and its steps.
struct Part {
    std::vector<std::size_t> tensors;
    std::vector<std::size_t> steps;  ///< last one last
};

/// A part as a network of its own.
struct PartNetwork {
    Network network;
    Labels names;  ///< for each label of the part, its number in the whole network
};

class Refinement {
public:
    Refinement(const Network& network, const PathCosts& costs, Path path, KnownParts& known)
        : network_(network), costs_(costs), path_(std::move(path)), known_(known) {}

    /// Whether any part has become cheaper.
    bool pass();
    [[nodiscard]] Path path() &&;

private:
    [[nodiscard]] Part part_below(std::size_t step) const;
    [[nodiscard]] PartNetwork network_of(const Part& part) const;
    [[nodiscard]] Path path_of(const Part& part) const;
    /// Nothing where no path is cheaper.
    [[nodiscard]] std::optional<Path> cheaper(const Network& network, const Path& path);
    void replace(const Part& part, const PartNetwork& own, const Path& path);
    [[nodiscard]] std::size_t inputs() const { return network_.inputs.size(); }
    void append(std::size_t tensor, Path& path, std::vector<std::size_t>& numbers) const;

    const Network& network_;
    const PathCosts& costs_;
    Path path_;  ///< a tree: steps are not in the order of their numbers once some were replaced
    KnownParts& known_;
    std::vector<Labels> labels_;
};

bool Refinement::pass() {
    bool improves = false;
    labels_ = labels_along(network_, path_);
    for (std::size_t step = 0; step < path_.size(); ++step) {
        const Part part = part_below(step);
        if (part.tensors.size() < 3) continue;
        const PartNetwork own = network_of(part);
        const std::optional<Path> better = cheaper(own.network, path_of(part));
        if (!better) continue;
        replace(part, own, *better);
        improves = true;
    }
    Path ordered;
    std::vector<std::size_t> numbers(inputs() + path_.size());
    append(inputs() + path_.size() - 1, ordered, numbers);
    path_ = std::move(ordered);
    return improves;
}

std::optional<Path> Refinement::cheaper(const Network& network, const Path& path) {
    const auto [known, is_new] = known_.try_emplace(key_of(network, path));
    if (!is_new) return known->second;
    Path better = cheaper_path(network, costs_, path);
    const double before = costs_.of_path(network, path).first;
    const double after = costs_.of_path(network, better).first;
    // Rounding in volumes must not make two equal paths take turns.
    if (after < before * (1 - volume_error)) known->second = std::move(better);
    return known->second;
}

Path Refinement::path() && { return std::move(path_); }

/// Opens the largest product first: its step is where most can be gained.
Part Refinement::part_below(std::size_t step) const {
    Part part{{path_[step].begin(), path_[step].end()}, {step}};
    while (part.tensors.size() < part_size(network_)) {
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

PartNetwork Refinement::network_of(const Part& part) const {
    PartNetwork own;
    for (const std::size_t tensor : part.tensors) {
        own.names.insert(own.names.end(), labels_[tensor].begin(), labels_[tensor].end());
    }
    std::sort(own.names.begin(), own.names.end());
    own.names.erase(std::unique(own.names.begin(), own.names.end()), own.names.end());
    const auto numbered = [&](Labels labels) {
        for (std::size_t& label : labels) label = position_of(label, own.names);
        return labels;
    };
    for (const std::size_t label : own.names) {
        own.network.extents.push_back(network_.extents[label]);
    }
    own.network.output = numbered(labels_[inputs() + part.steps.back()]);
    for (const std::size_t tensor : part.tensors) {
        own.network.inputs.push_back(numbered(labels_[tensor]));
    }
    return own;
}

Path Refinement::path_of(const Part& part) const {
    Path path;
    std::vector<std::size_t> tensors = part.tensors;
    // Steps were opened from the last one on: those before are further down.
    for (const std::size_t step : part.steps) {
        const auto& [l, r] = path_[step];
        path.push_back({position_of(l, tensors), position_of(r, tensors)});
        tensors.push_back(inputs() + step);
    }
    return path;
}

void Refinement::replace(const Part& part, const PartNetwork& own, const Path& path) {
    const std::vector<Labels> labels = labels_along(own.network, path);
    std::vector<std::size_t> numbers = part.tensors;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const auto& [l, r] = path[i];
        const std::size_t tensor = inputs() + part.steps[i];
        path_[part.steps[i]] = {numbers[l], numbers[r]};
        labels_[tensor] = labels[numbers.size()];
        for (std::size_t& label : labels_[tensor]) label = own.names[label];
        numbers.push_back(tensor);
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

Path refine(const Network& network, const PathCosts& costs, Path path, KnownParts& known) {
    Refinement refinement(network, costs, std::move(path), known);
    for (int pass = 0; pass < most_passes && refinement.pass(); ++pass) {
    }
    return std::move(refinement).path();
}

}  // namespace ttgt::network
