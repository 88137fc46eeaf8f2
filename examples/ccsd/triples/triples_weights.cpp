// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/triples/triples_weights.h"

namespace ccsd {

double triple_weight(const TriplesBlock& block, std::int64_t a, std::int64_t b, std::int64_t c) {
    const bool counted = a >= b && b >= c && a >= block.a.counted_from &&
                         b >= block.b.counted_from && c >= block.c.counted_from;
    if (!counted) return 0.0;
    if (a == c) return 1.0 / 6.0;
    return a == b || b == c ? 0.5 : 1.0;
}

std::vector<double> triple_weights(const TriplesBlock& block) {
    std::vector<double> weights;
    for (std::int64_t c = block.c.begin; c < block.c.end; ++c) {
        for (std::int64_t b = block.b.begin; b < block.b.end; ++b) {
            for (std::int64_t a = block.a.begin; a < block.a.end; ++a) {
                weights.push_back(triple_weight(block, a, b, c));
            }
        }
    }
    return weights;
}

}  // namespace ccsd
