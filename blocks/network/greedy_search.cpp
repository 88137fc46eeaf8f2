// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "blocks/network/block_search.h"

namespace ttgt::blocks {
namespace {

/// Two tensors that may be multiplied next.
struct NextProduct {
    double multiplications;
    std::size_t l;
    std::size_t r;

    friend bool operator<(const NextProduct& a, const NextProduct& b) {
        return std::tie(a.multiplications, a.l, a.r) < std::tie(b.multiplications, b.l, b.r);
    }
};

class GreedyBlockSearch {
public:
    GreedyBlockSearch(const BlockNetwork& product, const network::PathCosts& costs)
        : product_(product), costs_(costs), tally_(product.network) {
        for (const BlockPattern& tensor : product.inputs) add(tensor);
    }

    [[nodiscard]] PricedPath run() {
        while (found_.path.size() + 1 < product_.inputs.size()) {
            const NextProduct next = candidates_.empty() ? smallest() : cheapest();
            multiply_next(next);
        }
        return std::move(found_);
    }

private:
    void add(BlockPattern tensor) {
        const std::size_t number = tensors_.size();
        for (const std::size_t other : left_) {
            if (!share_label(tensors_[other], tensor)) continue;
            const double multiplications = count_product(tensors_[other], tensor).multiplications;
            candidates_.push_back({multiplications, other, number});
        }
        tensors_.push_back(std::move(tensor));
        left_.push_back(number);
    }

    [[nodiscard]] NextProduct cheapest() const {
        return *std::min_element(candidates_.begin(), candidates_.end());
    }

    /// The two tensors with the fewest elements.
    [[nodiscard]] NextProduct smallest() {
        std::ranges::stable_sort(left_, {},
                                 [&](std::size_t tensor) { return tensors_[tensor].elements(); });
        const auto [l, r] = std::minmax(left_[0], left_[1]);
        return {count_product(tensors_[l], tensors_[r]).multiplications, l, r};
    }

    void multiply_next(const NextProduct& next) {
        const auto is_used = [&](std::size_t tensor) {
            return tensor == next.l || tensor == next.r;
        };
        const BlockPattern& l = tensors_[next.l];
        const BlockPattern& r = tensors_[next.r];
        const network::Labels kept = tally_.multiply(l.labels, r.labels);
        std::erase_if(left_, is_used);
        std::erase_if(candidates_,
                      [&](const NextProduct& each) { return is_used(each.l) || is_used(each.r); });
        found_.path.push_back({next.l, next.r});
        const bool is_last = left_.empty();
        std::vector<BlockPattern> made;
        if (!is_last) made.push_back(multiplied(l, r, kept));
        const double elements = is_last ? product_.output_elements : made[0].elements();
        const network::StepVolumes volumes = step_volumes(l, r, elements, next.multiplications);
        found_.cost = costs_.together(found_.cost, costs_.of_step(volumes));
        if (!is_last) add(std::move(made[0]));
    }

    const BlockNetwork& product_;
    const network::PathCosts& costs_;
    network::LabelTally tally_;
    std::vector<BlockPattern> tensors_;
    std::vector<std::size_t> left_;  // numbers of tensors that are not used up
    std::vector<NextProduct> candidates_;
    PricedPath found_;
};

}  // namespace

PricedPath greedy_block_path(const BlockNetwork& product, const network::PathCosts& costs) {
    return GreedyBlockSearch(product, costs).run();
}

}  // namespace ttgt::blocks
