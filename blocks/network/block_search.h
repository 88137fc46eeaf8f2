// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "blocks/network/block_pattern.h"
#include "network/path/path_cost.h"

namespace ttgt::blocks {

/// A product whose path is searched for.
struct BlockNetwork {
    std::vector<BlockPattern> inputs;
    network::Network network;    ///< labels of the inputs and of the output
    double output_elements = 1;  ///< of the last step's result, which no path changes
};

/// The volumes of a step whose result has so many elements.
[[nodiscard]] network::StepVolumes step_volumes(const BlockPattern& l, const BlockPattern& r,
                                                double elements, double multiplications);

/// A path and what it costs.
struct PricedPath {
    network::Path path;
    network::PathCost cost;
};

/// Multiplies those two tensors with a common label that take the fewest multiplications, again and
/// again; then what has no common label, the smallest first. Precondition: two inputs at least.
[[nodiscard]] PricedPath greedy_block_path(const BlockNetwork& product,
                                           const network::PathCosts& costs);

/// The most inputs whose paths are all searched.
inline constexpr std::size_t most_for_every_block_path = 10;

/// The cheapest of all paths that multiply only tensors with a common label; `known` where none of
/// them is cheaper. Precondition: at most most_for_every_block_path inputs.
[[nodiscard]] network::Path optimal_block_path(const BlockNetwork& product,
                                               const network::PathCosts& costs,
                                               const PricedPath& known);

}  // namespace ttgt::blocks
