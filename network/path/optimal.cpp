// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/optimal.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "network/path/greedy.h"

namespace ttgt::network {
namespace {

/// A set of inputs: bit i stands for input i.
using Subset = std::uint32_t;

/// The product of a subset's inputs.
struct Entry {
    double volume = 1;          ///< number of index tuples of the labels that the product has
    double touched = 1;         ///< number of index tuples of all labels of the subset's inputs
    PathCost cost = unbounded;  ///< cost of the cheapest path to the product
    Subset left = 0;  ///< part of the subset that the cheapest last step multiplies with the rest
};

class SubsetSearch {
public:
    SubsetSearch(const Network& network, const PathCosts& costs, const PathCost& bound);
    /// Whether there is a path within the bound.
    [[nodiscard]] bool finds_path() const { return inputs_ < 2 || entries_[all()].left != 0; }
    [[nodiscard]] Path path() const;

private:
    void measure(const Network& network);
    void choose_last_step(Subset subset);
    [[nodiscard]] StepVolumes step(Subset left, Subset right) const;
    [[nodiscard]] Subset all() const { return static_cast<Subset>(entries_.size() - 1); }
    /// The number of the subset's product in the path, whose steps up to it are appended.
    std::size_t append_steps(Subset subset, Path& path) const;

    const PathCosts& costs_;
    double bound_;
    std::size_t inputs_;
    std::vector<Entry>
        entries_;  ///< an entry for each subset of the inputs; the index is the subset
};

SubsetSearch::SubsetSearch(const Network& network, const PathCosts& costs, const PathCost& bound)
    : costs_(costs),
      // Volumes are rounded another way than those of the path that the bound is of.
      bound_(bound.first * (1 + volume_error)),
      inputs_(network.inputs.size()),
      entries_(std::size_t{1} << network.inputs.size()) {
    measure(network);
    for (Subset subset = 1; subset <= all(); ++subset) {
        if (std::has_single_bit(subset)) {
            entries_[subset].cost = {};
        } else {
            choose_last_step(subset);
        }
    }
}

void SubsetSearch::measure(const Network& network) {
    std::vector<Subset> holders(network.extents.size());
    std::vector<char> is_kept(network.extents.size());
    for (std::size_t input = 0; input < inputs_; ++input) {
        for (const std::size_t label : network.inputs[input]) holders[label] |= Subset{1} << input;
    }
    for (const std::size_t label : network.output) is_kept[label] = 1;
    for (Subset subset = 1; subset <= all(); ++subset) {
        Entry& entry = entries_[subset];
        for (std::size_t label = 0; label < holders.size(); ++label) {
            if ((holders[label] & subset) == 0) continue;
            const double extent = network.extents[label];
            entry.touched = std::min(entry.touched * extent, most_volume);
            const bool is_input = std::has_single_bit(subset);
            const bool is_needed = is_kept[label] != 0 || (holders[label] & ~subset) != 0;
            if (is_input || is_needed) entry.volume = std::min(entry.volume * extent, most_volume);
        }
    }
}

/// Labels of both parts stay in both until they meet: they are those that both touch.
StepVolumes SubsetSearch::step(Subset left, Subset right) const {
    const Entry& l = entries_[left];
    const Entry& r = entries_[right];
    const Entry& d = entries_[left | right];
    const double common = l.touched * (r.touched / d.touched);
    const double all = std::min(l.volume * (r.volume / common), most_volume);
    return {l.volume, r.volume, d.volume, std::max({all, l.volume, r.volume, d.volume})};
}

void SubsetSearch::choose_last_step(Subset subset) {
    Entry& entry = entries_[subset];
    const Subset lowest = subset & (~subset + 1);
    const Subset others = subset ^ lowest;
    // Every part that holds the lowest input, beginning with that input alone.
    for (Subset more = others; more != 0;) {
        more = (more - 1) & others;
        const Subset left = lowest | more;
        const Subset right = subset ^ left;
        const PathCost before = costs_.together(entries_[left].cost, entries_[right].cost);
        if (before.first > bound_ || !(before < entry.cost)) continue;
        const PathCost cost = costs_.together(before, costs_.of_step(step(left, right)));
        if (cost < entry.cost) {
            entry.cost = cost;
            entry.left = left;
        }
    }
}

std::size_t SubsetSearch::append_steps(Subset subset, Path& path) const {
    if (std::has_single_bit(subset)) return static_cast<std::size_t>(std::countr_zero(subset));
    const Subset left = entries_[subset].left;
    const std::size_t l = append_steps(left, path);
    const std::size_t r = append_steps(subset ^ left, path);
    path.push_back({l, r});
    return inputs_ + path.size() - 1;
}

Path SubsetSearch::path() const {
    Path result;
    append_steps(all(), result);
    return result;
}

}  // namespace

Path optimal_path(const Network& network, const PathCosts& costs) {
    const SubsetSearch search(network, costs, unbounded);
    return search.finds_path() ? search.path() : greedy_path(network);
}

Path cheaper_path(const Network& network, const PathCosts& costs, const Path& known) {
    const PathCost bound = costs.of_path(network, known);
    const SubsetSearch search(network, costs, bound);
    if (!search.finds_path()) return known;
    Path found = search.path();
    const bool is_worse = costs.of_path(network, found).first > bound.first * (1 + volume_error);
    return is_worse ? known : found;
}

}  // namespace ttgt::network
