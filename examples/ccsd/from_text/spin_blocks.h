// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd {

/// Numbers of spin orbitals: alpha and beta of each spatial one, side by side.
struct SpinSpaces {
    std::int64_t occupied = 0;
    std::int64_t virtuals = 0;

    /// Of a tensor over spaces such as "oovv".
    [[nodiscard]] std::vector<std::int64_t> extents(std::string_view spaces) const;
};

/// The names that the programs in examples/programs give the blocks of the Fock matrix and of the
/// antisymmetrised integrals <pq||rs> = <pq|rs> - <pq|sr> over spin orbitals.
constexpr std::array<const char*, 10> spin_block_names{
    "f_oo", "f_ov", "f_vo", "f_vv", "v_oooo", "v_ooov", "v_oovv", "v_ovvo", "v_ovvv", "v_vvvv"};
/// The spaces in a block's name: "oovv" of "v_oovv".
[[nodiscard]] inline std::string spaces_of_block(std::string_view name) {
    return std::string(name.substr(2));
}

/// The elements of all blocks, made from spatial integrals in molecular orbitals when they are
/// asked for.
class SpinIntegrals {
public:
    /// Transforms the integrals to the orbitals of `coefficients`.
    SpinIntegrals(const Hamiltonian& hamiltonian, const std::vector<double>& coefficients);

    [[nodiscard]] const SpinSpaces& spaces() const noexcept { return spaces_; }
    /// An element of the block of these spaces; `indices` count within each space.
    [[nodiscard]] double element(std::string_view spaces,
                                 std::span<const std::int64_t> indices) const;

private:
    /// <pq|rs>
    [[nodiscard]] double repulsion(std::int64_t p, std::int64_t q, std::int64_t r,
                                   std::int64_t s) const;

    SpinSpaces spaces_;
    ttgt::Tensor<double> fock_;
    ttgt::Tensor<double> repulsion_;  ///< (pq|rs), chemists'
};

/// All blocks in host memory, by their names.
[[nodiscard]] std::map<std::string, ttgt::Tensor<double>> make_spin_blocks(
    const Hamiltonian& hamiltonian, const std::vector<double>& coefficients);

}  // namespace ccsd
