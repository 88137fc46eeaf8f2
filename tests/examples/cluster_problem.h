// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <vector>

#include "examples/ccsd/amplitudes/arranged_integrals.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/input/hamiltonian.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"

namespace ccsd::test {

/// A Hamiltonian's integrals in its own orbitals, canonical or not, ready for CCSD.
struct ClusterProblem {
    Memory memory;
    Engine compute;
    OrbitalIntegrals integrals;
    ArrangedIntegrals arranged;

    explicit ClusterProblem(const Hamiltonian& hamiltonian, const EngineOptions& options = {});
};

/// The energy of the determinant that fills the Hamiltonian's first orbitals.
[[nodiscard]] double determinant_energy(const Hamiltonian& hamiltonian);

/// The lowest energy of two electrons with opposite spins, by diagonalisation.
[[nodiscard]] double exact_two_electron_energy(const Hamiltonian& hamiltonian);

/// Two copies that do not feel each other; the occupied orbitals of both come first.
[[nodiscard]] Hamiltonian two_apart(const Hamiltonian& one);

}  // namespace ccsd::test
