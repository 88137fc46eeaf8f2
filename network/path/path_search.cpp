// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "network/path/path_search.h"

#include <ttgt/error.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "network/path/annealing.h"
#include "network/path/greedy.h"
#include "network/path/optimal.h"
#include "network/path/refine.h"
#include "network/path/trials.h"

namespace ttgt::network {
namespace {

// Up to so many inputs every path is searched in some milliseconds.
constexpr std::size_t optimal_by_itself = 12;

/// Fewer for many inputs, each of which takes longer.
int greedy_trials(const Network& network) {
    constexpr std::size_t steps = 4096;
    return static_cast<int>(std::clamp<std::size_t>(steps / network.inputs.size(), 8, 64));
}

/// Rotations that a trial's annealing draws for each step and temperature: some trials are quick,
/// others go deep, whatever number of them there is time for.
std::size_t annealing_draws(std::uint64_t trial) {
    constexpr std::array<std::size_t, 3> draws{16, 64, 256};
    return draws[trial % draws.size()];
}

Path search_optimal(const Network& network, const PathCosts& costs, const PathOptions&,
                    std::int64_t&) {
    if (network.inputs.size() > most_for_optimal) {
        throw Unsupported(fmt::format(
            "the search 'optimal' takes up to {} tensors, this product has {}; 'random-greedy' "
            "takes any number",
            most_for_optimal, network.inputs.size()));
    }
    return optimal_path(network, costs);
}

Path search_greedy(const Network& network, const PathCosts&, const PathOptions&, std::int64_t&) {
    return greedy_path(network);
}

/// Several starts: which of them ends best after refinement is not the one that begins best.
Path search_by_trials(const Network& network, const PathCosts& costs, const PathOptions& options,
                      bool anneals, std::int64_t& made) {
    constexpr std::size_t most_known = 1U << 16U;  // so that long searches do not fill the memory
    constexpr double hopeless = 1.5;  // times the least cost: what refinement hardly makes good
    constexpr int few = 4;            // annealing forgets most of the path that it begins with
    Trials trials(options, network.inputs.size() <= 32 ? 16 : 4);
    Path best;
    PathCost least;
    KnownParts known;
    while (trials.begin()) {
        const auto start = static_cast<std::uint64_t>(trials.made() - 1);
        const std::uint64_t seed = options.seed + start * 0x9e3779b97f4a7c15U;
        if (known.size() > most_known) known.clear();
        const int greedy = anneals ? few : greedy_trials(network);
        Path path = random_greedy_path(network, costs, greedy, seed);
        if (anneals) {
            path = anneal(network, costs, std::move(path), annealing_draws(start), seed);
            const double cost = costs.of_path(network, path).first;
            if (!best.empty() && cost > hopeless * least.first) continue;
        }
        path = refine(network, costs, std::move(path), known);
        const PathCost cost = costs.of_path(network, path);
        if (!best.empty() && !(cost < least)) continue;
        least = cost;
        best = std::move(path);
    }
    made = trials.made();
    return best;
}

Path search_random_greedy(const Network& network, const PathCosts& costs,
                          const PathOptions& options, std::int64_t& trials) {
    return search_by_trials(network, costs, options, false, trials);
}

Path search_annealing(const Network& network, const PathCosts& costs, const PathOptions& options,
                      std::int64_t& trials) {
    return search_by_trials(network, costs, options, true, trials);
}

Path search_auto(const Network& network, const PathCosts& costs, const PathOptions& options,
                 std::int64_t& trials) {
    if (network.inputs.size() <= optimal_by_itself) return optimal_path(network, costs);
    const bool anneals = options.trials > 0 || options.seconds > 0;
    Path path = search_by_trials(network, costs, options, anneals, trials);
    if (network.inputs.size() > most_for_optimal) return path;
    return cheaper_path(network, costs, path);
}

struct Search {
    std::string_view name;
    /// Sets `trials` to how many were made, if it makes any.
    Path (*find)(const Network& network, const PathCosts& costs, const PathOptions& options,
                 std::int64_t& trials);
};
constexpr std::array<Search, 5> searches{{
    {"auto", search_auto},
    {"optimal", search_optimal},
    {"greedy", search_greedy},
    {"random-greedy", search_random_greedy},
    {"annealing", search_annealing},
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

void check_path_options(const PathOptions& options) {
    (void)find_search(options.search);
    if (options.trials < 0) {
        throw InvalidArgument(fmt::format("a path search of {} trials", options.trials));
    }
    if (!(options.seconds >= 0)) {
        throw InvalidArgument(fmt::format("a path search of {} seconds", options.seconds));
    }
    if (options.most_elements && *options.most_elements < 1) {
        throw InvalidArgument(
            fmt::format("intermediates of at most {} elements", *options.most_elements));
    }
}

Path find_path(const Network& network, const PathCosts& costs, const PathOptions& options,
               std::int64_t* trials) {
    check_path_options(options);
    const Search& search = find_search(options.search);
    if (!options.path.empty()) return given_path(network, options.path);
    if (network.inputs.size() < 2) return {};
    std::int64_t made = 0;
    Path path = search.find(network, costs, options, made);
    if (trials != nullptr) *trials = made;
    return path;
}

}  // namespace ttgt::network
