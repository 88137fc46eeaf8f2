// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd {

Hamiltonian make_hamiltonian(std::int64_t orbitals, std::int64_t electrons) {
    const std::int64_t pairs = pair_count(orbitals);
    Hamiltonian hamiltonian;
    hamiltonian.orbitals = orbitals;
    hamiltonian.electrons = electrons;
    hamiltonian.one_body.assign(static_cast<std::size_t>(orbitals * orbitals), 0.0);
    hamiltonian.two_body.assign(static_cast<std::size_t>(pair_count(pairs)), 0.0);
    return hamiltonian;
}

void unpack_two_body(const Hamiltonian& hamiltonian, std::int64_t first_s, std::int64_t count,
                     double* unpacked) {
    const std::int64_t orbitals = hamiltonian.orbitals;
    for (std::int64_t s = first_s; s < first_s + count; ++s) {
        for (std::int64_t r = 0; r < orbitals; ++r, unpacked += orbitals * orbitals) {
            for (std::int64_t q = 0; q < orbitals; ++q) {
                for (std::int64_t p = 0; p <= q; ++p) {
                    const double value = hamiltonian.repulsion(p, q, r, s);
                    unpacked[p + orbitals * q] = value;
                    unpacked[q + orbitals * p] = value;
                }
            }
        }
    }
}

}  // namespace ccsd
