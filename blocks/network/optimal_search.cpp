// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "blocks/network/block_search.h"

namespace ttgt::blocks {
namespace {

/// A set of inputs: bit i stands for input i.
using InputSet = std::uint32_t;

/// The product of a set's inputs. Which blocks it has does not depend on the path to it.
struct SetEntry {
    std::optional<BlockPattern> pattern;          ///< none: no path within the bound
    network::PathCost cost = network::unbounded;  ///< of the cheapest path
    InputSet left = 0;                            ///< what its last step multiplies by the rest
};

/// A last step of a path to a set.
struct SetSplit {
    InputSet left;
    ProductCount count;
    network::PathCost before;  ///< cost of the paths to both parts
};

class SetSearch {
public:
    SetSearch(const BlockNetwork& product, const network::PathCosts& costs, double bound)
        : product_(product),
          costs_(costs),
          bound_(bound),
          entries_(std::size_t{1} << product.inputs.size()) {
        for (std::size_t i = 0; i < product.inputs.size(); ++i) {
            entries_[std::size_t{1} << i] = {product.inputs[i], {}, 0};
        }
        for (InputSet set = 1; set < entries_.size(); ++set) {
            if (!std::has_single_bit(set)) choose_last_step(set);
        }
    }

    [[nodiscard]] const SetEntry& all() const { return entries_.back(); }

    /// The number of the set's product in the path, whose steps up to it are appended.
    std::size_t append_steps(InputSet set, network::Path& path) const {
        if (std::has_single_bit(set)) return static_cast<std::size_t>(std::countr_zero(set));
        const InputSet left = entries_[set].left;
        const std::size_t l = append_steps(left, path);
        const std::size_t r = append_steps(set ^ left, path);
        path.push_back({l, r});
        return product_.inputs.size() + path.size() - 1;
    }

private:
    [[nodiscard]] std::vector<SetSplit> splits_of(InputSet set) const {
        std::vector<SetSplit> splits;
        const InputSet lowest = set & (~set + 1);
        const InputSet others = set ^ lowest;
        for (InputSet more = others; more != 0;) {
            more = (more - 1) & others;
            const InputSet left = lowest | more;
            const SetEntry& l = entries_[left];
            const SetEntry& r = entries_[set ^ left];
            if (!l.pattern || !r.pattern || !share_label(*l.pattern, *r.pattern)) continue;
            const network::PathCost before = costs_.together(l.cost, r.cost);
            if (before.first > bound_) continue;
            splits.push_back({left, count_product(*l.pattern, *r.pattern), before});
        }
        return splits;
    }

    void choose_last_step(InputSet set) {
        // Listing a product's blocks takes time in proportion to its pairs.
        constexpr double most_pairs = 1 << 22;
        const std::vector<SetSplit> splits = splits_of(set);
        if (splits.empty()) return;
        SetEntry& entry = entries_[set];
        const bool is_all = set + std::size_t{1} == entries_.size();
        double elements = product_.output_elements;
        if (is_all) {
            entry.pattern.emplace(BlockPattern{{}, BlockLayout({}, {}, 0)});
        } else {
            const SetSplit& fewest = *std::ranges::min_element(
                splits, {}, [](const SetSplit& split) { return split.count.pairs; });
            if (fewest.count.pairs > most_pairs) return;
            entry.pattern.emplace(multiplied(*entries_[fewest.left].pattern,
                                             *entries_[set ^ fewest.left].pattern, kept_by(set)));
            elements = entry.pattern->elements();
        }
        for (const SetSplit& split : splits) {
            const network::StepVolumes volumes =
                step_volumes(*entries_[split.left].pattern, *entries_[set ^ split.left].pattern,
                             elements, split.count.multiplications);
            const network::PathCost cost = costs_.together(split.before, costs_.of_step(volumes));
            if (cost < entry.cost) {
                entry.cost = cost;
                entry.left = split.left;
            }
        }
    }

    /// The labels that the output or an input outside of the set has, too.
    [[nodiscard]] network::Labels kept_by(InputSet set) const {
        const network::Network& network = product_.network;
        std::vector<char> is_inside(network.extents.size());
        std::vector<char> is_needed(network.extents.size());
        for (const std::size_t label : network.output) is_needed[label] = 1;
        for (std::size_t i = 0; i < network.inputs.size(); ++i) {
            std::vector<char>& marked = ((set >> i) & 1U) != 0 ? is_inside : is_needed;
            for (const std::size_t label : network.inputs[i]) marked[label] = 1;
        }
        network::Labels kept;
        for (std::size_t label = 0; label < is_inside.size(); ++label) {
            if (is_inside[label] != 0 && is_needed[label] != 0) kept.push_back(label);
        }
        return kept;
    }

    const BlockNetwork& product_;
    const network::PathCosts& costs_;
    double bound_;
    std::vector<SetEntry> entries_;  // by set
};

}  // namespace

network::Path optimal_block_path(const BlockNetwork& product, const network::PathCosts& costs,
                                 const PricedPath& known) {
    const SetSearch search(product, costs, known.cost.first * (1 + network::volume_error));
    if (!(search.all().cost < known.cost)) return known.path;
    network::Path path;
    search.append_steps((InputSet{1} << product.inputs.size()) - 1, path);
    return path;
}

}  // namespace ttgt::blocks
