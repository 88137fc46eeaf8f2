// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd::test {

/// What tests/data/chem/reference.json says of one molecule, in hartree.
struct Reference {
    double e_rhf = 0;
    double e_mp2_corr = 0;
    double e_ccsd_corr = 0;
    double e_t = 0;
    double t1_norm = 0;
    double t2_norm = 0;
    double t2_max = 0;  ///< largest magnitude
    double t1_diagnostic = 0;
    int ccsd_cycles_diis = 0;
    std::vector<double> orbital_energies;
};

/// Those of `name`, such as "h2o_sto3g"; throws where there are none.
[[nodiscard]] Reference reference_of(const std::string& name);

/// The same without the lowest orbitals in what comes after RHF; no iterations are recorded.
struct FrozenCoreReference {
    std::int64_t orbitals = 0;
    Reference energies;
};
[[nodiscard]] FrozenCoreReference frozen_core_reference_of(const std::string& name);

[[nodiscard]] std::string fcidump_path(const std::string& name);
[[nodiscard]] Hamiltonian hamiltonian_of(const std::string& name);

/// Energies as references must agree with: the bound of the program's own promise.
inline constexpr double energy_tolerance = 1e-8;

}  // namespace ccsd::test
