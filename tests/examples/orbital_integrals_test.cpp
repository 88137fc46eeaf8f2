// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/orbitals/orbital_integrals.h"

#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/input/hamiltonian.h"
#include "examples/ccsd/orbitals/hartree_fock.h"
#include "tests/examples/chemistry_reference.h"
#include "tests/examples/integral_checks.h"
#include "tests/examples/random_hamiltonian.h"
#include "tests/examples/rotation.h"
#include "tests/support/refusal.h"

namespace ccsd {
namespace {

using testing::HasSubstr;
using ttgt::test::refusal_of;

TEST(OrbitalIntegrals, AreThoseOfTheRotatedHamiltonian) {
    for (const auto& [orbitals, electrons] :
         std::vector<std::pair<std::int64_t, std::int64_t>>{{9, 6}, {2, 2}, {3, 6}, {17, 10}}) {
        SCOPED_TRACE(std::to_string(orbitals) + " orbitals");
        test::expect_integrals_of_a_rotation(ttgt::Device{}, orbitals, electrons);
    }
}

TEST(OrbitalIntegrals, InCanonicalOrbitalsGiveTheEnergy) {
    const Hamiltonian h = test::hamiltonian_of("n2_631g");
    const HartreeFock solution = solve_hartree_fock(h);
    Memory memory{ttgt::Device{}};
    Engine compute(memory, {});

    const OrbitalIntegrals integrals = transform_integrals(compute, h, solution.coefficients);

    const std::int64_t o = integrals.occupied;
    const std::vector<double> f_ov = integrals.f_ov.to_host();
    const std::vector<double> f_oo = integrals.f_oo.to_host();
    const std::vector<double> oooo = integrals.oooo.to_host();
    for (const double element : f_ov) EXPECT_NEAR(element, 0, 1e-8);
    double energy = h.core_energy;
    for (std::int64_t i = 0; i < o; ++i) {
        energy += 2 * f_oo[static_cast<std::size_t>(i + o * i)];
        for (std::int64_t j = 0; j < o; ++j) {
            energy -= 2 * oooo[static_cast<std::size_t>(i + o * (j + o * (i + o * j)))] -
                      oooo[static_cast<std::size_t>(i + o * (j + o * (j + o * i)))];
        }
    }
    EXPECT_NEAR(energy, test::reference_of("n2_631g").e_rhf, test::energy_tolerance);
}

TEST(OrbitalIntegrals, KeepToTheMemoryLimit) {
    const Hamiltonian h = test::random_hamiltonian(16, 16, 1);
    const std::vector<double> rotation = test::random_rotation(16, 2);
    constexpr std::int64_t all_integrals = 8LL * 16 * 16 * 16 * 16;

    Memory enough(ttgt::Device{}, 3 * all_integrals);
    Engine compute(enough, {});
    const OrbitalIntegrals integrals = transform_integrals(compute, h, rotation);
    EXPECT_LE(enough.peak_bytes(), enough.limit());
    EXPECT_GE(enough.peak_bytes(), all_integrals);
    EXPECT_EQ(enough.held_bytes() - compute.context().context_bytes(),
              8 * (3 * 64 + 6 * 8 * 8 * 8 * 8));  // the blocks, all of 8 to the power of their rank

    Memory too_little(ttgt::Device{}, all_integrals);
    Engine small(too_little, {});
    EXPECT_THAT(
        refusal_of<ttgt::OutOfMemory>([&] { (void)transform_integrals(small, h, rotation); }),
        HasSubstr("are over the memory limit of 524288 bytes"));
    EXPECT_EQ(too_little.held_bytes() - small.context().context_bytes(), 0);
}

}  // namespace
}  // namespace ccsd
