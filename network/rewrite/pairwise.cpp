// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/rewrite/pairwise.h"

#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "network/path/path_search.h"
#include "network/rewrite/product_key.h"
#include "network/rewrite/product_network.h"

namespace ttgt::network {
namespace {

// A product that is needed again is kept where it has so many operations for each of its elements:
// fewer cost no more than to write it, to read it again and to add it.
constexpr double least_worth_keeping = 8;

/// A product of two tensors that has a temporary, should it be computed on its own.
struct Node {
    Sum sum;
    double operations_per_element = 1;
    int uses = 0;
    bool is_computed = false;
};

/// A product of the program, down to its last step.
struct Ending {
    const Sum* sum;
    double scale;
    std::vector<Use> factors;  ///< one or two
    std::size_t tensor = 0;    ///< the node of the product, if there are two factors
    std::vector<std::size_t> labels;
};

class PairwiseProgram {
public:
    PairwiseProgram(const Program& program, const PathCosts& costs, const PathOptions& options)
        : costs_(costs), options_(options), first_node_(program.tensors.size()) {
        result_.tensors = program.tensors;
        for (const Sum& sum : program.sums) {
            for (const Product& product : sum.products) multiply(sum, product);
        }
    }
    [[nodiscard]] Program build();

private:
    void multiply(const Sum& sum, const Product& product);
    /// The product of two tensors as a node, which is a known one if it is equal.
    [[nodiscard]] Use node_of(const Sum& sum, const Use& l, const Use& r, const Labels& labels,
                              const StepVolumes& volumes);
    void compute(std::size_t tensor);
    [[nodiscard]] bool is_node(std::size_t tensor) const { return tensor >= first_node_; }
    [[nodiscard]] Node& node(std::size_t tensor) { return nodes_[tensor - first_node_]; }

    const PathCosts& costs_;
    const PathOptions& options_;
    std::size_t first_node_;
    std::vector<Node> nodes_;
    std::map<std::vector<std::int64_t>, std::size_t> known_;
    std::vector<Ending> endings_;
    Program result_;
    int names_ = 0;
};

void PairwiseProgram::multiply(const Sum& sum, const Product& product) {
    Ending ending{&sum, product.scale, product.factors, 0, {}};
    const Network network = network_of(sum, product);
    const Path path = find_path(network, costs_, options_);
    const std::vector<Labels> labels = labels_along(network, path);
    const std::vector<StepVolumes> volumes = volumes_along(network, path);
    std::vector<Use> uses = product.factors;
    for (std::size_t step = 0; step < path.size(); ++step) {
        const auto& [l, r] = path[step];
        ending.factors = {uses[l], uses[r]};
        uses.push_back(node_of(sum, uses[l], uses[r], labels[uses.size()], volumes[step]));
        ending.tensor = uses.back().tensor;
        ending.labels = uses.back().labels;
    }
    endings_.push_back(std::move(ending));
}

Use PairwiseProgram::node_of(const Sum& sum, const Use& l, const Use& r, const Labels& labels,
                             const StepVolumes& volumes) {
    std::vector<char> stays(sum.labels.size());
    for (const std::size_t label : labels) stays[label] = 1;
    const ProductKey key = key_of(l, r, stays);
    const std::size_t next = first_node_ + nodes_.size();
    const std::size_t tensor =
        options_.share ? known_.try_emplace(key.words, next).first->second : next;
    const Use use{tensor, key.labels};
    if (tensor == next) {
        Product product{1.0, {l, r}};
        add_temporary(result_, "", dtype_of(result_, product), sum, key.labels);
        nodes_.push_back({{.output = use,
                           .products = {std::move(product)},
                           .labels = sum.labels,
                           .statement = sum.statement},
                          volumes.operations() / volumes.d});
    }
    ++node(tensor).uses;
    return use;
}

Program PairwiseProgram::build() {
    const Sum* before = nullptr;
    for (const Ending& ending : endings_) {
        const bool adds = ending.sum->adds || ending.sum == before;
        before = ending.sum;
        Product last{ending.scale, ending.factors};
        if (ending.factors.size() == 2) {
            const Node& whole = node(ending.tensor);
            const bool is_kept =
                whole.uses > 1 &&
                (whole.is_computed || whole.operations_per_element >= least_worth_keeping);
            if (is_kept) last.factors = {{ending.tensor, ending.labels}};
        }
        for (const Use& factor : last.factors) compute(factor.tensor);
        const Sum& like = *ending.sum;
        result_.sums.push_back({like.output, adds, {std::move(last)}, like.labels, like.statement});
    }
    return std::move(result_);
}

void PairwiseProgram::compute(std::size_t tensor) {
    if (!is_node(tensor) || node(tensor).is_computed) return;
    node(tensor).is_computed = true;
    const Sum sum = node(tensor).sum;
    for (const Use& factor : sum.products.front().factors) compute(factor.tensor);
    result_.tensors[tensor].name = fmt::format("_{}", ++names_);
    result_.sums.push_back(sum);
}

}  // namespace

Program make_pairwise(const Program& program, const PathCosts& costs, const PathOptions& options) {
    return PairwiseProgram(program, costs, options).build();
}

}  // namespace ttgt::network
