// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd {

/// F = h + 2 J - K in the Hamiltonian's orbitals for the closed-shell density sum_i c_pi c_qi; both
/// at p + orbitals * q.
[[nodiscard]] std::vector<double> fock_matrix(const Hamiltonian& hamiltonian,
                                              const std::vector<double>& density);

}  // namespace ccsd
