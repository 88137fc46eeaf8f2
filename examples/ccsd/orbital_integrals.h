// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/context.h>

#include <cstdint>
#include <vector>

#include "examples/ccsd/hamiltonian.h"
#include "examples/ccsd/memory.h"
#include "examples/ccsd/tensor.h"

namespace ccsd {

/// The Hamiltonian in molecular orbitals, by blocks of occupied (o) and virtual (v) ones, in the
/// memory of a device. Two-electron integrals are physicists', V(p,q,r,s) = <pq|rs>, p fastest. The
/// orbitals are real, so that <pq|rs> = <qp|sr> = <rq|ps> = <ps|rq>, and six blocks hold them all:
///
///     ovoo(m,b,i,j) = ooov(i,j,m,b)    vovv(a,m,e,f) = ovvv(m,a,f,e)    ovvo(m,b,e,j) =
///     oovv(m,j,e,b)
struct OrbitalIntegrals {
    std::int64_t occupied = 0;
    std::int64_t virtuals = 0;
    Tensor f_oo, f_ov, f_vv;  ///< Fock matrix
    Tensor oooo, ooov, oovv, ovov, ovvv, vvvv;
};

/// Transforms from the Hamiltonian's orbitals to those in the columns of `coefficients`, element
/// (p, i) at p + orbitals * i, of which the first electrons / 2 are occupied. The Fock matrix is
/// that of these orbitals, canonical or not. Takes about orbitals^4 numbers beside the result;
/// throws ttgt::OutOfMemory where the memory's limit does not allow that.
[[nodiscard]] OrbitalIntegrals transform_integrals(ttgt::Context& context, Memory& memory,
                                                   const Hamiltonian& hamiltonian,
                                                   const std::vector<double>& coefficients);

}  // namespace ccsd
