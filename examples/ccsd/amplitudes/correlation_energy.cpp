// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/amplitudes/correlation_energy.h"

#include <vector>

namespace ccsd {

CorrelationEnergy::CorrelationEnergy(Engine& compute, const OrbitalIntegrals& integrals,
                                     const ArrangedIntegrals& arranged)
    : compute_(compute),
      v_(integrals),
      g_(arranged),
      shape_{integrals.occupied, integrals.virtuals},
      field_(compute.memory(), {shape_.virtuals, shape_.occupied}),
      energy_(compute.memory(), {}) {}

double CorrelationEnergy::of(const ttgt::TensorView& amplitudes) {
    const ttgt::TensorView t1 = shape_.singles(amplitudes);
    const ttgt::TensorView t2 = shape_.doubles(amplitudes);
    compute_.set_kind("energy");
    compute_("field(a,i)=2*f(i,a)", field_, v_.f_ov);
    compute_("field(a,i)+=w(a,i,b,j)*t1(b,j)", field_, g_.antisymmetrised, t1);
    compute_("E()=field(a,i)*t1(a,i)", energy_, field_, t1);
    compute_("E()+=w(a,i,b,j)*t2(a,b,i,j)", energy_, g_.antisymmetrised, t2);
    return energy_.to_host().front();
}

void perturbation_amplitudes(Engine& compute, const OrbitalIntegrals& integrals,
                             const Tensor& inverse_denominators,
                             const ttgt::TensorView& amplitudes) {
    const AmplitudeShape shape{integrals.occupied, integrals.virtuals};
    compute.set_kind("MP2");
    compute("t1(a,i)=d(a,i)*f(i,a)", shape.singles(amplitudes), shape.singles(inverse_denominators),
            integrals.f_ov);
    compute("t2(a,b,i,j)=d(a,b,i,j)*V(i,j,a,b)", shape.doubles(amplitudes),
            shape.doubles(inverse_denominators), integrals.oovv);
}

}  // namespace ccsd
