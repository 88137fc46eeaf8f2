// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/rewrite/common_factors.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "network/path/path_search.h"
#include "network/rewrite/product_key.h"
#include "network/rewrite/product_network.h"

namespace ttgt::network {
namespace {

// Products of more factors are priced by a greedy path: each is priced again for every split.
constexpr std::size_t most_to_search = 8;

/// A product of a sum cut in two: one factor, and the rest, whose labels are named by what they are
/// to the sum and to the factor.
struct Split {
    std::size_t product;
    std::size_t factor;
    double gain;  ///< what the product costs beyond computing the rest alone
};

/// What splits must have equal for their rests to be added: the tensor, which of its modes are the
/// output's and which of them the rest has, and the output's labels that the rest has.
using SplitKey = std::vector<std::int64_t>;

class FactorSearch {
public:
    FactorSearch(const Program& program, const PathCosts& costs)
        : costs_(costs), result_{program.tensors, {}} {}
    /// Appends the sum, after those that it has become.
    void add(Sum sum);
    [[nodiscard]] Program result() && { return std::move(result_); }

private:
    struct Group {
        std::vector<Split> splits;
        double gain = 0;
    };
    [[nodiscard]] double cost(const Sum& sum, const Product& product) const;
    [[nodiscard]] std::map<SplitKey, Group> groups_of(const Sum& sum) const;
    [[nodiscard]] std::optional<Group> best_group(const Sum& sum) const;
    void pull_out(Sum& sum, const Group& group);
    /// The sum's value in a temporary, a known one if it is equal: what to multiply by.
    [[nodiscard]] Product temporary_of(Sum sum);

    const PathCosts& costs_;
    Program result_;
    std::map<std::vector<std::int64_t>, std::pair<std::size_t, double>> known_;
    int names_ = 0;
};

Product rest_of(const Product& product, std::size_t factor) {
    Product rest = product;
    rest.factors.erase(rest.factors.begin() + static_cast<std::ptrdiff_t>(factor));
    return rest;
}

/// Labels of the rest that stay when it is computed alone: the output's in its order, then the
/// factor's in its own.
std::vector<std::size_t> open_labels(const Sum& sum, const Use& factor, const Product& rest) {
    std::vector<std::size_t> open;
    for (const std::size_t label : sum.output.labels) {
        if (has(rest, label)) open.push_back(label);
    }
    for (const std::size_t label : factor.labels) {
        if (has(rest, label) && !contains(open, label)) open.push_back(label);
    }
    return open;
}

SplitKey key_of_split(const Sum& sum, const Use& factor, const Product& rest) {
    SplitKey key{static_cast<std::int64_t>(factor.tensor), factor.conjugated ? 1 : 0};
    for (const std::size_t label : factor.labels) {
        const auto mode = std::find(sum.output.labels.begin(), sum.output.labels.end(), label);
        const auto first = std::find(factor.labels.begin(), factor.labels.end(), label);
        key.push_back(mode - sum.output.labels.begin());
        key.push_back(first - factor.labels.begin());
        key.push_back(has(rest, label) ? 1 : 0);
    }
    for (const std::size_t label : sum.output.labels) key.push_back(has(rest, label) ? 1 : 0);
    return key;
}

/// A label like another one, of the same extent, that is not taken.
std::size_t free_label(Sum& sum, const std::vector<std::size_t>& taken, std::size_t like) {
    for (std::size_t label = 0; label < sum.labels.size(); ++label) {
        if (sum.labels[label].extent == sum.labels[like].extent && !contains(taken, label) &&
            !contains(sum.output.labels, label)) {
            return label;
        }
    }
    const SumLabel fresh{fmt::format("{}_{}", sum.labels[like].name, sum.labels.size()),
                         sum.labels[like].extent};
    sum.labels.push_back(fresh);
    return sum.labels.size() - 1;
}

/// Gives the labels of `rest` that `from` also has the names that `to` has in the same modes. What
/// the rest sums over gets another name where its own is among these: one that `sum` has with the
/// same extent, or a new one.
void rename_labels(Sum& sum, Product& rest, const Use& from, const Use& to) {
    std::vector<std::optional<std::size_t>> names(sum.labels.size());
    for (std::size_t mode = 0; mode < from.labels.size(); ++mode) {
        names[from.labels[mode]] = to.labels[mode];
    }
    std::vector<std::size_t> taken = to.labels;
    for (const Use& use : rest.factors) {
        taken.insert(taken.end(), use.labels.begin(), use.labels.end());
    }
    for (Use& use : rest.factors) {
        for (std::size_t& label : use.labels) {
            if (!names[label] && contains(to.labels, label)) {
                names[label] = free_label(sum, taken, label);
                taken.push_back(*names[label]);
            }
            label = names[label].value_or(label);
        }
    }
}

double FactorSearch::cost(const Sum& sum, const Product& product) const {
    if (product.factors.size() == 1) {
        double elements = 1;
        for (const std::size_t label : sum.output.labels) {
            elements *= static_cast<double>(sum.labels[label].extent);
        }
        return costs_.of_step({elements, 1, elements, elements}).first;
    }
    const Network network = network_of(sum, product);
    PathOptions options;
    if (product.factors.size() > most_to_search) options.search = "greedy";
    return costs_.of_path(network, find_path(network, costs_, options)).first;
}

std::map<SplitKey, FactorSearch::Group> FactorSearch::groups_of(const Sum& sum) const {
    std::map<SplitKey, Group> groups;
    if (sum.products.size() < 2) return groups;
    Sum alone;
    alone.labels = sum.labels;
    for (std::size_t number = 0; number < sum.products.size(); ++number) {
        const Product& product = sum.products[number];
        if (product.factors.size() < 2) continue;
        const double unsplit = cost(sum, product);
        for (std::size_t factor = 0; factor < product.factors.size(); ++factor) {
            const Product rest = rest_of(product, factor);
            alone.output.labels = open_labels(sum, product.factors[factor], rest);
            const double gain = unsplit - cost(alone, rest);
            if (gain <= 0) continue;
            Group& group = groups[key_of_split(sum, product.factors[factor], rest)];
            // A product with the same factor twice goes in once.
            if (!group.splits.empty() && group.splits.back().product == number) continue;
            group.splits.push_back({number, factor, gain});
            group.gain += gain;
        }
    }
    return groups;
}

std::optional<FactorSearch::Group> FactorSearch::best_group(const Sum& sum) const {
    std::optional<Group> best;
    for (auto& [key, group] : groups_of(sum)) {
        if (group.splits.size() < 2) continue;
        const Split& split = group.splits.front();
        const Use& factor = sum.products[split.product].factors[split.factor];
        const Product rest = rest_of(sum.products[split.product], split.factor);
        const Use temporary{factor.tensor, open_labels(sum, factor, rest)};
        group.gain -= cost(sum, {1.0, {factor, temporary}});
        if (group.gain > 0 && (!best || group.gain > best->gain)) best = std::move(group);
    }
    return best;
}

/// Makes the products of the group, each without the common factor, a sum of their own.
void FactorSearch::pull_out(Sum& sum, const Group& group) {
    const Split& first = group.splits.front();
    const Use factor = sum.products[first.product].factors[first.factor];
    Sum inner;
    inner.statement = sum.statement;
    for (const Split& split : group.splits) {
        const Use& other = sum.products[split.product].factors[split.factor];
        Product rest = rest_of(sum.products[split.product], split.factor);
        if (split.product == first.product) {
            inner.output.labels = open_labels(sum, factor, rest);
        }
        rename_labels(sum, rest, other, factor);
        inner.products.push_back(std::move(rest));
    }
    inner.labels = sum.labels;
    std::vector<Product> left;
    for (std::size_t number = 0; number < sum.products.size(); ++number) {
        const bool is_taken =
            std::any_of(group.splits.begin(), group.splits.end(),
                        [&](const Split& split) { return split.product == number; });
        if (!is_taken) left.push_back(std::move(sum.products[number]));
    }
    sum.products = std::move(left);
    Product pulled = temporary_of(std::move(inner));
    pulled.factors.insert(pulled.factors.begin(), factor);
    sum.products.push_back(std::move(pulled));
}

Product FactorSearch::temporary_of(Sum sum) {
    const SumKey key = key_of(sum);
    const auto known = known_.find(key.words);
    if (known != known_.end()) {
        const auto& [tensor, scale] = known->second;
        return {key.scale / scale, {{tensor, key.labels}}};
    }
    const std::size_t tensor = add_temporary(result_, fmt::format("_sum{}", ++names_),
                                             dtype_of(result_, sum), sum, key.labels);
    known_[key.words] = {tensor, key.scale};
    sum.output = {tensor, key.labels};
    add(std::move(sum));
    return {1.0, {{tensor, key.labels}}};
}

void FactorSearch::add(Sum sum) {
    while (const std::optional<Group> group = best_group(sum)) pull_out(sum, *group);
    result_.sums.push_back(std::move(sum));
}

}  // namespace

Program pull_out_common_factors(const Program& program, const PathCosts& costs) {
    FactorSearch search(program, costs);
    for (const Sum& sum : program.sums) search.add(sum);
    return std::move(search).result();
}

}  // namespace ttgt::network
