// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd {

struct HartreeFockOptions {
    int max_iterations = 200;
    /// Largest element of the energy's gradient, F D - D F, that counts as none.
    double gradient_tolerance = 1e-9;
    int diis_vectors = 8;
    /// Hartree added to the virtual orbitals' energies where plain DIIS does not converge.
    double level_shift = 0.5;
};

/// The lowest closed-shell determinant found, in canonical orbitals.
struct HartreeFock {
    double energy = 0;  ///< with the core's
    /// Orbital i is column i: element (p, i) at p + orbitals * i. Occupied orbitals come first,
    /// each kind by ascending energy.
    std::vector<double> coefficients;
    std::vector<double> orbital_energies;
    int iterations = 0;
    bool converged = false;
};

/// Solves the restricted Hartree-Fock equations from the better of several starts: the file's own
/// orbitals as they stand, the core's, and those in the field of evenly spread electrons. Where
/// DIIS fails, iterates with shifted levels. Does not throw where neither converges.
[[nodiscard]] HartreeFock solve_hartree_fock(const Hamiltonian& hamiltonian,
                                             const HartreeFockOptions& options = {});

}  // namespace ccsd
