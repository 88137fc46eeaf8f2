// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/from_text/spin_blocks.h"

#include <ttgt/contraction.h>

#include <array>
#include <utility>

namespace ccsd {
namespace {

using Numbers = ttgt::Tensor<double>;
using Indices = std::array<std::int64_t, 4>;

/// Spatial integrals in molecular orbitals.
struct MolecularIntegrals {
    Numbers fock;
    Numbers repulsion;  ///< (pq|rs), chemists'
};

Numbers one_body_of(const Hamiltonian& hamiltonian) {
    Numbers result({hamiltonian.orbitals, hamiltonian.orbitals});
    for (std::int64_t q = 0; q < hamiltonian.orbitals; ++q) {
        for (std::int64_t p = 0; p < hamiltonian.orbitals; ++p) {
            result(p, q) = hamiltonian.kinetic_and_attraction(p, q);
        }
    }
    return result;
}

Numbers two_body_of(const Hamiltonian& hamiltonian) {
    const std::int64_t n = hamiltonian.orbitals;
    Numbers result({n, n, n, n});
    unpack_two_body(hamiltonian, 0, n, result.data());
    return result;
}

MolecularIntegrals transform(const Hamiltonian& hamiltonian,
                             const std::vector<double>& coefficients) {
    const std::int64_t n = hamiltonian.orbitals;
    MolecularIntegrals result{Numbers({n, n}), Numbers({n, n, n, n})};
    const ttgt::ConstTensorView c = ttgt::view(coefficients.data(), {n, n});
    const Numbers h = one_body_of(hamiltonian);
    const Numbers v = two_body_of(hamiltonian);
    ttgt::contract("f(p,q)=C(a,p)*C(b,q)*h(a,b)", result.fock, {c, c, h});
    ttgt::contract("M(p,q,r,s)=C(a,p)*C(b,q)*C(c,r)*C(d,s)*v(a,b,c,d)", result.repulsion,
                   {c, c, c, c, v});
    for (std::int64_t q = 0; q < n; ++q) {
        for (std::int64_t p = 0; p < n; ++p) {
            for (std::int64_t i = 0; i < hamiltonian.occupied(); ++i) {
                result.fock(p, q) +=
                    2 * result.repulsion(p, q, i, i) - result.repulsion(p, i, i, q);
            }
        }
    }
    return result;
}

bool have_one_spin(std::int64_t p, std::int64_t q) { return p % 2 == q % 2; }

/// Of spin orbitals, two to each spatial one.
double fock(const MolecularIntegrals& integrals, const Indices& at) {
    return have_one_spin(at[0], at[1]) ? integrals.fock(at[0] / 2, at[1] / 2) : 0;
}

/// <pq|rs>
double repulsion(const MolecularIntegrals& integrals, std::int64_t p, std::int64_t q,
                 std::int64_t r, std::int64_t s) {
    if (!have_one_spin(p, r) || !have_one_spin(q, s)) return 0;
    return integrals.repulsion(p / 2, r / 2, q / 2, s / 2);
}

double antisymmetrised(const MolecularIntegrals& integrals, const Indices& at) {
    const auto [p, q, r, s] = at;
    return repulsion(integrals, p, q, r, s) - repulsion(integrals, p, q, s, r);
}

Numbers block_of(const MolecularIntegrals& integrals, const SpinSpaces& spaces,
                 const std::string& letters) {
    Numbers block(spaces.extents(letters));
    const std::vector<std::int64_t> extents = block.layout().extents;
    for (std::int64_t position = 0; position < block.size(); ++position) {
        Indices at{};
        std::int64_t rest = position;
        for (std::size_t mode = 0; mode < extents.size(); ++mode) {
            at[mode] = rest % extents[mode] + (letters[mode] == 'v' ? spaces.occupied : 0);
            rest /= extents[mode];
        }
        block.data()[position] =
            letters.size() == 2 ? fock(integrals, at) : antisymmetrised(integrals, at);
    }
    return block;
}

}  // namespace

std::vector<std::int64_t> SpinSpaces::extents(std::string_view spaces) const {
    std::vector<std::int64_t> result;
    for (const char letter : spaces) result.push_back(letter == 'o' ? occupied : virtuals);
    return result;
}

std::map<std::string, Numbers> make_spin_blocks(const Hamiltonian& hamiltonian,
                                                const std::vector<double>& coefficients) {
    const MolecularIntegrals integrals = transform(hamiltonian, coefficients);
    const SpinSpaces spaces{hamiltonian.electrons,
                            2 * hamiltonian.orbitals - hamiltonian.electrons};
    std::map<std::string, Numbers> blocks;
    for (const char* name : {"f_oo", "f_ov", "f_vo", "f_vv", "v_oooo", "v_ooov", "v_oovv", "v_ovvo",
                             "v_ovvv", "v_vvvv"}) {
        blocks.emplace(name, block_of(integrals, spaces, std::string(name).substr(2)));
    }
    return blocks;
}

}  // namespace ccsd
