// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include <cstdint>
#include <map>
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

/// The Fock matrix and the antisymmetrised integrals <pq||rs> = <pq|rs> - <pq|sr> over spin
/// orbitals, in host memory, by the names that the programs in examples/programs give their blocks:
/// f_oo, f_ov, f_vo, f_vv, v_oooo, v_ooov, v_oovv, v_ovvo, v_ovvv, v_vvvv.
[[nodiscard]] std::map<std::string, ttgt::Tensor<double>> make_spin_blocks(
    const Hamiltonian& hamiltonian, const std::vector<double>& coefficients);

}  // namespace ccsd
