// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/input/hamiltonian.h"

namespace ccsd {

/// The Hamiltonian in correlated molecular orbitals, by blocks of occupied (o) and virtual (v)
/// ones, in the memory of a device. Two-electron integrals are physicists', V(p,q,r,s) = <pq|rs>, p
/// fastest. The orbitals are real, so that <pq|rs> = <qp|sr> = <rq|ps> = <ps|rq>, and six blocks
/// hold them all:
///
///     ovoo(m,b,i,j) = ooov(i,j,m,b)    vovv(a,m,e,f) = ovvv(m,a,f,e)    ovvo(m,b,e,j) =
///     oovv(m,j,e,b)
struct OrbitalIntegrals {
    std::int64_t occupied = 0;
    std::int64_t virtuals = 0;
    Tensor f_oo, f_ov, f_vv;  ///< Fock matrix
    Tensor oooo, ooov, oovv, ovov, ovvv, vvvv;
};

/// Values of one index that are transformed at a time: so few that their integrals take about an
/// eighth of all of them.
[[nodiscard]] std::int64_t transformation_slab(std::int64_t orbitals);

/// Transforms from the Hamiltonian's orbitals to those in the columns of `coefficients`, element
/// (p, i) at p + orbitals * i, of which the first electrons / 2 are occupied and the first
/// `frozen_core` appear in no integral, only in the field of the Fock matrix. That is the one of
/// these orbitals, canonical or not. Takes about orbitals^4 numbers beside the result; throws
/// ttgt::OutOfMemory where the memory's limit does not allow that.
[[nodiscard]] OrbitalIntegrals transform_integrals(Engine& compute, const Hamiltonian& hamiltonian,
                                                   const std::vector<double>& coefficients,
                                                   std::int64_t frozen_core = 0);

}  // namespace ccsd
