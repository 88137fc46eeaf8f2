// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd::test {

/// An orthogonal matrix, (p, q) at p + size * q; the same for the same seed.
[[nodiscard]] std::vector<double> random_rotation(std::int64_t size, unsigned seed);

/// The same Hamiltonian in the orbitals that are the columns of an orthogonal matrix, by plain
/// loops over one index at a time.
[[nodiscard]] Hamiltonian rotate(const Hamiltonian& hamiltonian,
                                 const std::vector<double>& rotation);

}  // namespace ccsd::test
