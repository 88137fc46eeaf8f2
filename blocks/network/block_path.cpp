// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "blocks/network/block_path.h"

#include <ttgt/error.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "blocks/network/block_search.h"
#include "network/path/path_search.h"

namespace ttgt::blocks {
namespace {

// With more inputs, "auto" takes the greedy path.
constexpr std::size_t most_by_itself = 6;

BlockNetwork network_of(const BlockSum& sum, const network::Product& product) {
    BlockNetwork found;
    for (const network::Use& factor : product.factors) {
        found.inputs.push_back(pattern_of(sum, factor));
        found.network.inputs.push_back(found.inputs.back().labels);
    }
    found.network.output = sum.sum().output.labels;
    std::ranges::sort(found.network.output);
    found.network.extents.assign(sum.sections.size(), 1);
    found.output_elements = static_cast<double>(sum.operands[0].layout.elements());
    return found;
}

network::Path searched_path(const BlockNetwork& product, const network::PathCosts& costs,
                            const PathOptions& options) {
    const std::size_t inputs = product.inputs.size();
    if (options.search == "optimal" && inputs > most_for_every_block_path) {
        throw Unsupported(
            fmt::format("the search 'optimal' takes up to {} tensors of blocks, this product has "
                        "{}; 'greedy' takes any number",
                        most_for_every_block_path, inputs));
    }
    if (inputs < 2) return {};
    if (inputs == 2) return {{0, 1}};
    PricedPath greedy = greedy_block_path(product, costs);
    const bool takes_greedy = options.search == "auto" && inputs > most_by_itself;
    if (takes_greedy || options.search == "greedy") return std::move(greedy.path);
    return optimal_block_path(product, costs, greedy);
}

}  // namespace

network::StepVolumes step_volumes(const BlockPattern& l, const BlockPattern& r, double elements,
                                  double multiplications) {
    const auto counted = [](double volume) {
        return std::clamp(volume, 1.0, network::most_volume);
    };
    // D may have more blocks than products reach.
    return {counted(l.elements()), counted(r.elements()),
            counted(std::min(elements, multiplications)), counted(multiplications)};
}

void check_block_path_options(const PathOptions& options) {
    network::check_path_options(options);
    if (options.search == "random-greedy" || options.search == "annealing") {
        throw Unsupported(
            fmt::format("there is no path search '{}' for tensors of blocks; "
                        "'auto', 'optimal' and 'greedy' are",
                        options.search));
    }
    if (options.most_elements || !options.same.empty() || !options.kept.empty()) {
        throw Unsupported(
            "paths of tensors of blocks take no most_elements, and no same or kept inputs");
    }
}

std::vector<network::Path> find_block_paths(const BlockSum& sum, const network::PathCosts& costs,
                                            const PathOptions& options) {
    const std::vector<network::Product>& products = sum.sum().products;
    if (!options.path.empty() && products.size() > 1) {
        throw Unsupported(fmt::format("'{}' is a sum of {} products; a path is of one",
                                      to_string(sum.expression), products.size()));
    }
    std::vector<network::Path> paths;
    for (const network::Product& product : products) {
        const BlockNetwork found = network_of(sum, product);
        paths.push_back(options.path.empty() ? searched_path(found, costs, options)
                                             : network::find_path(found.network, costs, options));
    }
    return paths;
}

}  // namespace ttgt::blocks
