// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/orbitals/hartree_fock.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "examples/ccsd/input/hamiltonian.h"
#include "examples/ccsd/orbitals/fock_matrix.h"
#include "tests/examples/chemistry_reference.h"
#include "tests/examples/random_hamiltonian.h"
#include "tests/examples/rotation.h"

namespace ccsd {
namespace {

using test::energy_tolerance;
using test::hamiltonian_of;

/// Two orbitals that mirror symmetry keeps apart: nothing to iterate.
Hamiltonian two_orbitals() {
    Hamiltonian h = make_hamiltonian(2, 2);
    h.core_energy = 0.5;
    h.one_body = {-1.25, 0, 0, -0.5};
    h.two_body = {0.625, 0, 0.125, 0.5, 0, 0.75};  // (00|00), (10|00), (10|10), (11|00), …
    return h;
}

TEST(FockMatrix, IsThatByHand) {
    // F_00 = h_00 + (00|00), F_11 = h_11 + 2 (11|00) - (10|10)
    EXPECT_EQ(fock_matrix(two_orbitals(), {1, 0, 0, 0}),
              (std::vector<double>{-0.625, 0, 0, 0.375}));
}

TEST(FockMatrix, IsTheSumOverAllIntegrals) {
    constexpr std::int64_t n = 5;
    const Hamiltonian h = test::random_hamiltonian(n, 4, 1);
    const std::vector<double> mixed = test::rotate(h, test::random_rotation(n, 2)).one_body;
    const auto density = [&](std::int64_t p, std::int64_t q) {
        return mixed[static_cast<std::size_t>(p + n * q)];
    };

    const std::vector<double> fock = fock_matrix(h, mixed);

    for (std::int64_t p = 0; p < n; ++p) {
        for (std::int64_t q = 0; q < n; ++q) {
            double expected = h.kinetic_and_attraction(p, q);
            for (std::int64_t r = 0; r < n; ++r) {
                for (std::int64_t s = 0; s < n; ++s) {
                    expected +=
                        (2 * h.repulsion(p, q, r, s) - h.repulsion(p, r, q, s)) * density(r, s);
                }
            }
            // At most 75 terms of at most 0.3 times a density of order n.
            EXPECT_NEAR(fock[static_cast<std::size_t>(p + n * q)], expected, 1e-12);
        }
    }
}

TEST(HartreeFock, OrbitalsThatDoNotMixAreSolvedAtOnce) {
    const HartreeFock solution = solve_hartree_fock(two_orbitals());

    EXPECT_TRUE(solution.converged);
    EXPECT_EQ(solution.iterations, 0);
    EXPECT_DOUBLE_EQ(solution.energy, 0.5 - 2 * 1.25 + 0.625);
    ASSERT_EQ(solution.orbital_energies.size(), 2U);
    EXPECT_DOUBLE_EQ(solution.orbital_energies[0], -0.625);
    EXPECT_DOUBLE_EQ(solution.orbital_energies[1], 0.375);
}

TEST(HartreeFock, OccupiedOrbitalsNeedNotComeFirstInTheFile) {
    Hamiltonian h = two_orbitals();
    std::swap(h.one_body[0], h.one_body[3]);
    h.two_body = {0.75, 0, 0.125, 0.5, 0, 0.625};

    const HartreeFock solution = solve_hartree_fock(h);

    EXPECT_DOUBLE_EQ(solution.energy, 0.5 - 2 * 1.25 + 0.625);
    EXPECT_EQ(std::abs(solution.coefficients[1]), 1);  // the first solution is the file's second
}

TEST(HartreeFock, EnergiesAreThoseOfTheReferences) {
    for (const char* const name : {"h2o_sto3g", "n2_631g", "h6_sto3g"}) {
        const test::Reference reference = test::reference_of(name);

        const HartreeFock solution = solve_hartree_fock(hamiltonian_of(name));

        EXPECT_TRUE(solution.converged) << name;
        EXPECT_NEAR(solution.energy, reference.e_rhf, energy_tolerance) << name;
        ASSERT_EQ(solution.orbital_energies.size(), reference.orbital_energies.size());
        for (std::size_t i = 0; i < solution.orbital_energies.size(); ++i) {
            EXPECT_NEAR(solution.orbital_energies[i], reference.orbital_energies[i],
                        energy_tolerance)
                << name << ' ' << i;
        }
    }
}

TEST(HartreeFock, MixedOrbitalsGiveTheSameEnergies) {
    for (const char* const name : {"h2o_sto3g", "n2_631g", "h6_sto3g"}) {
        const test::Reference reference = test::reference_of(name);
        const Hamiltonian h = hamiltonian_of(name);
        for (unsigned seed = 0; seed < 5; ++seed) {
            const HartreeFock solution =
                solve_hartree_fock(test::rotate(h, test::random_rotation(h.orbitals, seed)));

            EXPECT_TRUE(solution.converged) << name << seed;
            EXPECT_NEAR(solution.energy, reference.e_rhf, energy_tolerance) << name << seed;
            for (std::size_t i = 0; i < solution.orbital_energies.size(); ++i) {
                EXPECT_NEAR(solution.orbital_energies[i], reference.orbital_energies[i],
                            energy_tolerance);
            }
        }
    }
}

/// The lowest orbitals, always filled, become part of the core.
Hamiltonian freeze(const Hamiltonian& h, std::int64_t frozen) {
    std::vector<double> density(h.one_body.size());
    for (std::int64_t i = 0; i < frozen; ++i) {
        density[static_cast<std::size_t>(i + h.orbitals * i)] = 1;
    }
    const std::vector<double> field = fock_matrix(h, density);
    Hamiltonian active = make_hamiltonian(h.orbitals - frozen, h.electrons - 2 * frozen);
    active.core_energy = h.core_energy;
    for (std::int64_t i = 0; i < frozen; ++i) {
        active.core_energy +=
            h.kinetic_and_attraction(i, i) + field[static_cast<std::size_t>(i + h.orbitals * i)];
    }
    for (std::int64_t p = 0; p < active.orbitals; ++p) {
        for (std::int64_t q = 0; q < active.orbitals; ++q) {
            active.one_body[static_cast<std::size_t>(p + active.orbitals * q)] =
                field[static_cast<std::size_t>(p + frozen + h.orbitals * (q + frozen))];
            for (std::int64_t r = 0; r < active.orbitals; ++r) {
                for (std::int64_t s = 0; s < active.orbitals; ++s) {
                    const std::int64_t place = pair_index(pair_index(p, q), pair_index(r, s));
                    active.two_body[static_cast<std::size_t>(place)] =
                        h.repulsion(p + frozen, q + frozen, r + frozen, s + frozen);
                }
            }
        }
    }
    return active;
}

TEST(HartreeFock, FrozenCoreGivesTheEnergyOfAllElectrons) {
    const test::Reference reference = test::reference_of("n2_631g");
    const Hamiltonian active = freeze(hamiltonian_of("n2_631g"), 2);

    const HartreeFock solution =
        solve_hartree_fock(test::rotate(active, test::random_rotation(active.orbitals, 3)));

    EXPECT_NEAR(solution.energy, reference.e_rhf, energy_tolerance);
    EXPECT_NEAR(solution.orbital_energies[0], reference.orbital_energies[2], energy_tolerance);
}

TEST(HartreeFock, WithoutVirtualOrbitalsThereIsOneDeterminant) {
    Hamiltonian h = test::random_hamiltonian(3, 6, 4);
    double energy = h.core_energy;
    for (std::int64_t i = 0; i < 3; ++i) {
        energy += 2 * h.kinetic_and_attraction(i, i);
        for (std::int64_t j = 0; j < 3; ++j) {
            energy += 2 * h.repulsion(i, i, j, j) - h.repulsion(i, j, j, i);
        }
    }

    const HartreeFock solution = solve_hartree_fock(h);

    EXPECT_TRUE(solution.converged);
    EXPECT_NEAR(solution.energy, energy, 1e-13);
    EXPECT_EQ(solution.orbital_energies.size(), 3U);
}

TEST(HartreeFock, OrbitalsAreOrthonormalAndCanonical) {
    constexpr std::int64_t n = 6;
    const Hamiltonian h = test::random_hamiltonian(n, 6, 5);

    const HartreeFock solution = solve_hartree_fock(h);

    ASSERT_TRUE(solution.converged);
    const Hamiltonian canonical = test::rotate(h, solution.coefficients);
    std::vector<double> density(n * n);
    for (std::size_t i = 0; i < 3; ++i) density[i + n * i] = 1;
    const std::vector<double> fock = fock_matrix(canonical, density);
    for (std::size_t p = 0; p < n; ++p) {
        for (std::size_t q = 0; q < n; ++q) {
            EXPECT_NEAR(fock[p + n * q], p == q ? solution.orbital_energies[p] : 0.0, 1e-8);
        }
    }
}

TEST(HartreeFock, ShiftedLevelsConvergeWherePlainIterationSwings) {
    const Hamiltonian h = hamiltonian_of("h8_stretched");
    const Hamiltonian mixed = test::rotate(h, test::random_rotation(h.orbitals, 1));
    HartreeFockOptions plain;
    plain.diis_vectors = 1;
    plain.level_shift = 0;
    HartreeFockOptions shifted = plain;
    shifted.level_shift = 0.5;

    EXPECT_FALSE(solve_hartree_fock(mixed, plain).converged);
    const HartreeFock solution = solve_hartree_fock(mixed, shifted);

    EXPECT_TRUE(solution.converged);
    EXPECT_NEAR(solution.energy, solve_hartree_fock(mixed).energy, energy_tolerance);
}

TEST(HartreeFock, TooFewIterationsAreSaidToBeSo) {
    const Hamiltonian h = hamiltonian_of("n2_631g");
    HartreeFockOptions options;
    options.max_iterations = 2;

    const HartreeFock solution =
        solve_hartree_fock(test::rotate(h, test::random_rotation(h.orbitals, 1)), options);

    EXPECT_FALSE(solution.converged);
    EXPECT_GT(solution.energy, test::reference_of("n2_631g").e_rhf);
    EXPECT_EQ(solution.iterations, 2);
}

}  // namespace
}  // namespace ccsd
