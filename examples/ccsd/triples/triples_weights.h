// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "examples/ccsd/triples/triples_blocks.h"

namespace ccsd {

/// How much a triple of virtual orbitals of a block counts: only those with a >= b >= c that no
/// other block counts; orderings that are the same triple share one weight of 1.
[[nodiscard]] double triple_weight(const TriplesBlock& block, std::int64_t a, std::int64_t b,
                                   std::int64_t c);

/// The weights of a block's triples, a fastest, c slowest.
[[nodiscard]] std::vector<double> triple_weights(const TriplesBlock& block);

}  // namespace ccsd
