// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/examples/integral_checks.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/memory.h"
#include "examples/ccsd/orbitals/fock_matrix.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"
#include "tests/examples/random_hamiltonian.h"
#include "tests/examples/rotation.h"

namespace ccsd::test {
namespace {

/// The most error of integrals after four rotations of norm 1. The integrals are random, of at most
/// 0.1; the diagonal of h is at most the number of orbitals.
constexpr double tolerance = 1e-12;

class Checker {
public:
    Checker(const Hamiltonian& rotated, std::int64_t occupied)
        : rotated_(rotated), occupied_(occupied) {}

    /// <pq|rs> of the named spaces, such as "ovvv".
    void expect_block(const Tensor& block, const std::string& spaces) const {
        SCOPED_TRACE(spaces);
        expect_extents(block, spaces);
        const std::vector<double> elements = block.to_host();
        for (std::size_t place = 0; place < elements.size(); ++place) {
            const auto [p, q, r, s] = indices(place, spaces);
            ASSERT_NEAR(elements[place], rotated_.repulsion(p, r, q, s), tolerance) << place;
        }
    }

    void expect_fock(const Tensor& block, const std::string& spaces) const {
        SCOPED_TRACE(spaces);
        expect_extents(block, spaces);
        std::vector<double> density(rotated_.one_body.size());
        for (std::int64_t i = 0; i < occupied_; ++i) {
            density[static_cast<std::size_t>(i + rotated_.orbitals * i)] = 1;
        }
        const std::vector<double> fock = fock_matrix(rotated_, density);
        const std::vector<double> elements = block.to_host();
        for (std::size_t place = 0; place < elements.size(); ++place) {
            const auto all = indices(place, spaces);
            const std::int64_t in_fock = all[0] + rotated_.orbitals * all[1];
            ASSERT_NEAR(elements[place], fock[static_cast<std::size_t>(in_fock)], tolerance);
        }
    }

private:
    [[nodiscard]] std::int64_t count(char space) const {
        return space == 'o' ? occupied_ : rotated_.orbitals - occupied_;
    }

    void expect_extents(const Tensor& block, const std::string& spaces) const {
        ASSERT_EQ(block.layout().rank(), spaces.size());
        for (std::size_t mode = 0; mode < spaces.size(); ++mode) {
            ASSERT_EQ(block.extent(mode), count(spaces[mode]));
        }
    }

    /// Of the element at `place` in a block, counted among all orbitals.
    [[nodiscard]] std::array<std::int64_t, 4> indices(std::size_t place,
                                                      const std::string& spaces) const {
        std::array<std::int64_t, 4> all{};
        auto rest = static_cast<std::int64_t>(place);
        for (std::size_t mode = 0; mode < spaces.size(); ++mode) {
            all[mode] = rest % count(spaces[mode]) + (spaces[mode] == 'o' ? 0 : occupied_);
            rest /= count(spaces[mode]);
        }
        return all;
    }

    const Hamiltonian& rotated_;
    std::int64_t occupied_;
};

}  // namespace

void expect_integrals_of_a_rotation(const ttgt::Device& device, std::int64_t orbitals,
                                    std::int64_t electrons) {
    const Hamiltonian given = random_hamiltonian(orbitals, electrons, 7);
    const std::vector<double> rotation = random_rotation(orbitals, 11);
    const Hamiltonian rotated = rotate(given, rotation);
    Memory memory(device);
    Engine compute(memory, {.device = device});

    const OrbitalIntegrals integrals = transform_integrals(compute, given, rotation);

    ASSERT_EQ(integrals.occupied, electrons / 2);
    ASSERT_EQ(integrals.virtuals, orbitals - electrons / 2);
    const Checker checker(rotated, integrals.occupied);
    checker.expect_fock(integrals.f_oo, "oo");
    checker.expect_fock(integrals.f_ov, "ov");
    checker.expect_fock(integrals.f_vv, "vv");
    checker.expect_block(integrals.oooo, "oooo");
    checker.expect_block(integrals.ooov, "ooov");
    checker.expect_block(integrals.oovv, "oovv");
    checker.expect_block(integrals.ovov, "ovov");
    checker.expect_block(integrals.ovvv, "ovvv");
    checker.expect_block(integrals.vvvv, "vvvv");
}

}  // namespace ccsd::test
