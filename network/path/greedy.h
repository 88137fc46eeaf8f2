// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "network/path/path_cost.h"

namespace ttgt::network {

/// What a step is worth: the less, the sooner it is taken.
struct GreedyScore {
    double input_weight = 1;  ///< of the inputs that a step uses up, against its product
    double temperature = 0;   ///< how much chance may weigh; 0: none, the seed does not matter
    bool by_ratio = false;    ///< compares logarithms of volumes, not volumes
    std::uint64_t seed = 0;
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
