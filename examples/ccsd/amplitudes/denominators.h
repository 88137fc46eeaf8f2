// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"

namespace ccsd {

/// The diagonal of a Fock matrix.
[[nodiscard]] Tensor orbital_energies(Engine& compute, const Tensor& fock);

/// 1 / (e_i - e_a) and 1 / (e_i + e_j - e_a - e_b), in the shape of amplitudes; e_a and e_b are
/// `level_shift` higher than they are.
[[nodiscard]] Tensor inverse_denominators(Engine& compute, const OrbitalIntegrals& integrals,
                                          double level_shift);

}  // namespace ccsd
