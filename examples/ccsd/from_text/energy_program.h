// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "examples/ccsd/amplitudes/diis.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/from_text/spin_blocks.h"
#include "examples/ccsd/input/hamiltonian.h"
#include "examples/ccsd/orbitals/hartree_fock.h"

namespace ccsd {

// What programs share that compute the energy of a closed shell from equations that are a text:
// NAME FCIDUMP PROGRAM [ENERGY]. With an energy in hartree they fail unless theirs is that one to
// 1e-8.

/// A molecule in the orbitals of Hartree-Fock.
struct SolvedMolecule {
    Hamiltonian hamiltonian;
    HartreeFock mean_field;
    SpinSpaces spaces;
};

/// Throws where Hartree-Fock does not converge, or leaves orbitals degenerate.
[[nodiscard]] SolvedMolecule solve_molecule(const char* fcidump);

/// The iteration t += r / D with DIIS.
class AmplitudeUpdates {
public:
    /// Amplitudes and residuals of one equation, in the same order.
    struct Part {
        std::span<double> t;
        std::span<const double> r;
    };

    /// `denominators` are those of all parts, one after the other.
    AmplitudeUpdates(Engine& compute, Memory& memory, std::vector<double> denominators);

    /// Improves the amplitudes; the norm of their change.
    double step(const std::vector<Part>& parts);

private:
    Memory& memory_;
    std::vector<double> denominators_;
    Diis diis_;
};

/// The energy of an iteration's amplitudes, and the norm of their change.
struct Iteration {
    double energy = 0;
    double change = 0;
};

/// Iterates until the amplitudes hardly change, prints each energy where `prints` says so, and
/// returns the last one.
[[nodiscard]] double converged_energy(const std::function<Iteration()>& iterate,
                                      bool prints = true);

/// What main() of such a program returns. `energy_of` gets the files' names.
[[nodiscard]] int run_energy_program(int argc, char** argv, const char* name,
                                     double (*energy_of)(const char* fcidump, const char* program));

}  // namespace ccsd
