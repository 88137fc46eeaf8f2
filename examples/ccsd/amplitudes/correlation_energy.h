// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/tensor.h>

#include "examples/ccsd/amplitudes/amplitudes.h"
#include "examples/ccsd/amplitudes/arranged_integrals.h"
#include "examples/ccsd/engine/engine.h"
#include "examples/ccsd/engine/tensor.h"
#include "examples/ccsd/orbitals/orbital_integrals.h"

namespace ccsd {

/// What amplitudes say of the wave function, as scalars that contractions leave on the device.
class CorrelationEnergy {
public:
    /// All must outlive it.
    CorrelationEnergy(Engine& compute, const OrbitalIntegrals& integrals,
                      const ArrangedIntegrals& arranged);

    /// E = 2 f(i,a) t1(a,i) + (2 (ai|bj) - (aj|bi)) (t2(a,b,i,j) + t1(a,i) t1(b,j)); waits for it.
    /// Of the amplitudes of perturbation theory this is the energy of MP2.
    [[nodiscard]] double of(const ttgt::TensorView& amplitudes);

private:
    Engine& compute_;
    const OrbitalIntegrals& v_;
    const ArrangedIntegrals& g_;
    AmplitudeShape shape_;
    Tensor field_;  // of the singles, (a,i)
    Tensor energy_;
};

/// The amplitudes of first-order perturbation theory, t1 = f / D and t2 = V / D, in the shape of
/// AmplitudeShape: those of MP2, where the iterations of CCSD start.
void perturbation_amplitudes(Engine& compute, const OrbitalIntegrals& integrals,
                             const Tensor& inverse_denominators,
                             const ttgt::TensorView& amplitudes);

}  // namespace ccsd
