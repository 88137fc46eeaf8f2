// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ccsd {

/// Orbitals by energy, in hartree: the occupied ones first, each kind ascending.
struct OrbitalLevels {
    const std::vector<double>& energies;
    std::int64_t occupied = 0;
    std::int64_t frozen = 0;  ///< the lowest of the occupied ones, which are not excited
};

/// Throws InputError naming `file` and the orbitals where exciting one electron, or two, costs no
/// energy: perturbation theory and the amplitude equations divide by what it costs.
void refuse_degenerate_orbitals(const OrbitalLevels& levels, const std::string& file);

}  // namespace ccsd
