// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/denominators.h"

namespace ccsd {

Tensor orbital_energies(Engine& compute, const Tensor& fock) {
    Tensor energies(compute.memory(), {fock.extent(0)});
    compute.evaluate("e(p) = f(p,p)", energies, {fock});
    return energies;
}

Tensor inverse_denominators(Engine& compute, const OrbitalIntegrals& integrals,
                            double level_shift) {
    const AmplitudeShape shape{integrals.occupied, integrals.virtuals};
    Tensor inverse(compute.memory(), {shape.size()});
    const Tensor& o = integrals.f_oo;
    const Tensor& v = integrals.f_vv;
    compute.evaluate("d(a,i) = 1/(o(i,i) - v(a,a) - shift)", shape.singles(inverse), {o, v},
                     {level_shift});
    compute.evaluate("d(a,b,i,j) = 1/(o(i,i) + o(j,j) - v(a,a) - v(b,b) - 2*shift)",
                     shape.doubles(inverse), {o, v}, {level_shift});
    return inverse;
}

}  // namespace ccsd
