// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/rewrite/product_key.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace ttgt::network {
namespace {

using Words = std::vector<std::int64_t>;

/// Labels numbered in the order in which they are met.
class Numbering {
public:
    explicit Numbering(std::vector<std::size_t> met = {}) : met_(std::move(met)) {}
    std::int64_t of(std::size_t label) {
        const auto found = std::find(met_.begin(), met_.end(), label);
        const std::int64_t number = found - met_.begin();
        if (found == met_.end()) met_.push_back(label);
        return number;
    }
    [[nodiscard]] const std::vector<std::size_t>& labels() const { return met_; }

private:
    std::vector<std::size_t> met_;
};

void append(Words& words, const Use& use, Numbering& numbering) {
    words.push_back(static_cast<std::int64_t>(use.tensor));
    words.push_back(use.conjugated ? 1 : 0);
    for (const std::size_t label : use.labels) words.push_back(numbering.of(label));
}

ProductKey key_in_order(const Use& l, const Use& r, const std::vector<char>& stays) {
    ProductKey key;
    Numbering numbering;
    append(key.words, l, numbering);
    append(key.words, r, numbering);
    for (const std::size_t label : numbering.labels()) {
        key.words.push_back(stays[label]);
        if (stays[label] != 0) key.labels.push_back(label);
    }
    return key;
}

bool same_tensor(const Use& a, const Use& b) {
    return a.tensor == b.tensor && a.conjugated == b.conjugated;
}

bool by_tensor(const Use& a, const Use& b) {
    return std::pair(a.tensor, a.conjugated) < std::pair(b.tensor, b.conjugated);
}

/// How many orders keep every tensor of factors, sorted by tensor, in its place.
double count_orders(const std::vector<Use>& factors) {
    double orders = 1;
    double same = 1;
    for (std::size_t i = 1; i < factors.size(); ++i) {
        same = same_tensor(factors[i - 1], factors[i]) ? same + 1 : 1;
        orders *= same;
    }
    return orders;
}

/// The next of these orders; false after the last one.
bool next_order(const std::vector<Use>& factors, std::vector<std::size_t>& order) {
    for (std::size_t begin = 0, end = 0; begin < factors.size(); begin = end) {
        while (end < factors.size() && same_tensor(factors[begin], factors[end])) ++end;
        const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = order.begin() + static_cast<std::ptrdiff_t>(end);
        if (std::next_permutation(first, last)) return true;
    }
    return false;
}

/// The least words of a product whose outer labels are numbered already, over all orders of factors
/// that are one tensor; of too many orders, those of the first one.
Words words_of(const Product& product, const std::vector<std::size_t>& outer) {
    constexpr double most_orders = 5040;
    std::vector<Use> factors = product.factors;
    std::stable_sort(factors.begin(), factors.end(), by_tensor);
    std::vector<std::size_t> order(factors.size());
    std::iota(order.begin(), order.end(), 0);
    Words least;
    do {
        Words words;
        Numbering numbering(outer);
        for (const std::size_t factor : order) append(words, factors[factor], numbering);
        if (least.empty() || words < least) least = std::move(words);
    } while (count_orders(factors) <= most_orders && next_order(factors, order));
    return least;
}

SumKey key_in_order(const Sum& sum, const std::vector<std::size_t>& outer) {
    std::vector<std::pair<Words, double>> products;
    for (const Product& product : sum.products) {
        products.emplace_back(words_of(product, outer), product.scale);
    }
    std::sort(products.begin(), products.end());
    SumKey key;
    key.labels = outer;
    key.scale = products.front().second;
    for (const auto& [words, scale] : products) {
        key.words.push_back(static_cast<std::int64_t>(words.size()));
        key.words.insert(key.words.end(), words.begin(), words.end());
        key.words.push_back(std::bit_cast<std::int64_t>(scale / key.scale));
    }
    return key;
}

}  // namespace

ProductKey key_of(const Use& l, const Use& r, const std::vector<char>& stays) {
    ProductKey one = key_in_order(l, r, stays);
    ProductKey other = key_in_order(r, l, stays);
    return one.words <= other.words ? one : other;
}

SumKey key_of(const Sum& sum) {
    constexpr std::size_t most_permuted = 4;  // modes; beyond, only equal orders are found equal
    std::vector<std::size_t> outer = sum.output.labels;
    SumKey least = key_in_order(sum, outer);
    if (outer.size() > most_permuted) return least;
    std::sort(outer.begin(), outer.end());
    do {
        SumKey key = key_in_order(sum, outer);
        if (key.words < least.words) least = std::move(key);
    } while (std::next_permutation(outer.begin(), outer.end()));
    return least;
}

}  // namespace ttgt::network
