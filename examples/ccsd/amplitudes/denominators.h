// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"

namespace ccsd {

/// The diagonal of the Fock matrix.
struct OrbitalEnergies {
    std::vector<double> occupied;
    std::vector<double> virtuals;
};
[[nodiscard]] OrbitalEnergies orbital_energies(const OrbitalIntegrals& integrals);

/// 1 / (e_i - e_a) and 1 / (e_i + e_j - e_a - e_b), in the shape of amplitudes; e_a and e_b are
/// `level_shift` higher than they are.
[[nodiscard]] Tensor inverse_denominators(Memory& memory, const OrbitalEnergies& energies,
                                          double level_shift);

}  // namespace ccsd
