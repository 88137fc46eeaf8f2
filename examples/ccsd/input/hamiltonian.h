// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ccsd {

/// Place of an unordered pair: 0 for (0,0), 1 for (1,0), 2 for (1,1), 3 for (2,0), …
[[nodiscard]] constexpr std::int64_t pair_index(std::int64_t p, std::int64_t q) noexcept {
    return p >= q ? p * (p + 1) / 2 + q : q * (q + 1) / 2 + p;
}
/// Number of unordered pairs of `count` things, a thing with itself included.
[[nodiscard]] constexpr std::int64_t pair_count(std::int64_t count) noexcept {
    return count * (count + 1) / 2;
}

/// Electrons in orthonormal real spatial orbitals, counted from 0, every one of which both spins
/// share:
///
///     H = core + sum_pq h_pq E_pq + 1/2 sum_pqrs (pq|rs) (E_pq E_rs - delta_qr E_ps)
struct Hamiltonian {
    std::int64_t orbitals = 0;
    std::int64_t electrons = 0;    ///< even
    double core_energy = 0;        ///< of the nuclei and the frozen core, in hartree
    bool has_core_energy = true;   ///< false: none was given, and it is taken as 0
    std::vector<double> one_body;  ///< h_pq at p + orbitals * q, symmetric
    /// (pq|rs) in chemists' order, packed by its eight-fold symmetry: at
    /// pair_index(pair_index(p, q), pair_index(r, s))
    std::vector<double> two_body;

    [[nodiscard]] std::int64_t occupied() const noexcept { return electrons / 2; }
    /// h_pq
    [[nodiscard]] double kinetic_and_attraction(std::int64_t p, std::int64_t q) const noexcept {
        return one_body[static_cast<std::size_t>(p + orbitals * q)];
    }
    /// (pq|rs)
    [[nodiscard]] double repulsion(std::int64_t p, std::int64_t q, std::int64_t r,
                                   std::int64_t s) const noexcept {
        const std::int64_t place = pair_index(pair_index(p, q), pair_index(r, s));
        return two_body[static_cast<std::size_t>(place)];
    }
};

/// No orbitals' integrals but zeros, for the given numbers of orbitals and electrons.
[[nodiscard]] Hamiltonian make_hamiltonian(std::int64_t orbitals, std::int64_t electrons);

/// Writes (pq|rs) for all p, q, r and `count` values of s from `first_s` on, p fastest.
void unpack_two_body(const Hamiltonian& hamiltonian, std::int64_t first_s, std::int64_t count,
                     double* unpacked);

}  // namespace ccsd
