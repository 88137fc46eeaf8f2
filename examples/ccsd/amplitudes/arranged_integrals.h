// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"

namespace ccsd {

/// The integrals that the amplitude equations use most, once more in the orders in which a matrix
/// product takes them where they lie: every pair of orbitals of one electron side by side,
/// (em|fn) = V(m,n,e,f) in chemists' order.
struct ArrangedIntegrals {
    Tensor direct;           ///< (e,m,f,n): (em|fn)
    Tensor exchange;         ///< (e,m,f,n): (en|fm)
    Tensor antisymmetrised;  ///< (e,m,f,n): 2 (em|fn) - (en|fm)
    Tensor vovv_direct;      ///< (e,m,f,b): (em|fb)
    Tensor vovv_exchange;    ///< (e,m,f,b): (eb|fm)

    ArrangedIntegrals(Engine& compute, const OrbitalIntegrals& v);
};

}  // namespace ccsd
