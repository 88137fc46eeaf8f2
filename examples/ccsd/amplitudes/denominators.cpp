// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/denominators.h"

#include <cstddef>

namespace ccsd {
namespace {

std::vector<double> diagonal(const Tensor& matrix) {
    const std::vector<double> elements = matrix.to_host();
    const auto size = static_cast<std::size_t>(matrix.extent(0));
    std::vector<double> values(size);
    for (std::size_t index = 0; index < size; ++index) values[index] = elements[index * (size + 1)];
    return values;
}

}  // namespace

OrbitalEnergies orbital_energies(const OrbitalIntegrals& integrals) {
    return {diagonal(integrals.f_oo), diagonal(integrals.f_vv)};
}

Tensor inverse_denominators(Memory& memory, const OrbitalEnergies& energies, double level_shift) {
    std::vector<double> inverse;
    for (const double e_i : energies.occupied) {
        for (const double e_a : energies.virtuals)
            inverse.push_back(1.0 / (e_i - e_a - level_shift));
    }
    for (const double e_j : energies.occupied) {
        for (const double e_i : energies.occupied) {
            for (const double e_b : energies.virtuals) {
                const double e_ijb = e_i + e_j - e_b - 2.0 * level_shift;
                for (const double e_a : energies.virtuals) inverse.push_back(1.0 / (e_ijb - e_a));
            }
        }
    }
    return Tensor(memory, {static_cast<std::int64_t>(inverse.size())}, inverse.data());
}

}  // namespace ccsd
