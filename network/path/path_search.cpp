// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/path_search.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "network/path/greedy.h"
#include "network/path/optimal.h"
#include "network/path/refine.h"

namespace ttgt::network {
namespace {

// Up to so many inputs every path is searched in some milliseconds.
constexpr std::size_t optimal_by_itself = 12;

/// Fewer for many inputs, each of which takes longer.
int greedy_trials(const Network& network) {
    constexpr std::size_t steps = 4096;
    return static_cast<int>(std::clamp<std::size_t>(steps / network.inputs.size(), 8, 64));
}

Path search_optimal(const Network& network, const PathCosts& costs, const PathOptions&) {
    if (network.inputs.size() > most_for_optimal) {
        throw Unsupported(fmt::format(
            "the search 'optimal' takes up to {} tensors, this product has {}; 'random-greedy' "
            "takes any number",
            most_for_optimal, network.inputs.size()));
    }
    return optimal_path(network, costs);
}

Path search_greedy(const Network& network, const PathCosts&, const PathOptions&) {
    return greedy_path(network);
}

/// Several starts: which of them ends best after refinement is not the one that begins best.
Path search_random_greedy(const Network& network, const PathCosts& costs,
                          const PathOptions& options) {
    const std::uint64_t starts = network.inputs.size() <= 32 ? 16 : 4;
    Path best;
    PathCost least;
    KnownParts known;
    for (std::uint64_t start = 0; start < starts; ++start) {
        const std::uint64_t seed = options.seed + start * 0x9e3779b97f4a7c15U;
        Path path = refine(network, costs,
                           random_greedy_path(network, costs, greedy_trials(network), seed), known);
        const PathCost cost = costs.of_path(network, path);
        if (!best.empty() && !(cost < least)) continue;
        least = cost;
        best = std::move(path);
    }
    return best;
}

Path search_auto(const Network& network, const PathCosts& costs, const PathOptions& options) {
    if (network.inputs.size() <= optimal_by_itself) return optimal_path(network, costs);
    Path path = search_random_greedy(network, costs, options);
    if (network.inputs.size() > most_for_optimal) return path;
    return cheaper_path(network, costs, path);
}

struct Search {
    std::string_view name;
    Path (*find)(const Network& network, const PathCosts& costs, const PathOptions& options);
};
constexpr std::array<Search, 4> searches{{
    {"auto", search_auto},
    {"optimal", search_optimal},
    {"greedy", search_greedy},
    {"random-greedy", search_random_greedy},
}};

const Search& find_search(std::string_view name) {
    const auto found = std::find_if(searches.begin(), searches.end(),
                                    [&](const Search& search) { return search.name == name; });
    if (found != searches.end()) return *found;
    std::string known;
    for (const Search& search : searches) known += fmt::format(" '{}'", search.name);
    throw InvalidArgument(fmt::format("there is no path search '{}'; known:{}", name, known));
}

/// The path that the caller gives, whose steps name positions in a list of tensors that shrinks, as
/// a Path, whose steps name numbers of tensors.
Path given_path(const Network& network, const std::vector<std::array<std::size_t, 2>>& given) {
    const std::size_t inputs = network.inputs.size();
    if (given.size() + 1 != inputs) {
        throw InvalidArgument(fmt::format("the path has {} steps; a product of {} tensors has {}",
                                          given.size(), inputs, inputs - 1));
    }
    std::vector<std::size_t> left(inputs);
    std::iota(left.begin(), left.end(), 0);
    Path path;
    for (const auto& [l, r] : given) {
        if (l == r || l >= left.size() || r >= left.size()) {
            throw InvalidArgument(
                fmt::format("step {} of the path multiplies tensors {} and {} of a list of {}; "
                            "they must be two "
                            "of them, counted from 0",
                            path.size(), l, r, left.size()));
        }
        path.push_back({left[l], left[r]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(std::max(l, r)));
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(std::min(l, r)));
        left.push_back(inputs + path.size() - 1);
    }
    return path;
}

}  // namespace

Path find_path(const Network& network, const PathCosts& costs, const PathOptions& options) {
    const Search& search = find_search(options.search);
    if (!options.path.empty()) return given_path(network, options.path);
    if (network.inputs.size() < 2) return {};
    return search.find(network, costs, options);
}

}  // namespace ttgt::network
