// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/triples/triples_denominators.h"

namespace ccsd {
namespace {

/// The o^3 numbers of one triple.
void divide_triple(double* z, const double* energies, std::int64_t occupied, double weight,
                   double virtual_sum) {
    for (std::int64_t k = 0; k < occupied; ++k) {
        for (std::int64_t j = 0; j < occupied; ++j) {
            const double others = energies[j] + energies[k] - virtual_sum;
            double* const row = z + occupied * (j + occupied * k);
            for (std::int64_t i = 0; i < occupied; ++i) row[i] *= weight / (energies[i] + others);
        }
    }
}

void divide_on_cpu(const TriplesDivision& division) {
    const TriplesBlock& block = division.block;
    const double* const e = division.virtual_energies;
    const std::int64_t o = division.occupied;
    double* z = division.z;
    for (std::int64_t c = block.c.begin; c < block.c.end; ++c) {
        for (std::int64_t b = block.b.begin; b < block.b.end; ++b) {
            for (std::int64_t a = block.a.begin; a < block.a.end; ++a) {
                divide_triple(z, division.occupied_energies, o, triple_weight(block, a, b, c),
                              e[a] + e[b] + e[c]);
                z += o * o * o;
            }
        }
    }
}

}  // namespace

void divide(const TriplesDivision& division, ttgt::Stream stream) {
    if (stream != ttgt::Stream{}) return divide_on_cuda(division, stream);
    divide_on_cpu(division);
}

}  // namespace ccsd
