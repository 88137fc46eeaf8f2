// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "network/path/path_cost.h"

namespace ttgt::network {

/// The most tensors whose every path is searched: the work grows by three for each.
inline constexpr std::size_t most_for_optimal = 16;

/// The cheapest of all paths, products of tensors that share no label included, by dynamic
/// programming over subsets. A greedy path where no cost is finite. Precondition: 1 to
/// most_for_optimal inputs.
[[nodiscard]] Path optimal_path(const Network& network, const PathCosts& costs);

/// The cheapest of all paths, where the path `known` is known. The search leaves out steps that
/// cost more than `known`. Returns `known` where the search finds no cheaper path. It tries the
/// factors of a step in one order, of which a machine may take longer than of the other one, and
/// rounds volumes another way than a path does: it may not reach the cost of the known path.
[[nodiscard]] Path cheaper_path(const Network& network, const PathCosts& costs, const Path& known);

}  // namespace ttgt::network
