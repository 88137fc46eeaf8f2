// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd::test {

/// Random integrals: orbitals well apart in energy that repel each other weakly.
[[nodiscard]] inline Hamiltonian random_hamiltonian(std::int64_t orbitals, std::int64_t electrons,
                                                    unsigned seed) {
    std::mt19937_64 generator(seed);
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    Hamiltonian hamiltonian = make_hamiltonian(orbitals, electrons);
    hamiltonian.core_energy = uniform(generator);
    for (double& integral : hamiltonian.two_body) integral = uniform(generator);
    for (std::int64_t p = 0; p < orbitals; ++p) {
        for (std::int64_t q = 0; q <= p; ++q) {
            const double h = p == q ? static_cast<double>(p) : uniform(generator);
            hamiltonian.one_body[static_cast<std::size_t>(p + orbitals * q)] = h;
            hamiltonian.one_body[static_cast<std::size_t>(q + orbitals * p)] = h;
        }
    }
    return hamiltonian;
}

}  // namespace ccsd::test
