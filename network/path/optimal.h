// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "network/path/path_cost.h"

namespace ttgt::network {

/// The most tensors whose every path is searched: the work grows by three for each.
inline constexpr std::size_t most_for_optimal = 16;

/// The cheapest of all paths, products of tensors that share no label included, by dynamic
/// programming over subsets. `bound` is the cost of a path that is known, or more. Precondition: 1
/// to most_for_optimal inputs.
[[nodiscard]] Path optimal_path(const Network& network, const PathCosts& costs,
                                const PathCost& bound = unbounded);

}  // namespace ttgt::network
