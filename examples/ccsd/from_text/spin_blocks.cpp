// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/from_text/spin_blocks.h"

#include <ttgt/contraction.h>

#include <array>
#include <utility>

namespace ccsd {
namespace {

using Numbers = ttgt::Tensor<double>;

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

bool have_one_spin(std::int64_t p, std::int64_t q) { return p % 2 == q % 2; }

}  // namespace

std::vector<std::int64_t> SpinSpaces::extents(std::string_view spaces) const {
    std::vector<std::int64_t> result;
    for (const char letter : spaces) result.push_back(letter == 'o' ? occupied : virtuals);
    return result;
}

SpinIntegrals::SpinIntegrals(const Hamiltonian& hamiltonian,
                             const std::vector<double>& coefficients)
    : spaces_{hamiltonian.electrons, 2 * hamiltonian.orbitals - hamiltonian.electrons},
      fock_({hamiltonian.orbitals, hamiltonian.orbitals}),
      repulsion_({hamiltonian.orbitals, hamiltonian.orbitals, hamiltonian.orbitals,
                  hamiltonian.orbitals}) {
    const std::int64_t n = hamiltonian.orbitals;
    const ttgt::ConstTensorView c = ttgt::view(coefficients.data(), {n, n});
    const Numbers h = one_body_of(hamiltonian);
    const Numbers v = two_body_of(hamiltonian);
    ttgt::contract("f(p,q)=C(a,p)*C(b,q)*h(a,b)", fock_, {c, c, h});
    ttgt::contract("M(p,q,r,s)=C(a,p)*C(b,q)*C(c,r)*C(d,s)*v(a,b,c,d)", repulsion_,
                   {c, c, c, c, v});
    for (std::int64_t q = 0; q < n; ++q) {
        for (std::int64_t p = 0; p < n; ++p) {
            for (std::int64_t i = 0; i < hamiltonian.occupied(); ++i) {
                fock_(p, q) += 2 * repulsion_(p, q, i, i) - repulsion_(p, i, i, q);
            }
        }
    }
}

double SpinIntegrals::element(std::string_view letters,
                              std::span<const std::int64_t> indices) const {
    std::array<std::int64_t, 4> at{};
    for (std::size_t mode = 0; mode < letters.size(); ++mode) {
        at[mode] = indices[mode] + (letters[mode] == 'v' ? spaces_.occupied : 0);
    }
    if (letters.size() == 2) {
        return have_one_spin(at[0], at[1]) ? fock_(at[0] / 2, at[1] / 2) : 0;
    }
    const auto [p, q, r, s] = at;
    return repulsion(p, q, r, s) - repulsion(p, q, s, r);
}

double SpinIntegrals::repulsion(std::int64_t p, std::int64_t q, std::int64_t r,
                                std::int64_t s) const {
    if (!have_one_spin(p, r) || !have_one_spin(q, s)) return 0;
    return repulsion_(p / 2, r / 2, q / 2, s / 2);
}

std::map<std::string, Numbers> make_spin_blocks(const Hamiltonian& hamiltonian,
                                                const std::vector<double>& coefficients) {
    const SpinIntegrals integrals(hamiltonian, coefficients);
    std::map<std::string, Numbers> blocks;
    for (const char* name : spin_block_names) {
        const std::string letters = spaces_of_block(name);
        Numbers block(integrals.spaces().extents(letters));
        const std::vector<std::int64_t> extents = block.layout().extents;
        std::vector<std::int64_t> at(extents.size());
        for (std::int64_t position = 0; position < block.size(); ++position) {
            std::int64_t rest = position;
            for (std::size_t mode = 0; mode < extents.size(); ++mode) {
                at[mode] = rest % extents[mode];
                rest /= extents[mode];
            }
            block.data()[position] = integrals.element(letters, at);
        }
        blocks.emplace(name, std::move(block));
    }
    return blocks;
}

}  // namespace ccsd
