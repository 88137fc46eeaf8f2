// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "network/path/path_cost.h"

namespace ttgt::network {

/// How the greedy search scores a step: the step with the lowest score is taken first.
struct GreedyScore {
    double input_weight = 1;  ///< weight of the inputs' volume against the product's
    double temperature = 0;   ///< weight of random numbers in a score; 0: none
    bool by_ratio = false;    ///< whether logarithms of volumes are compared, not volumes
    std::uint64_t seed = 0;   ///< seed of the random numbers
};

/// Takes the step of the least score again and again: first among tensors that share a label, then
/// the smallest ones. A step per input and few scores each: for any number of inputs. `scores`, if
/// not null, becomes the number of pairs that were scored.
[[nodiscard]] Path greedy_path(const Network& network, const GreedyScore& score = {},
                               std::size_t* scores = nullptr);

/// The cheapest of `trials` greedy paths with drawn weights and temperatures, and of the one
/// without; the same for the same seed.
[[nodiscard]] Path random_greedy_path(const Network& network, const PathCosts& costs, int trials,
                                      std::uint64_t seed);

}  // namespace ttgt::network
