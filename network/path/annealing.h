// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "network/path/path_cost.h"

namespace ttgt::network {

/// Changes the tree of a path by drawn rotations, ((a b) c) to ((a c) b), costlier ones too while a
/// temperature is high, and lowers the temperature (simulated annealing). Returns the cheapest path
/// met, the given one included; the same for the same seed. The work grows as the number of inputs
/// does, and as `draws`: rotations for each step at each temperature.
[[nodiscard]] Path anneal(const Network& network, const PathCosts& costs, Path path,
                          std::size_t draws, std::uint64_t seed);

}  // namespace ttgt::network
